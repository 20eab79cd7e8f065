import Foundation
import HomeworkModel
import HomeworkTestKit
import Testing

@Suite struct `A picture` {
  static let jpeg: [UInt8] = [0xFF, 0xD8, 0xFF, 0xE0]
  static let png: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

  /// Returns a `ftyp` box with a major brand and compatible brands.
  static func box(_ major: String, _ compatible: [String] = []) -> [UInt8] {
    let length = UInt8(16 + 4 * compatible.count)
    return [0, 0, 0, length] + Array("ftyp\(major)".utf8) + [0, 0, 0, 0] + compatible.flatMap { Array($0.utf8) }
  }

  @Test func `is identified by its bytes`() throws {
    #expect(try Picture(Self.jpeg).type == .jpeg)
    #expect(try Picture(Self.png + [0]).type == .png)
    for text in ["GIF87a", "GIF89a "] { #expect(try Picture(Array(text.utf8)).type == .gif) }
    #expect(try Picture(Array("RIFF....WEBPVP8 ".utf8)).type == .webp)
    for brand in ["heic", "heix", "heim", "heis", "hevc", "hevx"] {
      #expect(try Picture(Self.box(brand)).type == .heic)
      #expect(try Picture(Self.box("mif1", ["miaf", brand])).type == .heic)
    }
  }

  @Test func `is rejected if it has another format, or is truncated, empty or too large`() {
    let wrong: [[UInt8]] = [
      Array("GIF89".utf8), Array("GIF88a".utf8), Array("<svg/>".utf8), Array("RIFF....WAVE".utf8),
      Array("RIFF....WEB".utf8), Self.box("avif"),
      Self.box("mif1", ["avif"]), Self.box("heic").dropLast(9) + [],
    ]
    for bytes in wrong {
      #expect(throws: Fault(path: "image", message: "is not a JPEG, PNG, GIF, WebP or HEIC file")) {
        try Picture(bytes)
      }
    }
    for end in 0..<3 { #expect(throws: Fault.self) { try Picture(Array(Self.jpeg[..<end])) } }
    for end in 0..<8 { #expect(throws: Fault.self) { try Picture(Array(Self.png[..<end])) } }
    // A box that claims to be longer than the file, or shorter than itself.
    for length in [0, 8, 255] as [UInt8] {
      var bytes = Self.box("mif1", ["heic"])
      bytes[3] = length
      #expect((try? Picture(bytes)) == nil || length == 255)
    }
    let most = Self.jpeg + [UInt8](repeating: 0, count: Picture.largestByteCount - 4)
    #expect(throws: Never.self) { try Picture(most) }
    #expect(throws: Fault.self) { try Picture(most + [0]) }
  }
}

@Suite struct `SHA-256` {
  /// The examples of FIPS 180-4's companion document, and NIST's example of a million letters.
  @Test(arguments: [
    ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
    ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
    (
      "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
      "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
    ),
    (String(repeating: "a", count: 1_000_000), "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0"),
  ])
  func `matches the standard's examples`(message: String, digest: String) {
    #expect(SHA256.hexDigest(of: message.utf8) == digest)
  }

  /// Every length around the ends of the first blocks, compared with the system's own tool.
  @Test func `agrees with sha256sum`() throws {
    let directory = TemporaryDirectory()
    let messages = (0...200).map { length in (0..<length).map { UInt8(truncatingIfNeeded: $0 * 31 + length) } }
    for (index, message) in messages.enumerated() {
      try Data(message).write(to: directory.url.appending(path: "\(index)"))
    }
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/sha256sum")
    process.arguments = messages.indices.map { directory.path("\($0)") }
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    let lines = String(decoding: try output.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self).split(
      separator: "\n")
    process.waitUntilExit()
    try #require(lines.count == messages.count)
    for (message, line) in zip(messages, lines) { #expect(SHA256.hexDigest(of: message) == line.prefix(64)) }
  }
}
