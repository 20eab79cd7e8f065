import HomeworkMotion

/// All numbers that a row of the five documents gives for an animation, as the row gives them.
struct DocumentedNumber: Sendable {
  enum Figure: Sendable {
    case delay(Int)
    /// In the variant of this name, or in the only one.
    case lasts(Int, of: String? = nil)
    case moves(
      Property, of: String? = nil, Double, Double, at: Int = 0, for: Int? = nil, Curve? = nil, in: String? = nil)
    case haptic(Haptic.Kind, at: Int = 0, in: String? = nil)
    case sound(String)
    case says(String), explains(String), suggests(String)
    case staggered(Int, limit: Int? = nil)
    case particles(ClosedRange<Int>, in: String? = nil)
    case reducedTo(ReducedForm, in: String? = nil)
    case fadesReduced(Int)
    case onlyHaptic, isInstant, isUnchanged, isRemoved
    case until(String)
    case untilFact(Fact)
    case icon(String)
    case from(percentage: Int)
    case coloured(String)
    case message(String)
    case destructive(String)
    case value(String, DesignValue)
    case startsAt([[Double]], Property, in: String?)
    /// The reduced form has this phase.
    case reducedMoves(Property, of: String? = nil, Double, Double, at: Int = 0, for: Int)
  }

  let profile: ProfileName
  /// The place of the row, and its text.
  let row: String
  let animation: AnimationName
  let figures: [Figure]

  init(_ profile: ProfileName, _ row: String, _ animation: AnimationName, _ figures: Figure...) {
    (self.profile, self.row, self.animation, self.figures) = (profile, row, animation, figures)
  }

  static func spring(_ response: Double, _ damping: Double) -> Curve {
    .spring(response: response, dampingFraction: damping)
  }

  static let all = streak + homework + offload + ncdb + diet

  private static let streak: [Self] = [
    .init(
      .mcqStreak, "A1, Pre-A1: 200 easeInOut", .dotSettle, .lasts(200), .moves(.colour, 0, 1, for: 200, .easeInOut),
      .isUnchanged),
    .init(.mcqStreak, "A1, 1: green hold 100", .a1, .moves(.opacity, 1, 1, for: 100, .linear, in: "newStreak")),
    .init(.mcqStreak, "A1, 2: green to yellow 100", .a1, .moves(.colour, 0, 1, at: 100, for: 100, in: "newStreak")),
    .init(
      .mcqStreak, "A1, 3a: scale 0 to 1.2 in 500, 360 degrees in 450", .a1,
      .moves(.scale, of: "star", 0, 1.2, at: 200, for: 500, .easeOut, in: "newStreak"),
      .moves(.rotation, of: "star", 0, 360, at: 200, for: 450, .linear, in: "newStreak"),
      .moves(.scale, of: "star", 0, 1.2, at: 0, for: 500, .easeOut, in: "continuingStreak"),
      .moves(.rotation, of: "star", 0, 360, at: 0, for: 450, .linear, in: "continuingStreak")),
    .init(
      .mcqStreak, "A1, 3b: scale 1.2 to 1.0 in 400", .a1,
      .moves(.scale, of: "star", 1.2, 1, at: 700, for: 400, .easeInOut, in: "newStreak"),
      .moves(.scale, of: "star", 1.2, 1, at: 500, for: 400, .easeInOut, in: "continuingStreak")),
    .init(
      .mcqStreak, "A1: 1100, 900", .a1, .delay(200), .lasts(1100, of: "newStreak"), .lasts(900, of: "continuingStreak")),
    .init(
      .mcqStreak, "A1, Reduce Motion: one opacity, 250", .a1,
      .reducedTo(.phases([Phase("opacity", .opacity, for: 250, .easeInOut, 0, 1)]))),
    .init(
      .mcqStreak, "A1, Size settle: 22.4 to 16 in 200", .sizeSettle, .moves(.size, 22.4, 16, for: 200, .easeInOut),
      .isUnchanged),
    .init(
      .mcqStreak, "A2: 0.6, spring (0.45, 0.55), 450", .a2, .lasts(450), .moves(.scale, 0.6, 1, spring(0.45, 0.55))),
    .init(.mcqStreak, "A2, Suppressed when", .a2, .isRemoved),
    .init(.mcqStreak, "A3: 900 after A2", .a3, .delay(900)),
    .init(.mcqStreak, "A3, Step: 1 every 200", .a3, .staggered(200), .moves(.count, 0, 1, for: 0)),
    .init(
      .mcqStreak, "A3, Step pulse: 1.0 to 1.07 to 1.0", .a3,
      .moves(.scale, 1, 1.07, .boundedSpring(DampedSpring(response: 0.18, dampingFraction: 0.62))),
      .moves(.scale, 1.07, 1, at: 100, for: 100)),
    .init(.mcqStreak, "A3, Digit roll: 150 easeInOut", .a3, .moves(.y, 0, 1, for: 150, .easeInOut), .isRemoved),
    .init(.mcqStreak, "A4, standard: 80, 2500", .a4, .particles(80...80, in: "standard"), .lasts(2900, of: "standard")),
    .init(.mcqStreak, "A4, medium: 120, 2700", .a4, .particles(120...120, in: "medium"), .lasts(3100, of: "medium")),
    .init(.mcqStreak, "A4, max: 160, 3000", .a4, .particles(160...160, in: "max"), .lasts(3400, of: "max")),
    .init(.mcqStreak, "A4, Spawn offset: 0 to 0.4 s", .a4, .moves(.particles, 0, 1, for: 400, in: "max")),
    .init(
      .mcqStreak, "A4, Lifespan fade: last 35 % of each", .a4,
      .moves(.opacity, of: "particle", 1, 0, at: 1625, for: 875, .linear, in: "standard"),
      .moves(.opacity, of: "particle", 1, 0, at: 1755, for: 945, .linear, in: "medium"),
      .moves(.opacity, of: "particle", 1, 0, at: 1950, for: 1050, .linear, in: "max")),
    .init(.mcqStreak, "A4, Suppressed when", .a4, .isRemoved),
  ]

