import HomeworkMotion

/// The headings and table rows of the five documents that name an animation, each with its equivalent in the catalogue.
enum Documents {
  struct Line {
    let section: String
    let words: String
    let names: [AnimationName]

    init(_ section: String, _ words: String, _ names: AnimationName...) {
      self.section = section
      self.words = words
      self.names = names
    }
  }

  static let lines: [ProfileName: [Line]] = [
    .mcqStreak: mcqStreak, .homework: homework, .offload: offload, .ncdb: ncdb, .diet: diet,
  ]

  private static let mcqStreak = [
    Line("A1", "Streak Activation (Indicator Bar)", .a1), Line("A1", "Pre-A1", .dotSettle),
    Line("A1", "Size settle (22.4 to 16 pt)", .sizeSettle), Line("A2", "Results Badge Spring-In", .a2),
    Line("A3", "Results Count-Up", .a3), Line("A4", "Celebration Particles", .a4),
  ]

  private static let homework = [
    Line("1, Step 1", "Trigger Capture: sheet modal", "captureSheet"),
    Line("1, Step 5", "AI Processing: Generating", "processingGenerating"),
    Line("1, Step 5", "AI Processing: Saving", "processingSaving"),
    Line("1, Step 5", "AI Processing: Complete", "quizReady"),
    Line("1, Step 6", "Navigation to Quiz: push from right", "push", "toQuiz"),
    Line(
      "1, Error Handling", "Scenario 1 to 4", "alertMissingKey", "alertNetwork", "alertTimeout", "alertInvalidResponse"),
    Line("2, MCQ", "Visual States", "optionPressed", "optionSelected"),
    Line("2, Navigation Controls", "Exit Quiz", "exitAlert"), Line("4", "Delete Confirmation", "deleteAlert"),
    Line("2, MCQ", "Button animation", "homework.buttonPress"),
    Line("2, MCQ", "Show feedback", "answerFeedback"),
    Line("2, Navigation Controls", "Next Question: slide left", "nextQuestion"),
    Line("2, Progress Tracking", "Progress bar", "progressUpdate"),
    Line("3, Quiz Completion", "Animate to results screen", "resultsTransition"),
    Line("3, Results Display Timeline", "0.2s: Grade emoji", "resultsEmoji"),
    Line("3, Results Display Timeline", "0.4s: Circular progress", "resultsRing"),
    Line("3, Results Display Timeline", "1.4s: Stats cards", "resultsStats"),
    Line("3, Results Display Timeline", "1.8s: Action buttons", "resultsActions"),
    Line("3, Results Display Timeline", "2.0s: Confetti", "resultsConfetti"),
    Line("Haptic Feedback Map", "Button press", "homework.buttonPress"),
    Line("Haptic Feedback Map", "Correct answer, wrong answer", "answerFeedback"),
    Line("Haptic Feedback Map", "Quiz complete", "quizComplete"),
    Line("Haptic Feedback Map", "Delete", "deletion"), Line("Haptic Feedback Map", "Navigation", "push", "pop"),
    Line("Haptic Feedback Map", "Text input focus", "textInputFocus"),
    Line("Loading States", "Initial Load", "skeletonScreens", "loadedContent"),
    Line("Loading States", "Refresh", "refreshSpinner"),
    Line("Page Transitions", "Push", "push"), Line("Page Transitions", "Pop", "pop"),
    Line("Page Transitions", "Modal", "modal"), Line("Component Animations", "Button Press", "homework.buttonPress"),
    Line("Component Animations", "Card Appearance", "homework.cardAppearance"),
    Line("Component Animations", "Progress Ring", "progressRing"),
    Line("Error Recovery Flows", "Network Reconnection", "connectedToast", "autoRetry"),
    Line("Error Recovery Flows", "API Quota Exceeded", "alertRateLimited"),
    Line("Error Recovery Flows", "Invalid Image", "alertUnreadable", "toSourcePicker"),
  ]

  private static let offload = [
    Line("CelebrationStyle Enum", ".itemCompleted", "itemCompleted"),
    Line("CelebrationStyle Enum", ".firstCapture", "firstCapture"),
    Line("CelebrationStyle Enum", ".collectionCompleted", "collectionCompleted"),
    Line("Particle System", "5-8 shapes", "firstCapture", "collectionCompleted"),
    Line("Detection Logic", "First Capture: amber flash", "captureFlash"),
    Line("Detection Logic", "Collection Completed: success toast", "successToast"),
  ]

