import HomeworkModel

/// The columns of a question table, by their headings in the languages in which such tables are common.
package enum Column: Hashable {
  case question, introduction, type, answer, explanation, category, options
  case option(Int), wrong(Int)
  /// Columns of the program's own export: lists in JSON.
  case accepted, concepts
  /// Known columns that quizzes have no use for.
  case seconds, ignored
  /// The address of a picture.
  case picture

  /// - Parameter heading: the heading in the file, which may have an explanation after a dash or in brackets.
  init?(_ heading: String) {
    let word = Self.folded(heading)
    if let column = Self.words[word] {
      self = column
      return
    }
    // `option 1`, `Antwort B`, `c`.
    let digits = word.reversed().prefix { $0.isASCII && $0.isNumber }.count
    if digits > 0, digits <= 2, let number = Int(word.suffix(digits)), (1...26).contains(number) {
      let head = String(word.dropLast(digits))
      if Self.optionHeads.contains(head) {
        self = .option(number - 1)
        return
      }
      if Self.wrongHeads.contains(head) {
        self = .wrong(number - 1)
        return
      }
    }
    if let letter = word.last, let value = letter.asciiValue, (97...122).contains(value),
      word.count == 1 || Self.optionHeads.contains(String(word.dropLast()))
    {
      self = .option(Int(value) - 97)
      return
    }
    guard Self.wrongHeads.contains(word) else { return nil }
    self = .wrong(0)
  }

  /// Returns the letters and digits of a heading, in lower case without accents, up to an explanation.
  static func folded(_ heading: String) -> String {
    var text = heading[...]
    for sign in [" - ", " – ", " — ", "(", "["] {
      if let place = text.firstRange(of: sign), place.lowerBound > text.startIndex { text = text[..<place.lowerBound] }
    }
    return Folding.withoutAccents(Folding.caseless(String(text))).replacing("ł", with: "l").filter {
      $0.isLetter || $0.isNumber
    }
  }

  /// Shown to people: the headings that the first line may contain.
  package static let known = "question, answer, option 1, option 2, …, explanation, category, type"

  private static let words: [String: Column] = {
    var table: [String: Column] = [:]
    for (column, words) in [
      (Column.introduction, "introduction"),
      (
        .question,
        """
        question questions questiontext questiontitle questionstem questionname questioncontent questionbody \
        quizquestion prompt stem front term text q frage fragetext fragestellung vorderseite \
        begriff enonce intitule recto terme pregunta enunciado termino anverso pergunta questao termo frente domanda \
        quesito termine fronte vraag vraagtekst voorkant pytanie trescpytania pojecie przod вопрос текствопроса термин \
        fraga framsida soru 问题 题目 問題 質問 質問文
        """
      ),
      (
        .answer,
        """
        answer correct correctanswer correctanswers correctoption correctchoice correctkey correctletter \
        correctnumber correctans correctanswerindex correctanswerkey correctanswerletter correctansweroption \
        correctoptionindex correctoptionnumber correctoptionletter rightanswer rightoption rightchoice solution back \
        definition key answerkey answerindex answerletter correctindex correctresponse response \
        antwort richtigeantwort richtigeantworten korrekteantwort losung richtig \
        ruckseite reponse bonnereponse reponsecorrecte reponsejuste correction verso respuesta respuestacorrecta \
        correcta solucion definicion reverso resposta respostacorreta respostacerta correta gabarito definicao \
        risposta rispostacorretta rispostaesatta corretta soluzione definizione retro antwoord juisteantwoord \
        correctantwoord goedeantwoord oplossing achterkant definitie odpowiedz poprawnaodpowiedz prawidlowaodpowiedz \
        rozwiazanie definicja tyl ответ правильныйответ верныйответ определение svar rattsvar rattasvaret ratt facit \
        baksida cevap dogrucevap 答案 正确答案 正解 答え 解答
        """
      ),
      (
        .explanation,
        """
        explanation answerexplanation feedback rationale comment comments note notes erklarung erlauterung begrundung \
        ruckmeldung kommentar explication commentaire retroaction justification explicacion retroalimentacion \
        comentario explicacao justificativa spiegazione commento uitleg toelichting wyjasnienie komentarz пояснение \
        объяснение комментарий forklaring aciklama 解析 解説
        """
      ),
      (
        .category,
        """
        category topic deck chapter kategorie thema kapitel categorie theme sujet chapitre categoria tema capitulo \
        assunto argomento onderwerp hoofdstuk kategoria temat rozdzial категория тема kategori amne 分类 カテゴリ
        """
      ),
      (.type, "type questiontype kind typ fragetyp art tipo soort vraagtype rodzaj тип типвопроса fragetyp 题型"),
      (
        .options,
        """
        options choices answers answeroptions possibleanswers optionen antworten antwortmoglichkeiten \
        auswahlmoglichkeiten choix reponses propositions opciones respuestas alternativas opcoes respostas opzioni \
        risposte scelte opties antwoorden keuzes opcje odpowiedzi варианты вариантыответа вариантыответов ответы \
        alternativ svarsalternativ 选项 選択肢
        """
      ),
      (.seconds, "time timelimit timeinseconds zeitlimit zeitinsekunden"), (.accepted, "acceptedanswers accepted"),
      (.concepts, "keyconcepts"),
      (
        .picture, "imagelink imageurl image img picture pictureurl bild image imagen imagem immagine afbeelding obrazek"
      ),
      (
        .ignored,
        """
        video points score weight tags tag id no nr number \
        difficulty level language hint source author date
        """
      ),
    ] {
      for word in words.split(whereSeparator: \.isWhitespace) { table[folded(String(word))] = column }
    }
    return table
  }()

  /// The words that precede an option's number or letter.
  private static let optionHeads: Set<String> = Set(
    """
    option opt choice answer ans alternative \
    antwort antwortmoglichkeit auswahl moglichkeit choix reponse proposition opcion \
    respuesta alternativa opcao resposta opzione risposta scelta optie antwoord keuze opcja odpowiedz wariant вариант \
    ответ вариантответа alternativ svarsalternativ secenek 选项 選択肢
    """.split(whereSeparator: \.isWhitespace).map { folded(String($0)) })

  private static let wrongHeads: Set<String> = Set(
    """
    wrong wronganswer wrongoption incorrect incorrectanswer incorrectoption distractor falscheantwort falsch \
    mauvaisereponse reponseincorrecte reponsefausse respuestaincorrecta respostaincorreta respostaerrada \
    rispostasbagliata rispostaerrata foutantwoord blednaodpowiedz неправильныйответ felsvar
    """.split(whereSeparator: \.isWhitespace).map { folded(String($0)) })

  /// Returns whether a heading is the timestamp with which form responses begin.
  static func isTimestamp(_ heading: String) -> Bool {
    [
      "timestamp", "zeitstempel", "horodateur", "marcatemporal", "carimbodedatahora", "informazionicronologiche",
      "tijdstempel", "sygnaturaczasowa", "отметкавремени", "tidstampel",
    ].contains(folded(heading))
  }
}
