/// Returns the candidate that was probably meant, if at most about a third of the letters differ.
package func suggestion(for word: String, among candidates: some Sequence<String>) -> String? {
  let nearest = candidates.map { ($0, editDistance(word.lowercased(), $0.lowercased())) }.min { $0.1 < $1.1 }
  guard let (candidate, distance) = nearest, distance <= max(1, (candidate.count + 1) / 3) else { return nil }
  return candidate
}

/// Returns the least number of insertions, deletions, substitutions and swaps of neighbours between two words (optimal
/// string alignment distance).
func editDistance(_ left: String, _ right: String) -> Int {
  let (left, right) = (Array(left), Array(right))
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
