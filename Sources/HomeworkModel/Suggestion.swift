/// Returns the word of `candidates` that was probably meant, if one is near: about a third of its letters off at most.
package func suggestion(for word: String, among candidates: some Sequence<String>) -> String? {
  let nearest = candidates.map { ($0, editDistance(word.lowercased(), $0.lowercased())) }.min { $0.1 < $1.1 }
  guard let (candidate, distance) = nearest, distance <= max(1, (candidate.count + 1) / 3) else { return nil }
  return candidate
}

/// Levenshtein distance: insertions, deletions and substitutions from one word to the other.
private func editDistance(_ left: String, _ right: String) -> Int {
  let right = Array(right)
  var row = Array(0...right.count)
  for (index, letter) in left.enumerated() {
    var diagonal = row[0]
    row[0] = index + 1
    for column in right.indices {
      let substitution = diagonal + (letter == right[column] ? 0 : 1)
      diagonal = row[column + 1]
      row[column + 1] = min(substitution, row[column] + 1, diagonal + 1)
    }
  }
  return row[right.count]
}