  private static let homework: [Self] = [
    .init(
      .homework, "1, Step 1: light, sheet 0.3 s", "captureSheet", .lasts(300), .haptic(.light), .moves(.slide, 1, 0)),
    .init(.homework, "1, Step 5: generating 0 to 3 s", "processingGenerating", .lasts(3000), .moves(.rotation, 0, 360)),
    .init(
      .homework, "1, Step 5: Analyzing Homework, brain, until it is ready", "processingGenerating",
      .says("Analyzing Homework"), .icon("brain"), .isInstant),
    .init(
      .homework, "1, Step 5: the product is reading your homework, over a blurred backdrop", "processingGenerating",
      .message("{product} is reading your homework..."), .value("product", .text("Claude")),
      .moves(.opacity, of: "blurredBackdrop", 1, 1, for: 3000)),
    .init(
      .homework, "1, Step 5: an overlay with a blurred backdrop", "processingSaving",
      .moves(.opacity, of: "blurredBackdrop", 1, 1, for: 200)),
    .init(
      .homework, "1, Step 5: an overlay with a blurred backdrop", "quizReady",
      .moves(.opacity, of: "blurredBackdrop", 1, 1, for: 1000)),
    .init(
      .homework, "Invalid Image: back to the source picker by a pop of 0.3 s", "toSourcePicker", .lasts(300),
      .moves(.slide, 0, 1, for: 300, .easeInOut), .moves(.x, of: "sourcePicker", -1, 0, for: 300, .easeInOut)),
    .init(
      .homework, "2, Fill-in-Blank and Short Answer: shows the response and what is right", "answerFeedback",
      .value("fillBlankShows", .list(["response", "correctAnswer"])),
      .value("shortAnswerShows", .list(["response", "modelAnswer"]))),
    .init(.homework, "1, Step 5: saving 3 to 3.2 s", "processingSaving", .lasts(200), .says("Saving Quiz")),
    .init(
      .homework, "1, Step 5: ready 3.2 to 4.2 s, green", "quizReady", .delay(200), .lasts(1000), .says("Quiz Ready!"),
      .coloured("green")),
    .init(.homework, "1, Step 5 and 6: at 4.2 s a push of 0.3 s", "toQuiz", .delay(1200), .lasts(300)),
    .init(.homework, "1, Scenario 1", "alertMissingKey", .says("Configuration Error")),
    .init(.homework, "1, Scenario 2", "alertNetwork", .says("Connection Failed")),
    .init(.homework, "1, Scenario 3", "alertTimeout", .says("Request Timeout")),
    .init(.homework, "1, Scenario 4", "alertInvalidResponse", .says("Quiz Generation Failed")),
    .init(
      .homework, "API Quota Exceeded", "alertRateLimited", .says("Rate limit reached"), .explains("Please wait {wait}")),
    .init(
      .homework, "Invalid Image", "alertUnreadable", .says("Could not read homework"),
      .suggests("Try a clearer photo with better lighting")),
    .init(
      .homework, "Network Reconnection: retries after the toast", "autoRetry", .delay(300),
      .untilFact(.generationChanged)),
    .init(.homework, "2, Visual States: pressed 0.95 in 0.1 s", "optionPressed", .moves(.scale, 1, 0.95, for: 100)),
    .init(.homework, "2, Visual States: selected, blue border", "optionSelected", .coloured("blue")),
    .init(
      .homework, "2, MCQ: wait 100 ms, green or red", "answerFeedback", .delay(100), .haptic(.success, in: "correct"),
      .haptic(.error, in: "wrong"), .coloured("green"), .coloured("red")),
    .init(.homework, "2, Next Question: 0.3 s", "nextQuestion", .lasts(300)),
    .init(.homework, "2, Progress Tracking: the bar of every answer", "progressUpdate", .moves(.progress, 0, 1)),
    .init(.homework, "2, Exit Quiz", "exitAlert", .says("Exit Quiz?"), .destructive("Exit")),
    .init(
      .homework, "3, Quiz Completion: 0.5 s fade and scale", "resultsTransition", .lasts(500), .moves(.opacity, 0, 1)),
    .init(.homework, "3, 0.2 s: emoji scales in", "resultsEmoji", .delay(200), .moves(.scale, 0, 1)),
    .init(.homework, "3, 0.4 s: ring, 1 s", "resultsRing", .delay(400), .lasts(1000), .moves(.progress, 0, 1)),
    .init(.homework, "3, 1.4 s: cards slide in", "resultsStats", .delay(1400), .moves(.slide, 1, 0)),
    .init(.homework, "3, 1.8 s: buttons appear", "resultsActions", .delay(1800), .moves(.opacity, 0, 1)),
    .init(.homework, "3, 2.0 s: confetti", "resultsConfetti", .delay(2000), .lasts(3400)),
    .init(.homework, "3, 2.0 s: from 90 %", "resultsConfetti", .from(percentage: 90), .isRemoved),
    .init(
      .homework, "Haptic map: quiz complete", "quizComplete", .haptic(.success, in: "excellent"),
      .haptic(.warning, in: "below")),
    .init(.homework, "Haptic map: delete", "deletion", .haptic(.medium)),
    .init(.homework, "4, Delete Confirmation", "deleteAlert", .says("Delete Homework?"), .destructive("Delete")),
    .init(.homework, "Haptic map: text input focus", "textInputFocus", .haptic(.selection)),
    .init(.homework, "Loading States: skeleton", "skeletonScreens", .until("loaded"), .moves(.opacity, 1, 1)),
    .init(.homework, "Loading States: animate in", "loadedContent", .moves(.opacity, 0, 1)),
    .init(.homework, "Loading States: refresh, brief haptic", "refreshSpinner", .haptic(.light), .until("refreshed")),
    .init(.homework, "Network Reconnection", "connectedToast", .says("Connected")),
    .init(
      .homework, "Push: 0.3 s, both by 100 %", "push", .lasts(300), .moves(.slide, 1, 0, for: 300, .easeInOut),
      .moves(.x, of: "outgoing", 0, -1, for: 300, .easeInOut), .haptic(.light)),
    .init(
      .homework, "Pop: 0.3 s, the other is revealed", "pop", .lasts(300), .moves(.slide, 0, 1, for: 300, .easeInOut),
      .moves(.x, of: "previous", -1, 0), .haptic(.light)),
    .init(
      .homework, "Modal: 0.4 s, damping 0.7, backdrop to 0.4", "modal", .lasts(400),
      .moves(.slide, 1, 0, for: 400, spring(0.4, 0.7)), .moves(.opacity, of: "backdrop", 0, 0.4)),
    .init(
      .homework, "Button Press: 0.95 in 0.1 s, back in 0.2 s, damping 0.6", "homework.buttonPress", .lasts(300),
      .moves(.scale, 1, 0.95, for: 100), .moves(.scale, 0.95, 1, at: 100, for: 200, spring(0.2, 0.6)), .haptic(.light)),
    .init(
      .homework, "Card Appearance: 0.3 s, 20 points, 0.05 s each", "homework.cardAppearance", .lasts(300),
      .moves(.opacity, 0, 1), .moves(.y, 20, 0), .staggered(50)),
    .init(.homework, "Progress Ring: 1.0 s ease-out", "progressRing", .moves(.progress, 0, 1, for: 1000, .easeOut)),
  ]

