/// The maximum length of a word checked for misspellings, in bytes. Callers may send much longer words, and comparing
/// two words takes time proportional to the product of their lengths.
private let longestWord = 64

/// Returns the candidate that was probably meant, if at most about a third of the letters differ.
///
/// Only words of up to 64 bytes are compared.
package func suggestion(for word: String, among candidates: some Sequence<String>) -> String? {
  guard word.utf8.count <= longestWord else { return nil }
  let letters = Array(word.lowercased().unicodeScalars)
  var best: (candidate: String, distance: Int)?
  for candidate in candidates where candidate.utf8.count <= longestWord {
    let others = Array(candidate.lowercased().unicodeScalars)
    let most = max(1, (others.count + 1) / 3)
    guard abs(letters.count - others.count) <= most else { continue }
    let distance = editDistance(letters, others)
    if distance <= most, distance < best?.distance ?? .max { best = (candidate, distance) }
  }
  return best?.candidate
}

/// Returns a word as quoted in messages: truncated after 64 Unicode scalars.
package func excerpt(_ word: String) -> String { excerpt(word, most: longestWord) }

/// Returns a path or title as quoted in messages: truncated after `most` Unicode scalars.
package func excerpt(_ word: String, most: Int) -> String {
  guard word.utf8.count > most else { return word }
  let scalars = word.unicodeScalars
  guard let end = scalars.index(scalars.startIndex, offsetBy: most, limitedBy: scalars.endIndex),
    end < scalars.endIndex
  else { return word }
  return String(scalars[..<end]) + "…"
}

/// Returns the least number of insertions, deletions, substitutions and swaps of neighbours between two words (the
/// optimal string alignment distance).
func editDistance<Letter: Equatable>(_ left: [Letter], _ right: [Letter]) -> Int {
  var (before, row) = ([Int](), Array(0...right.count))
  for (index, letter) in left.enumerated() {
    var next = [index + 1]
    for column in right.indices {
      var distance = min(row[column] + (letter == right[column] ? 0 : 1), row[column + 1] + 1, next[column] + 1)
      if index > 0, column > 0, letter == right[column - 1], left[index - 1] == right[column] {
        distance = min(distance, before[column - 1] + 1)
      }
      next.append(distance)
    }
    (before, row) = (row, next)
  }
  return row[right.count]
}

/// Returns whether two texts' edit distance is 1, in time proportional to their length.
func differsByOne(_ left: String, _ right: String) -> Bool {
  var (left, right) = (Array(left)[...], Array(right)[...])
  while let letter = left.first, letter == right.first { (left, right) = (left.dropFirst(), right.dropFirst()) }
  while let letter = left.last, letter == right.last { (left, right) = (left.dropLast(), right.dropLast()) }
  return max(left.count, right.count) == 1 || left.count == 2 && left.elementsEqual(right.reversed())
}
