enum TagNames {
  /// The elements of the HTML standard, section 4, and its obsolete elements, section 16.2.
  static let html = Set(WordLists.words("tags"))

  /// The elements without an end tag.
  static let void = names("area base basefont bgsound br col embed frame hr img input link meta param source track wbr")

  /// The elements that begin and end a line.
  static let blocks = Set(WordLists.words("tags of blocks"))

  /// The elements whose content is not text.
  static let hidden = names("script style svg head template")

  static let stillPictures = names("img object")
  static let pictures = names("img video audio iframe object embed applet svg canvas")

  /// The attributes that need no value. Any other word without a value shows that a `<` does not begin a tag: `<a and
  /// b>`.
  static let booleanAttributes = Set(WordLists.words("attributes without a value"))

  /// The MathML elements that editors commonly write.
  static let math = Set(WordLists.words("tags of MathML"))

  /// The prefixes before a colon that word processors leave behind.
  static let prefixes = names("o w v m st1 st2 x mml")

  private static func names(_ words: String) -> Set<String> { Set(words.split(separator: " ").map(String.init)) }
}