  private static let offload: [Self] = [
    .init(
      .offload, ".itemCompleted: 1.0 to 1.15 to 1.0, 0.4 s, light, success", "itemCompleted", .lasts(400),
      .moves(.scale, 1, 1.15), .moves(.scale, 1.15, 1, at: 200), .moves(.scale, of: "checkmark", 0, 1), .haptic(.light),
      .coloured("success"), .onlyHaptic),
    .init(
      .offload, ".firstCapture: pulse and 5 to 8 shapes, 1.5 s, medium", "firstCapture", .lasts(1500),
      .moves(.scale, 1, 1.15), .particles(5...8), .haptic(.medium), .onlyHaptic),
    .init(
      .offload, ".collectionCompleted: glow and particles, 2 s, medium", "collectionCompleted", .lasts(2000),
      .moves(.glow, of: "border", 0, 1), .coloured("accentSecondary"), .particles(5...8), .haptic(.medium), .onlyHaptic),
    .init(
      .offload, "Particle System: circles or rounded rectangles, random offset", "firstCapture",
      .value("shapes", .list(["Circle", "RoundedRectangle"])), .value("offset", .text("random"))),
    .init(
      .offload, "Particle System: circles or rounded rectangles, random offset", "collectionCompleted",
      .value("shapes", .list(["Circle", "RoundedRectangle"])), .value("offset", .text("random"))),
    .init(
      .offload, "Particle System: fade over 1 to 1.5 s", "collectionCompleted",
      .moves(.opacity, of: "particle", 1, 0, for: 1500)),
    .init(.offload, "Collection Completed: toast", "successToast", .delay(2000), .says("{collection} complete!")),
    .init(.offload, "Constraints: the toast stays under reduced motion, unanimated", "successToast", .isInstant),
    .init(
      .offload, "First Capture: ding and amber flash", "captureFlash", .sound("typewriterDing"), .coloured("amber"),
      .onlyHaptic),
  ]

