/// A picture, as the bytes of its file.
public struct Picture: Hashable, Sendable {
  /// The size limit, 16 MiB.
  package static let largestByteCount = 16 << 20

  /// The bytes of the file, 1 byte to 16 MiB, and their type.
  public let bytes: [UInt8], type: PictureType

  /// - Throws: a fault if the bytes are not a picture of a known type, or are more than 16 MiB.
  public init(_ bytes: [UInt8]) throws(Fault) {
    guard !bytes.isEmpty else { throw Fault(path: "image", message: "is empty") }
    guard bytes.count <= Self.largestByteCount else {
      throw Fault(path: "image", message: "has \(bytes.count) bytes, more than \(Self.largestByteCount) (16 MiB)")
    }
    guard let type = PictureType(of: bytes) else {
      throw Fault(path: "image", message: "is not a \(PictureType.words) file")
    }
    self.type = type
    self.bytes = bytes
  }

  /// The description of the picture. Computing it reads all bytes once.
  package var info: PictureInfo {
    PictureInfo(digest: SHA256.hexDigest(of: bytes), type: type, byteCount: bytes.count)
  }
}

extension Picture: CustomStringConvertible {
  public var description: String { "\(type.rawValue), \(bytes.count) bytes" }
}

/// The description of a picture, without its bytes.
public struct PictureInfo: Hashable, Sendable {
  /// The SHA-256 digest in lower-case hexadecimal, which identifies the picture; its type; and its size in bytes.
  public var digest: String, type: PictureType, byteCount: Int

  /// Creates a description from its parts.
  @inlinable
  package init(digest: String, type: PictureType, byteCount: Int) {
    self.digest = digest
    self.type = type
    self.byteCount = byteCount
  }
}

/// The media types of pictures.
public enum PictureType: String, Hashable, Sendable, CaseIterable {
  case jpeg = "image/jpeg"
  case png = "image/png"
  case heic = "image/heic"
  case gif = "image/gif"
  case webp = "image/webp"

  /// All types, in words.
  package static let words = "JPEG, PNG, GIF, WebP or HEIC"

  /// Returns the type indicated by the first bytes: JPEG's SOI marker, PNG's signature (RFC 2083), GIF's (GIF89a), the
  /// RIFF form of WebP (RFC 9649), or an ISO 14496-12 `ftyp` box whose major or compatible brands include HEIC (ISO
  /// 23008-12).
  init?(of bytes: [UInt8]) {
    func text(_ range: Range<Int>) -> String? {
      bytes.count >= range.upperBound ? String(decoding: bytes[range], as: UTF8.self) : nil
    }
    if bytes.starts(with: [0xFF, 0xD8, 0xFF]) {
      self = .jpeg
    } else if bytes.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) {
      self = .png
    } else if ["GIF87a", "GIF89a"].contains(text(0..<6)) {
      self = .gif
    } else if text(0..<4) == "RIFF", text(8..<12) == "WEBP" {
      self = .webp
    } else if text(4..<8) == "ftyp" {
      let length = bytes[..<4].reduce(0) { $0 << 8 | Int($1) }
      // The major brand, its version, then compatible brands to the end of the box.
      let brands = [8] + Array(stride(from: 16, to: min(length, bytes.count) - 3, by: 4))
      guard
        brands.contains(where: { ["heic", "heix", "heim", "heis", "hevc", "hevx"].contains(text($0..<$0 + 4) ?? "") })
      else { return nil }
      self = .heic
    } else {
      return nil
    }
  }
}
