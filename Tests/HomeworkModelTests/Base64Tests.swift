import Foundation
import HomeworkModel
import Testing

@Suite struct `Bytes in Base64` {
  @Test func `is Foundation's, of every length and every byte`() {
    var bytes: [UInt8] = []
    for byte in (UInt8.min...UInt8.max) {
      let text = Data(bytes).base64EncodedString()
      #expect(Base64.text(of: bytes) == text)
      #expect(Base64.bytes(of: text) == bytes)
      bytes.append(byte &* 167 &+ 13)
    }
  }

  @Test func `refuses every other letter, and bytes that are cut short`() {
    for text in ["A", "AA", "AAA", "AAAAA", "AAAA====", "AA==AA==", "AA=A", "A===", "AA==\n", "AA-_", "ÀA=", "A A="] {
      #expect(Base64.bytes(of: text) == nil, "\(text)")
    }
    #expect(Base64.bytes(of: "") == [] && Base64.bytes(of: "////") == [255, 255, 255])
  }
}
