import Foundation

/// Writes a zip file whose files are not compressed.
enum StoredZip {
  static func data(of files: [(name: String, text: String)]) -> Data {
    data(of: files.map { ($0.name, Data($0.text.utf8)) })
  }

  static func data(of files: [(name: String, content: Data)]) -> Data {
    var (data, directory) = (Data(), Data())
    func add(_ values: [(UInt32, bytes: Int)], to target: inout Data) {
      for (value, bytes) in values { for index in 0..<bytes { target.append(UInt8(value >> (8 * index) & 0xFF)) } }
    }
    for (name, content) in files {
      let size = UInt32(content.count)
      let common: [(UInt32, bytes: Int)] = [
        (20, 2), (0, 2), (0, 2), (0, 4), (checksum(content), 4), (size, 4), (size, 4), (UInt32(name.utf8.count), 2),
        (0, 2),
      ]
      let start = UInt32(data.count)
      add([(0x0403_4B50, 4)] + common, to: &data)
      data += Data(name.utf8) + content
      add([(0x0201_4B50, 4), (20, 2)] + common + [(0, 2), (0, 2), (0, 2), (0, 4), (start, 4)], to: &directory)
      directory += Data(name.utf8)
    }
    let (start, count) = (UInt32(data.count), UInt32(files.count))
    data += directory
    add(
      [(0x0605_4B50, 4), (0, 4), (count, 2), (count, 2), (UInt32(directory.count), 4), (start, 4), (0, 2)], to: &data)
    return data
  }

  /// The CRC-32 of ISO 3309, as zip files have it.
  private static func checksum(_ data: Data) -> UInt32 {
    ~data.reduce(0xFFFF_FFFF) { value, byte in
      (0..<8).reduce(value ^ UInt32(byte)) { sum, _ in sum >> 1 ^ (sum & 1 == 1 ? 0xEDB8_8320 : 0) }
    }
  }
}
