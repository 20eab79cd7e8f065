/// Pixels in DEC's sixel format: six rows at a time, colour by colour.
enum Sixel {
  /// The levels of red, green and blue: 216 colours, which every terminal with sixels supports.
  private static let levels = 6

  static func text(of pixels: Pixels) -> String {
    let colours = dithered(pixels)
    // Declare square pixels, then the colours in percent.
    var text: [UInt8] = Array("\u{1B}Pq\"1;1;\(pixels.width);\(pixels.height)".utf8)
    for colour in Set(colours).sorted().map(Int.init) {
      let parts = [colour / (levels * levels), colour / levels % levels, colour % levels].map {
        $0 * 100 / (levels - 1)
      }
      text += Array("#\(colour);2;\(parts[0]);\(parts[1]);\(parts[2])".utf8)
    }
    for top in stride(from: 0, to: pixels.height, by: 6) {
      let rows = top..<min(top + 6, pixels.height)
      let used = Set(rows.flatMap { colours[($0 * pixels.width)..<(($0 + 1) * pixels.width)] })
      for colour in used.sorted() {
        text += Array("#\(colour)".utf8)
        var (last, count) = (UInt8(0), 0)
        for column in 0..<pixels.width {
          var bits: UInt8 = 0
          for row in rows where colours[row * pixels.width + column] == colour { bits |= 1 << UInt8(row - top) }
          if bits != last || count == 0 {
            put(last, count, &text)
            (last, count) = (bits, 0)
          }
          count += 1
        }
        if last != 0 { put(last, count, &text) }
        text.append(UInt8(ascii: "$"))
      }
      text.append(UInt8(ascii: "-"))
    }
    return String(decoding: text, as: UTF8.self) + "\u{1B}\\"
  }

  /// Writes one column of six pixels, repeated.
  private static func put(_ bits: UInt8, _ count: Int, _ text: inout [UInt8]) {
    if count > 3 {
      text += Array("!\(count)".utf8) + [bits + 63]
    } else {
      for _ in 0..<count { text.append(bits + 63) }
    }
  }

  /// Returns each pixel's colour number; its error spreads to its neighbours (Floyd–Steinberg dithering).
  private static func dithered(_ pixels: Pixels) -> [UInt8] {
    let width = pixels.width
    var colours = [UInt8](repeating: 0, count: width * pixels.height)
    // The errors of this row and the next, in sixteenths, with an extra pixel at each end.
    var (own, next) = ([Int](repeating: 0, count: (width + 2) * 3), [Int](repeating: 0, count: (width + 2) * 3))
    for row in 0..<pixels.height {
      for column in 0..<width {
        var colour = 0
        for part in 0..<3 {
          let place = (column + 1) * 3 + part
          let wanted = Int(pixels.bytes[(row * width + column) * 3 + part]) + own[place] / 16
          let level = min(levels - 1, max(0, (wanted * (levels - 1) + 127) / 255))
          colour = colour * levels + level
          let off = wanted - level * 255 / (levels - 1)
          own[place + 3] += off * 7
          next[place - 3] += off * 3
          next[place] += off * 5
          next[place + 3] += off
        }
        colours[row * width + column] = UInt8(colour)
      }
      (own, next) = (next, [Int](repeating: 0, count: (width + 2) * 3))
    }
    return colours
  }
}
