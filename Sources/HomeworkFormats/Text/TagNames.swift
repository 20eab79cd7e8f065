/// The names of tags.
enum TagNames {
  /// The elements of the HTML standard, section 4, and its obsolete elements, section 16.2.
  static let html = names(
    """
    a abbr acronym address applet area article aside audio b base basefont bdi bdo bgsound big blink blockquote body \
    br button canvas caption center cite code col colgroup data datalist dd del details dfn dialog dir div dl dt em \
    embed fieldset figcaption figure font footer form frame frameset h1 h2 h3 h4 h5 h6 head header hgroup hr html i \
    iframe img input ins kbd label legend li link main map mark marquee math menu meta meter nav nobr noframes \
    noscript object ol optgroup option output p param picture plaintext pre progress q rp rt ruby s samp script search \
    section select slot small source span strike strong style sub summary sup svg table tbody td template textarea \
    tfoot th thead time title tr track tt u ul var video wbr xmp
    """)

  /// The elements without an end tag.
  static let void = names("area base basefont bgsound br col embed frame hr img input link meta param source track wbr")

  /// The elements that begin and end a line.
  static let blocks = names(
    """
    address article aside blockquote body center dd dir div dl dt fieldset figcaption figure footer form h1 h2 h3 h4 \
    h5 h6 header hgroup html main menu nav ol p pre section table tbody tfoot thead tr ul
    """)

  /// The elements whose content is not text.
  static let hidden = names("script style svg head template")

  static let stillPictures = names("img object")
  static let pictures = names("img video audio iframe object embed applet svg canvas")

  /// The attributes that need no value. Any other word without a value shows that a `<` does not begin a tag: `<a and
  /// b>`.
  static let booleanAttributes = names(
    """
    allowfullscreen async autofocus autoplay checked compact controls default defer disabled download formnovalidate \
    hidden inert ismap itemscope loop multiple muted nohref nomodule noshade novalidate nowrap open playsinline \
    readonly required reversed selected
    """)

  /// The MathML elements that editors commonly write.
  static let math = names(
    """
    annotation annotation-xml maction menclose merror mfenced mfrac mglyph mi mlabeledtr mmultiscripts mn mo mover \
    mpadded mphantom mprescripts mroot mrow ms mspace msqrt mstyle msub msubsup msup mtable mtd mtext mtr munder \
    munderover none semantics
    """)

  /// The prefixes before a colon that word processors leave behind.
  static let prefixes = names("o w v m st1 st2 x mml")

  private static func names(_ words: String) -> Set<String> { Set(words.split(separator: " ").map(String.init)) }
}
