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
    case startsAt([[Double]], Property, in: String)
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

  private static func spring(_ response: Double, _ damping: Double) -> Curve {
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

  private static let diet: [Self] = [
    .init(.diet, "1, Parallax: none", "parallax", .isRemoved),
    .init(.diet, "3, Photo: looking at your meal", "photoProcessing", .says("Looking at your meal...")),
    .init(
      .diet, "4, Recipe Saved: similar to food logged, instant", "recipeSaved", .moves(.scale, 0.8, 1.1),
      .moves(.scale, 1.1, 1, at: 150), .icon("checkmark"), .isInstant),
    .init(.diet, "5, Button, reduced: opacity only", "buttonTap", .fadesReduced(400)),
    .init(.diet, "5, Toggle, reduced: instant", "toggleSwitch", .isInstant),
    .init(.diet, "5, Slider, reduced: values on release", "sliderAdjustment", .isInstant),
    .init(.diet, "5, Swipe, reduced: native", "swipeActions", .isUnchanged),
    .init(.diet, "6, Bars and graph, reduced: instant", "macroProgressBars", .isInstant),
    .init(.diet, "6, Bars and graph, reduced: instant", "weeklyGraph", .isInstant),
    .init(.diet, "6, Numbers count up alongside", "calorieProgressRing", .moves(.count, 0, 1, for: 600, .easeOut)),
    .init(.diet, "7, Add, reduced: fade in only", "listItemAdd", .fadesReduced(300)),
    .init(.diet, "7, Delete, reduced: fade out", "listItemDelete", .fadesReduced(250)),
    .init(.diet, "8, Shake, reduced: a red border flashes", "errorShake", .coloured("red"), .fadesReduced(400)),
    .init(.diet, "8, Toast, reduced: fade only", "toastAppear", .fadesReduced(2300)),
    .init(.diet, "9, Camera, reduced: fade", "cameraOpen", .fadesReduced(400)),
    .init(.diet, "9, Camera: the button scales in", "cameraOpen", .moves(.scale, of: "button", 0, 1, at: 400)),
    .init(.diet, "9, Photo, reduced: no flash", "photoCapture", .onlyHaptic),
    .init(
      .diet, "9, Overlay: results slide up, instantly when reduced", "resultCards", .moves(.slide, 1, 0), .isInstant),
    .init(.diet, "3, Pull to Refresh, reduced: native", "diet.pullToRefresh", .isUnchanged, .until("refreshed")),
    .init(
      .diet, "2, Push: 350, ease-out, 30 % and 0.3; cross-fade 150", "navigationPush", .lasts(350),
      .moves(.slide, 1, 0, for: 350, .easeOut), .moves(.x, of: "outgoing", 0, -0.3),
      .moves(.opacity, of: "outgoing", 1, 0.3), .fadesReduced(150)),
    .init(
      .diet, "2, Pop: 300, ease-out, 30 %; cross-fade 150", "navigationPop", .lasts(300),
      .moves(.slide, 0, 1, for: 300, .easeOut), .moves(.x, of: "previous", -0.3, 0), .fadesReduced(150)),
    .init(
      .diet, "2, Modal: 400, spring (0.4, 0.8), dim 50 % in 200; fade 200", "modalPresentation", .lasts(400),
      .moves(.slide, 1, 0, for: 400, spring(0.4, 0.8)), .moves(.opacity, of: "backdrop", 0, 0.5, for: 200),
      .fadesReduced(200)),
    .init(
      .diet, "2, Dismissal: 300, ease-in; fade 150", "modalDismissal", .lasts(300, of: "dismissed"),
      .moves(.slide, 0, 1, for: 300, .easeIn, in: "dismissed"), .moves(.slide, 0.5, 0, in: "springBack"),
      .startsAt([[0, 0], [100, 1]], .slide, in: "springBack"),
      .startsAt([[0, 0], [100, 1]], .slide, in: "dismissed"),
      .reducedTo(.instant, in: "springBack"), .fadesReduced(150)),
    .init(
      .diet, "2, Tabs: 200, ease-in-out, icon 1.1", "tabSwitching", .lasts(200),
      .moves(.opacity, 0, 1, for: 200, .easeInOut), .moves(.scale, of: "icon", 1, 1.1),
      .moves(.scale, of: "icon", 1.1, 1, at: 100), .isInstant),
    .init(
      .diet, "3, Initial load: shimmer 1.5 s, 0.3 to 0.5; 1 s", "initialContentLoad",
      .moves(.shimmer, 0, 200, for: 1500, .linear), .moves(.opacity, 0.3, 0.5), .until("loaded"), .fadesReduced(1000),
      .reducedMoves(.opacity, 0.3, 0.5, for: 500), .reducedMoves(.opacity, 0.5, 0.3, at: 500, for: 500),
      .coloured("clear"), .coloured("white"), .value("shimmerOpacity", .number(0.4))),
    .init(.diet, "3, Inline: text fade 150", "inlineText", .moves(.opacity, of: "text", 1, 0, for: 150), .isInstant),
    .init(
      .diet, "3, Inline: the spinner goes round until it is over", "inlineLoading",
      .moves(.rotation, of: "spinner", 0, 360), .until("loaded"), .isInstant),
    .init(
      .diet, "3, Pull to Refresh: bounces by a spring on release", "pullRelease", .moves(.y, 1, 0, spring(0.3, 0.6)),
      .isUnchanged),
    .init(
      .diet, "3, Photo: stays until it is done, no pulse and no progress that is not there", "photoProcessing",
      .until("processed"), .reducedMoves(.progress, 0, 0, for: 600),
      .reducedMoves(.opacity, of: "photo", 0.3, 0.3, for: 600), .coloured("deepTeal")),
    .init(
      .diet, "4, Food logged: draw 0.3 s, 0.8 to 1.1 to 1.0, 5 to 8, 1.5 s, 48 points", "foodLogged", .lasts(1500),
      .value("size", .number(48)), .moves(.progress, 0, 1, for: 300), .moves(.scale, 0.8, 1.1),
      .moves(.scale, 1.1, 1, at: 150), .particles(5...8),
      .haptic(.medium), .fadesReduced(1500)),
    .init(
      .diet, "4, Favorite: 1.0 to 1.3 to 1.0, 300, light", "favoriteAdded", .lasts(300), .moves(.scale, 1, 1.3),
      .moves(.scale, 1.3, 1, at: 150), .haptic(.light), .isInstant),
    .init(.diet, "4, Sync: toast for 2 s", "syncComplete", .lasts(2000), .coloured("green"), .fadesReduced(2000)),
    .init(
      .diet, "5, Button: 0.97 and 0.9, back by a spring of 0.2 s", "buttonTap", .moves(.scale, 1, 0.97),
      .moves(.opacity, 1, 0.9), .moves(.scale, 0.97, 1, at: 200, for: 200, spring(0.2, 0.7)), .haptic(.light, at: 200)),
    .init(
      .diet, "5, Toggle: 250, background 200", "toggleSwitch", .lasts(250),
      .moves(.colour, of: "background", 0, 1, for: 200), .haptic(.light)),
    .init(
      .diet, "5, Slider: the thumb grows while it is dragged", "sliderAdjustment", .moves(.scale, of: "thumb", 1, 1.1),
      .moves(.scale, of: "thumb", 1.1, 1, at: 100), .haptic(.selection)),
    .init(
      .diet, "5, Card: 1.02, border 200, check mark 150; border at once, no scale", "cardSelection",
      .moves(.scale, 1, 1.02), .moves(.opacity, of: "border", 0, 1, for: 200),
      .moves(.opacity, of: "checkmark", 0, 1, for: 150), .fadesReduced(0),
      .reducedMoves(.opacity, of: "border", 1, 1, for: 0)),
    .init(
      .diet, "5, Swipe: snap back, red background", "swipeActions", .moves(.x, 1, 0), .coloured("red"), .haptic(.medium)
    ),
    .init(
      .diet, "5, FAB: 1.0 to 0.95 to 1.0, medium", "fabTap", .moves(.scale, 1, 0.95), .moves(.scale, 0.95, 1, at: 100),
      .haptic(.medium), .onlyHaptic),
    .init(
      .diet, "6, Ring: 600, ease-out, 12 wide, from −90 degrees", "calorieProgressRing",
      .moves(.progress, 0, 1, for: 600, .easeOut), .value("lineWidth", .number(12)), .value("startAngle", .number(-90)),
      .isInstant),
    .init(
      .diet, "6, Bars: 400 each, 100 apart", "macroProgressBars", .moves(.progress, 0, 1, for: 400, .easeOut),
      .staggered(100, limit: 3)),
    .init(.diet, "6, Graph: 400 each, 50 apart", "weeklyGraph", .moves(.progress, 0, 1, for: 400), .staggered(50)),
    .init(
      .diet, "7, Add: 300, neighbours by a spring", "listItemAdd", .lasts(300), .moves(.scale, 0, 1, spring(0.3, 0.8)),
      .moves(.y, of: "neighbours", -1, 0, spring(0.3, 0.8))),
    .init(
      .diet, "7, Delete: 250, the rest collapses by a spring", "listItemDelete", .lasts(250), .moves(.slide, 0, 1),
      .moves(.y, of: "neighbours", 1, 0, spring(0.3, 0.8))),
    .init(
      .diet, "7, Refresh: 200; 10, Easing Reference: ease-in-out", "contentRefresh", .lasts(200),
      .moves(.opacity, 0, 1, for: 200, .easeInOut), .isInstant),
    .init(
      .diet, "8, Shake: −10, 10, −6, 6, −3, 0 in 400", "errorShake", .lasts(400), .moves(.x, 0, -10),
      .moves(.x, -10, 10, at: 66), .moves(.x, 10, -6, at: 133), .moves(.x, -6, 6, at: 200), .moves(.x, 6, -3, at: 266),
      .moves(.x, -3, 0, at: 333), .haptic(.error)),
    .init(
      .diet, "8, Toast: 300, goes by itself", "toastAppear", .moves(.slide, 1, 0, for: 300),
      .moves(.slide, 0, 1, at: 2000, for: 300), .moves(.opacity, 0, 1, for: 300)),
    .init(
      .diet, "8, Alert: 0.9, 200; 2, Modal: dim to 50 %", "alertDialog", .lasts(200), .moves(.scale, 0.9, 1),
      .moves(.opacity, 0, 1), .moves(.opacity, of: "backdrop", 0, 0.5, for: 200), .fadesReduced(200),
      .reducedMoves(.opacity, of: "backdrop", 0, 0.5, for: 200)),
    .init(
      .diet, "9, Camera: the preview after the sheet", "cameraOpen", .moves(.slide, 1, 0),
      .moves(.opacity, of: "preview", 0, 1, at: 400)),
    .init(
      .diet, "9, Photo: flash 100, shrinks in 400", "photoCapture", .lasts(400),
      .moves(.opacity, of: "flash", 1, 0, for: 100), .moves(.scale, 1, 0.5, for: 400), .haptic(.success)),
    .init(
      .diet, "9, Overlay: until it is done, a static indicator", "aiProcessingOverlay", .until("processed"),
      .reducedMoves(.progress, 0, 0, for: 600), .reducedMoves(.glow, 0, 0, for: 600)),
    .init(.diet, "11, Pull to refresh", "diet.pullToRefresh", .haptic(.medium)),
    .init(.diet, "11, Destructive action", "destructiveConfirm", .haptic(.heavy)),
  ]
}
