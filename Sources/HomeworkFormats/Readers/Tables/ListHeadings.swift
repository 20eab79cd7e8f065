/// The words above the two columns of a list: the sides of a card, and the names of languages.
enum ListHeadings {
  static func isName(_ heading: String) -> Bool {
    let word = Column.folded(heading)
    if words.contains(word) { return true }
    return [.question, .answer].contains(Column(heading)) && word.count > 1
  }

  private static let words: Set<String> = Set(
    """
    word words vocabulary expression phrase meaning translation wort worter vokabel vokabeln ausdruck bedeutung \
    ubersetzung mot mots expression signification sens traduction palabra palabras expresion significado traduccion \
    palavra palavras significado traducao parola parole significato traduzione woord woorden betekenis vertaling slowo \
    slowa znaczenie tlumaczenie слово слова значение перевод ord ordet betydelse oversattning kelime anlam ceviri \
    sana merkitys kaannos szo jelentes forditas slovo vyznam preklad 单词 词语 意思 翻译 単語 意味 訳 단어 뜻 \
    english englisch anglais ingles inglese engels angielski английский engelska ingilizce englanti angol anglicky \
    german deutsch allemand aleman tedesco alemao duits niemiecki немецкий tyska almanca saksa nemet nemecky \
    french franzosisch francais frances francese frans francuski французский franska fransizca ranska francia \
    spanish spanisch espagnol espanol spagnolo espanhol spaans hiszpanski испанский spanska ispanyolca espanja \
    italian italienisch italien italiano italiaans wloski итальянский italienska italyanca italia olasz \
    portuguese portugiesisch portugais portugues portoghese portugees portugalski португальский portugisiska \
    dutch niederlandisch neerlandais neerlandes olandese nederlands niderlandzki нидерландский nederlandska \
    polish polnisch polonais polaco polacco pools polski польский polska russian russisch russe ruso russo rosyjski \
    русский ryska swedish schwedisch suedois sueco svedese zweeds szwedzki шведский svenska latin latein latino \
    latijn lacina латинский greek griechisch grec griego greco grieks grecki греческий grekiska turkish turkisch turc \
    turco turks turecki турецкий turkiska turkce chinese chinesisch chinois chino cinese chinees chinski китайский \
    kinesiska japanese japanisch japonais japones giapponese japans japonski японский japanska korean koreanisch \
    coreen coreano koreaans arabic arabisch arabe arabo arabski арабский hebrew hebraisch czech tschechisch cesky \
    ukrainian ukrainisch українська finnish finnisch suomi norwegian norwegisch norsk danish danisch dansk hungarian \
    ungarisch magyar 英语 英語 德语 ドイツ語 法语 フランス語 中文 日本語 한국어 영어
    """.split(whereSeparator: \.isWhitespace).map { Column.folded(String($0)) })
}
