/// SHA-256 (FIPS 180-4), which neither the toolchain nor Foundation provides on every platform.
package enum SHA256 {
  /// Returns the digest in lower-case hexadecimal, 64 characters.
  package static func hexDigest(of message: some Sequence<UInt8>) -> String {
    let hash = hash(of: Array(message))
    // Written in place: every request with an id waits for this.
    return String(unsafeUninitializedCapacity: 64) { text in
      for index in 0..<8 {
        var word = hash[index]
        for digit in stride(from: 8 * index + 7, through: 8 * index, by: -1) {
          let value = UInt8(truncatingIfNeeded: word & 15)
          text[digit] = value &+ (value < 10 ? UInt8(ascii: "0") : UInt8(ascii: "a") &- 10)
          word &>>= 4
        }
      }
      return 64
    }
  }

  private static func hash(of message: [UInt8]) -> SIMD8<UInt32> {
    var hash = initial
    message.withUnsafeBufferPointer { bytes in
      let end = bytes.count / 64 * 64
      compress(UnsafeBufferPointer(rebasing: bytes[..<end]), into: &hash)
      // The remaining bytes, a one bit, zeros, and the length in bits.
      let rest = bytes.count - end
      withUnsafeTemporaryAllocation(of: UInt8.self, capacity: rest < 56 ? 64 : 128) { tail in
        tail.initialize(repeating: 0)
        for index in 0..<rest { tail[index] = bytes[end + index] }
        tail[rest] = 0x80
        let bits = bytes.count * 8
        for index in 0..<8 { tail[tail.count - 1 - index] = UInt8(truncatingIfNeeded: bits >> (8 * index)) }
        compress(UnsafeBufferPointer(tail), into: &hash)
      }
    }
    return hash
  }

  /// - Parameter blocks: blocks of 64 bytes each.
  private static func compress(_ blocks: UnsafeBufferPointer<UInt8>, into hash: inout SIMD8<UInt32>) {
    for start in stride(from: 0, to: blocks.count, by: 64) {
      compress(block: UnsafeBufferPointer(rebasing: blocks[start..<start + 64]), into: &hash)
    }
  }

  private static func compress(block: UnsafeBufferPointer<UInt8>, into hash: inout SIMD8<UInt32>) {
    withUnsafeTemporaryAllocation(of: UInt32.self, capacity: 64) { schedule in
      let bytes = UnsafeRawBufferPointer(block)
      for t in 0..<16 { schedule[t] = UInt32(bigEndian: bytes.loadUnaligned(fromByteOffset: 4 * t, as: UInt32.self)) }
      for t in 16..<64 {
        let (a, b) = (schedule[t &- 15], schedule[t &- 2])
        let small0 = rotate(a, 7) ^ rotate(a, 18) ^ a &>> 3
        let small1 = rotate(b, 17) ^ rotate(b, 19) ^ b &>> 10
        schedule[t] = schedule[t &- 16] &+ small0 &+ schedule[t &- 7] &+ small1
      }
      var (a, b, c, d) = (hash[0], hash[1], hash[2], hash[3])
      var (e, f, g, h) = (hash[4], hash[5], hash[6], hash[7])
      constants.withUnsafeBufferPointer { constants in
        // After eight rounds each word is back in its place, so that none has to be moved.
        for t in stride(from: 0, to: 64, by: 8) {
          func term(_ round: Int) -> UInt32 { constants[t &+ round] &+ schedule[t &+ round] }
          turn(a, b, c, &d, e, f, g, &h, term(0))
          turn(h, a, b, &c, d, e, f, &g, term(1))
          turn(g, h, a, &b, c, d, e, &f, term(2))
          turn(f, g, h, &a, b, c, d, &e, term(3))
          turn(e, f, g, &h, a, b, c, &d, term(4))
          turn(d, e, f, &g, h, a, b, &c, term(5))
          turn(c, d, e, &f, g, h, a, &b, term(6))
          turn(b, c, d, &e, f, g, h, &a, term(7))
        }
      }
      hash &+= SIMD8(a, b, c, d, e, f, g, h)
    }
  }

  /// One round, in which two of the eight words change (section 6.2.2).
  @inline(__always)
  private static func turn(
    _ a: UInt32, _ b: UInt32, _ c: UInt32, _ d: inout UInt32, _ e: UInt32, _ f: UInt32, _ g: UInt32,
    _ h: inout UInt32, _ term: UInt32
  ) {
    let first = h &+ (rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25)) &+ (e & f ^ ~e & g) &+ term
    d = d &+ first
    h = first &+ (rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22)) &+ (a & b ^ a & c ^ b & c)
  }

  private static func rotate(_ word: UInt32, _ count: UInt32) -> UInt32 { word &>> count | word &<< (32 &- count) }

  /// The first 32 bits of the fractional parts of the square roots of the first eight primes (section 5.3.3).
  private static let initial = SIMD8<UInt32>(
    0x6A09_E667, 0xBB67_AE85, 0x3C6E_F372, 0xA54F_F53A, 0x510E_527F, 0x9B05_688C, 0x1F83_D9AB, 0x5BE0_CD19)

  /// The first 32 bits of the fractional parts of the cube roots of the first 64 primes (section 4.2.2).
  private static let constants: [UInt32] = [
    0x428A_2F98, 0x7137_4491, 0xB5C0_FBCF, 0xE9B5_DBA5, 0x3956_C25B, 0x59F1_11F1, 0x923F_82A4, 0xAB1C_5ED5,
    0xD807_AA98, 0x1283_5B01, 0x2431_85BE, 0x550C_7DC3, 0x72BE_5D74, 0x80DE_B1FE, 0x9BDC_06A7, 0xC19B_F174,
    0xE49B_69C1, 0xEFBE_4786, 0x0FC1_9DC6, 0x240C_A1CC, 0x2DE9_2C6F, 0x4A74_84AA, 0x5CB0_A9DC, 0x76F9_88DA,
    0x983E_5152, 0xA831_C66D, 0xB003_27C8, 0xBF59_7FC7, 0xC6E0_0BF3, 0xD5A7_9147, 0x06CA_6351, 0x1429_2967,
    0x27B7_0A85, 0x2E1B_2138, 0x4D2C_6DFC, 0x5338_0D13, 0x650A_7354, 0x766A_0ABB, 0x81C2_C92E, 0x9272_2C85,
    0xA2BF_E8A1, 0xA81A_664B, 0xC24B_8B70, 0xC76C_51A3, 0xD192_E819, 0xD699_0624, 0xF40E_3585, 0x106A_A070,
    0x19A4_C116, 0x1E37_6C08, 0x2748_774C, 0x34B0_BCB5, 0x391C_0CB3, 0x4ED8_AA4A, 0x5B9C_CA4F, 0x682E_6FF3,
    0x748F_82EE, 0x78A5_636F, 0x84C8_7814, 0x8CC7_0208, 0x90BE_FFFA, 0xA450_6CEB, 0xBEF9_A3F7, 0xC671_78F2,
  ]
}