  private static let ncdb = [
    Line("Animation Patterns", "Card Appearance", "ncdb.cardAppearance"),
    Line("Animation Patterns", "Staggered List Animation", "staggeredList"),
    Line("Animation Patterns", "Button Press", "ncdb.buttonPress"),
    Line("Animation Patterns", "Star Rating Animation", "starRating"),
    Line("Animation Patterns", "Ranking Reorder", "rankingReorder"),
    Line("Transition Patterns", "Screen Transitions", "screenTransition"),
    Line("Transition Patterns", "Sheet Presentation", "sheetPresentation"),
    Line("Transition Patterns", "Tab Transitions", "tabTransition"),
    Line("Gesture Animations", "Swipe to Dismiss", "swipeDrag", "swipeToDismiss"),
    Line("Gesture Animations", "Pull to Refresh", "ncdb.pullToRefresh"),
    Line("Gesture Animations", "Carousel Snapping", "carouselSnapping"),
    Line("Celebration Animations", "Achievement Unlock", "achievementUnlock"),
    Line("Celebration Animations", "Milestone Reached", "milestone"),
    Line("Loading States", "Skeleton Loading", "skeletonLoading"),
    Line("Loading States", "Progress Indicator", "progressIndicator"),
    Line("Accessibility Considerations", "Provide Alternatives", "asymmetricTransition"),
    Line("Performance Guidelines", "Optimization Example", "selectionBorder"),
    Line("Quick Reference", "Button tap", "ncdb.buttonPress"),
    Line("Quick Reference", "Card appear", "ncdb.cardAppearance"),
    Line("Quick Reference", "List item", "staggeredList"), Line("Quick Reference", "Star fill", "starRating"),
    Line("Quick Reference", "Tab switch", "tabTransition"),
    Line("Quick Reference", "Sheet present", "sheetPresentation"),
    Line("Quick Reference", "Drag reorder", "rankingReorder"),
    Line("Quick Reference", "Achievement", "achievementUnlock"), Line("Quick Reference", "Loading", "skeletonLoading"),
  ]

  private static let diet = [
    Line("1", "Slide transitions", "navigationPush", "navigationPop", "modalPresentation", "modalDismissal"),
    Line("1", "Spring animations", "foodLogged", "buttonTap"),
    Line("1", "Progress ring animation", "calorieProgressRing"),
    Line("1", "Loading pulse", "initialContentLoad"), Line("1", "Parallax effects", "parallax"),
    Line("1", "Scale transitions", "alertDialog"), Line("2", "Navigation Push (Forward)", "navigationPush"),
    Line("2", "Navigation Pop (Back)", "navigationPop"), Line("2", "Modal Presentation", "modalPresentation"),
    Line("2", "Modal Dismissal", "modalDismissal"), Line("2", "Tab Switching", "tabSwitching"),
    Line("3", "Initial Content Load", "initialContentLoad"),
    Line("3", "Inline Loading (Buttons, Actions)", "inlineLoading", "inlineText"),
    Line("3", "Pull to Refresh", "diet.pullToRefresh", "pullRelease"),
    Line("3", "Photo Processing (AI Recognition)", "photoProcessing"),
    Line("4", "Food Logged Successfully", "foodLogged"), Line("4", "Favorite Added", "favoriteAdded"),
    Line("4", "Recipe Saved", "recipeSaved"), Line("4", "Sync Complete", "syncComplete"),
    Line("5", "Button Tap", "buttonTap"), Line("5", "Toggle Switch", "toggleSwitch"),
    Line("5", "Slider Adjustment", "sliderAdjustment", "sliderRelease"), Line("5", "Card Selection", "cardSelection"),
    Line("5", "Swipe Actions (Delete, Edit)", "swipeReveal", "swipeActions"),
    Line("5", "FAB (Floating Action Button) Tap", "fabTap"),
    Line("6", "Calorie Progress Ring", "calorieProgressRing"), Line("6", "Macro Progress Bars", "macroProgressBars"),
    Line("6", "Weekly Graph", "weeklyGraph"), Line("7", "List Item Add", "listItemAdd"),
    Line("7", "List Item Delete", "listItemDelete"), Line("7", "Content Refresh", "contentRefresh"),
    Line("8", "Error Shake", "errorShake"), Line("8", "Toast Appear", "toastAppear"),
    Line("8", "Alert Dialog", "alertDialog"), Line("9", "Camera Open", "cameraOpen"),
    Line("9", "Photo Capture", "photoCapture"),
    Line("9", "AI Processing Overlay", "aiProcessingOverlay", "resultCards"),
    Line("11", "Button tap", "buttonTap"), Line("11", "Toggle switch", "toggleSwitch"),
    Line("11", "Food logged", "foodLogged"), Line("11", "Favorite added", "favoriteAdded"),
    Line("11", "Error", "errorShake"), Line("11", "Camera capture", "photoCapture"),
    Line("11", "Slider value change", "sliderAdjustment"), Line("11", "Swipe action reveal", "swipeReveal"),
    Line("11", "Pull to refresh", "diet.pullToRefresh"),
    Line("11", "Destructive action confirm", "destructiveConfirm"),
  ]
}
