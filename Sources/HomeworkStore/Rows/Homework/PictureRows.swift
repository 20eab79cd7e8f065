import HomeworkModel

/// Pictures, each stored once, whatever shows it.
extension RowTransaction {
  /// Returns the bytes of the picture with a digest.
  func picture(digest: String) throws(StoreError) -> [UInt8]? {
    try first("SELECT bytes FROM picture WHERE digest = ?", digest) { $0.bytes(0) }
  }

  /// Stores a picture unless it exists, and returns its digest.
  func store(_ picture: Picture) throws(StoreError) -> String {
    let info = picture.info
    _ = try insertIfAbsent(
      .picture, ["digest": info.digest, "media_type": info.type.rawValue, "bytes": picture.bytes])
    return info.digest
  }

  /// Stores the pictures of a question that are given with it.
  func store(_ pictures: QuestionPictures) throws(StoreError) {
    for file in pictures.all.compactMap(\.file) { _ = try store(file) }
  }

  /// Returns the digest of a picture that questions name, and that is neither given nor here.
  func missingPicture(of questions: [QuestionDraft]) throws(StoreError) -> String? {
    for question in questions {
      for picture in question.pictures.all where picture.file == nil {
        let query: SQL = "SELECT 1 FROM picture WHERE digest = ?"
        if try first(query, picture.digest, make: { _ in true }) == nil { return picture.digest }
      }
    }
    return nil
  }

  /// Removes the pictures that neither homework nor a question shows.
  func dropUnusedPictures() throws(StoreError) {
    let idle = try all(
      "SELECT digest FROM picture WHERE digest NOT IN (SELECT picture FROM homework WHERE picture IS NOT NULL)"
    ) { $0.text(0) }
    guard !idle.isEmpty else { return }
    for digest in try Set(idle).subtracting(picturesOfQuestions()) {
      try run("DELETE FROM picture WHERE digest = ?", digest)
    }
  }

  /// Returns the digests of all pictures that questions show.
  func picturesOfQuestions() throws(StoreError) -> Set<String> {
    var digests: Set<String> = []
    _ = try all("SELECT pictures FROM question WHERE pictures IS NOT NULL") { row in
      for picture in try QuestionPictures(stored: row.text(0)).all { digests.insert(picture.digest) }
    }
    return digests
  }
}

/// The column of a question's pictures.
extension QuestionPictures {
  /// - Throws: `corrupt` if it is not what `stored` returns.
  init(stored text: String) throws(StoreError) {
    func picture(_ json: JSONValue?) throws(StoreError) -> QuestionPicture? {
      guard let json else { return nil }
      guard let digest = json["digest"]?.string else { throw .damaged("pictures of a question", text) }
      return QuestionPicture(digest: digest, alternative: json["alternative"]?.string ?? "")
    }
    guard let json = try? JSONValue(parsing: text.utf8) else { throw .damaged("pictures of a question", text) }
    self.init(question: try picture(json["question"]), answer: try picture(json["answer"]))
    guard case .object(let members)? = json["options"] else { return }
    for (name, member) in members {
      guard let index = Int(name) else { throw .damaged("pictures of a question", text) }
      options[index] = try picture(member)
    }
  }

  /// `nil` if there are none.
  var stored: String? {
    guard !all.isEmpty else { return nil }
    func json(_ picture: QuestionPicture) -> JSONValue {
      ["digest": .string(picture.digest), "alternative": .string(picture.alternative)]
    }
    var members: [String: JSONValue] = [:]
    members["question"] = question.map(json)
    members["answer"] = answer.map(json)
    if !options.isEmpty {
      members["options"] = .object(
        Dictionary(uniqueKeysWithValues: options.map { (String($0.key), json($0.value)) }))
    }
    return String(decoding: JSONValue.object(members).encoded(), as: UTF8.self)
  }
}
