import Foundation
import HomeworkModel
import Testing

@Suite struct `Base64 coding` {
  @Test func `agrees with Foundation for every length and byte`() {
    var bytes: [UInt8] = []
    for byte in (UInt8.min...UInt8.max) {
      let text = Data(bytes).base64EncodedString()
      #expect(Base64.text(of: bytes) == text)
      #expect(Base64.bytes(of: text) == bytes)
      bytes.append(byte &* 167 &+ 13)
    }
  }

  @Test func `rejects every other character, and truncated input`() {
    for text in ["A", "AA", "AAA", "AAAAA", "AAAA====", "AA==AA==", "AA=A", "A===", "AA==\n", "AA-_", "ÀA=", "A A="] {
      #expect(Base64.bytes(of: text) == nil, "\(text)")
    }
    #expect(Base64.bytes(of: "") == [] && Base64.bytes(of: "////") == [255, 255, 255])
  }
}
