/// A picture of a question, by its digest, with the words that stand for it.
public struct QuestionPicture: Sendable {
  /// The SHA-256 digest in lower-case hexadecimal; and the alternative text, which may be empty.
  public var digest: String, alternative: String
  /// The picture to store; `nil` if the library has it.
  public var file: Picture?

  /// Creates a reference to a picture that the library has.
  @inlinable
  public init(digest: String, alternative: String = "") {
    (self.digest, self.alternative, file) = (digest, alternative, nil)
  }

  /// The alternative text, or what to say without one.
  package var words: String { alternative.isEmpty ? "a picture" : alternative }

  /// Creates a picture to store.
  public init(_ file: Picture, alternative: String = "") {
    (digest, self.alternative, self.file) = (file.info.digest, alternative, file)
  }
}

extension QuestionPicture: Hashable {
  /// Compares digests and texts: the digest says what is in the file.
  public static func == (one: Self, other: Self) -> Bool {
    one.digest == other.digest && one.alternative == other.alternative
  }

  /// Hashes what is compared.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(digest)
    hasher.combine(alternative)
  }
}

/// The pictures of a question, at most one at each place.
public struct QuestionPictures: Hashable, Sendable {
  /// The picture shown with the question, those of its options by their index from 0, and the one shown with the answer
  /// and its explanation.
  public var question: QuestionPicture?, options: [Int: QuestionPicture], answer: QuestionPicture?

  /// Creates the pictures, by default none.
  @inlinable
  public init(
    question: QuestionPicture? = nil, options: [Int: QuestionPicture] = [:], answer: QuestionPicture? = nil
  ) {
    (self.question, self.options, self.answer) = (question, options, answer)
  }

  package var all: [QuestionPicture] {
    [question, answer].compactMap(\.self) + optionsInOrder.map(\.picture)
  }

  /// The pictures of options, by ascending index.
  package var optionsInOrder: [(index: Int, picture: QuestionPicture)] {
    options.sorted { $0.key < $1.key }.map { (index: $0.key, picture: $0.value) }
  }

  /// Adds the files of all pictures, each read by its digest.
  package mutating func load<Failure>(_ read: (String) throws(Failure) -> Picture?) throws(Failure) {
    if let digest = question?.digest { question?.file = try read(digest) }
    if let digest = answer?.digest { answer?.file = try read(digest) }
    for (index, picture) in options { options[index]?.file = try read(picture.digest) }
  }

  /// Returns the pictures for options in another order, given by their present indexes.
  func withOptions(in order: [Int]) -> Self {
    guard !options.isEmpty else { return self }
    var moved = self
    moved.options = [:]
    for (index, former) in order.enumerated() { moved.options[index] = options[former] }
    return moved
  }

  /// All reasons why a question with as many options cannot have them.
  func faults(optionCount: Int) -> [Fault] {
    let isDigest = { (text: String) in
      text.utf8.count == 64 && text.utf8.allSatisfy { (0x30...0x39).contains($0) || (0x61...0x66).contains($0) }
    }
    return all.filter { !isDigest($0.digest) }.map {
      Fault(path: "picture", message: "\"\($0.digest.prefix(80))\" is no SHA-256 digest of 64 hexadecimal digits")
    }
      + all.filter { $0.alternative.utf8.contains(0) }.map { _ in
        Fault(path: "picture", message: TextLimits.nullMessage)
      }
      + optionsInOrder.map(\.index).filter { !(0..<optionCount).contains($0) }.map {
        Fault(path: "optionPictures", message: "option \($0 + 1) is not one of \(optionCount)")
      }
  }
}
