/// A picture of a homework, taken by a camera or scanned, as the bytes of its file.
public struct Picture: Hashable, Sendable {
  /// 16 MiB.
  package static let largestByteCount = 16 << 20

  /// The file as it is, 1 byte to 16 MiB, and what it is.
  public let bytes: [UInt8], type: PictureType

  /// - Throws: a fault where the bytes are no JPEG, PNG or HEIC, whatever the name of their file, or too many.
  public init(_ bytes: [UInt8]) throws(Fault) {
    guard !bytes.isEmpty else { throw Fault(path: "image", message: "is empty") }
    guard bytes.count <= Self.largestByteCount else {
      throw Fault(path: "image", message: "has \(bytes.count) bytes, more than \(Self.largestByteCount) (16 MiB)")
    }
    guard let type = PictureType(of: bytes) else {
      throw Fault(path: "image", message: "is neither JPEG nor PNG nor HEIC")
    }
    self.type = type
    self.bytes = bytes
  }

  /// What is known of it without its bytes. Reads all of them once.
  package var info: PictureInfo {
    PictureInfo(digest: SHA256.hexDigest(of: bytes), type: type, byteCount: bytes.count)
  }
}

/// What is known of a picture without reading it.
public struct PictureInfo: Hashable, Sendable {
  /// SHA-256 of its bytes in lower-case hexadecimal, by which it is known; what they are; and how many.
  public let digest: String, type: PictureType, byteCount: Int

  /// With these parts.
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

  /// By the first bytes: the SOI marker of JPEG, the signature of PNG (RFC 2083), or a `ftyp` box of ISO 14496-12 whose
  /// major or compatible brands name HEIC (ISO 23008-12).
  init?(of bytes: [UInt8]) {
    func text(_ range: Range<Int>) -> String? {
      bytes.count >= range.upperBound ? String(decoding: bytes[range], as: UTF8.self) : nil
    }
    if bytes.starts(with: [0xFF, 0xD8, 0xFF]) {
      self = .jpeg
    } else if bytes.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) {
      self = .png
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