  private static let ncdb: [Self] = [
    .init(
      .ncdb, "Card Appearance: 0.95, spring (0.5, 0.8); 0.35 s", "ncdb.cardAppearance", .lasts(350),
      .moves(.opacity, 0, 1, spring(0.5, 0.8)), .moves(.scale, 0.95, 1, spring(0.5, 0.8))),
    .init(.ncdb, "Provide Alternatives: fades in place of movement", "ncdb.cardAppearance", .fadesReduced(200)),
    .init(.ncdb, "Provide Alternatives: fades in place of movement", "staggeredList", .fadesReduced(200)),
    .init(.ncdb, "Provide Alternatives: fades in place of movement", "screenTransition", .fadesReduced(200)),
    .init(.ncdb, "Provide Alternatives: fades in place of movement", "sheetPresentation", .fadesReduced(200)),
    .init(.ncdb, "Provide Alternatives: fades in place of movement", "achievementUnlock", .fadesReduced(200)),
    .init(.ncdb, "Provide Alternatives: functional ones are never removed", "skeletonLoading", .isInstant),
    .init(
      .ncdb, "Provide Alternatives: functional ones are never removed", "progressIndicator", .isInstant,
      .until("loaded")),
    .init(
      .ncdb, "Provide Alternatives: in from the trailing edge, out to the leading one, opacity only",
      "asymmetricTransition",
      .moves(.slide, of: "insertion", 1, 0), .moves(.opacity, of: "insertion", 0, 1),
      .moves(.slide, of: "removal", 0, -1), .moves(.opacity, of: "removal", 1, 0),
      .value("insertionEdge", .text("trailing")), .value("removalEdge", .text("leading")), .fadesReduced(200)),
    .init(
      .ncdb, "Sheet Presentation: as the system does, radius 24", "sheetPresentation", .moves(.slide, 1, 0),
      .value("cornerRadius", .number(24)), .value("background", .text("ultraThinMaterial"))),
    .init(.ncdb, "Screen Transitions: matched geometry", "screenTransition", .moves(.size, 0, 1)),
    .init(
      .ncdb, "Pull to Refresh: until it is over", "ncdb.pullToRefresh", .moves(.rotation, of: "spinner", 0, 360),
      .until("refreshed")),
    .init(
      .ncdb, "Staggered List: 20 points, 0.05 s each, 10 at most", "staggeredList",
      .moves(.y, 20, 0, spring(0.5, 0.8)), .staggered(50, limit: 10)),
    .init(.ncdb, "Button Press: 0.96, 0.2 s", "ncdb.buttonPress", .lasts(200), .moves(.scale, 1, 0.96)),
    .init(
      .ncdb, "Star Rating: 0.9, spring (0.4, 0.6), which settles in 0.4 s, 0.1 s apart, a golden glow", "starRating",
      .lasts(400), .moves(.scale, 0.9, 1, for: 400, spring(0.4, 0.6)), .moves(.glow, 0, 1), .staggered(100, limit: 5),
      .coloured("cageGold")),
    .init(
      .ncdb, "Ranking Reorder: spring (0.3, 0.8), medium", "rankingReorder", .moves(.y, 0, 1, spring(0.3, 0.8)),
      .haptic(.medium)),
    .init(.ncdb, "Tab Transitions: easeInOut 0.2 s", "tabTransition", .moves(.opacity, 0, 1, for: 200, .easeInOut)),
    .init(
      .ncdb, "Swipe: the drag follows the finger with interactiveSpring", "swipeDrag",
      .moves(.y, 0, 0, spring(0.3, 0.7)), .startsAt([[-844, -844], [844, 844]], .y, in: nil),
      .startsAt([[-300, 0], [0, 1], [300, 0]], .opacity, in: nil)),
    .init(
      .ncdb, "Swipe: back by (0.5, 0.8), away by (0.3, 0.8)", "swipeToDismiss",
      .moves(.y, 100, 0, spring(0.5, 0.8), in: "back"), .moves(.y, 100, 844, spring(0.3, 0.8), in: "dismiss"),
      .moves(.y, -100, -844, spring(0.3, 0.8), in: "dismissUp")),
    .init(
      .ncdb, "Swipe: opacity is 1 less the distance over 300", "swipeToDismiss",
      .startsAt([[-300, 0], [0, 1], [300, 0]], .opacity, in: "back"),
      .startsAt([[-300, 0], [0, 1], [300, 0]], .opacity, in: "dismiss"),
      .startsAt([[-300, 0], [0, 1], [300, 0]], .opacity, in: "dismissUp")),
    .init(
      .ncdb, "Carousel: 0.9, 0.7, 16 apart", "carouselSnapping", .moves(.scale, 0.9, 1), .moves(.opacity, 0.7, 1),
      .value("spacing", .number(16))),
    .init(
      .ncdb, "Achievement: 0.5 to 1.1, −10 degrees, spring (0.6, 0.6)", "achievementUnlock", .lasts(800),
      .moves(.scale, 0.5, 1.1), .moves(.rotation, -10, 0, spring(0.6, 0.6)), .moves(.opacity, 0, 1, spring(0.6, 0.6))),
    .init(
      .ncdb, "Achievement: settles after 0.3 s by (0.4, 0.8)", "achievementUnlock",
      .moves(.scale, 1.1, 1, at: 300, spring(0.4, 0.8))),
    .init(
      .ncdb, "Achievement: confetti and haptic at 0.2 s", "achievementUnlock", .moves(.particles, 0, 1, at: 200),
      .haptic(.success, at: 200)),
    .init(
      .ncdb, "Milestone: 0.3 to 0.8, 0.8 s, three times", "milestone", .lasts(2400),
      .moves(.glow, 0.3, 0.8, for: 800, .easeInOut), .moves(.glow, 0.3, 0.8, at: 1600, for: 800, .easeInOut),
      .value("glowRadius", .number(20))),
    .init(
      .ncdb, "Skeleton: 300 in 1.5 s, white of 0.3", "skeletonLoading", .moves(.shimmer, 0, 300, for: 1500, .linear),
      .until("loaded"), .coloured("clear"), .coloured("white"), .value("shimmerOpacity", .number(0.3))),
    .init(
      .ncdb, "Spinner: 360 degrees in 1 s, trimmed to 0.7, 3 wide, 30 across, gold", "progressIndicator",
      .moves(.rotation, 0, 360, for: 1000, .linear), .coloured("cageGold"), .value("trimFrom", .number(0)),
      .value("trimTo", .number(0.7)), .value("lineWidth", .number(3)), .value("width", .number(30)),
      .value("height", .number(30))),
    .init(.ncdb, "Optimization Example: spring 0.3", "selectionBorder", .moves(.opacity, of: "border", 0, 1)),
  ]
}
