/// Every animation that the five documents name, by the name that reports and scenarios use.
///
/// Where two documents use one name, it has its profile before it.
public enum AnimationName: String, Hashable, Codable, Sendable, CaseIterable {
  // mcq-streak
  /// A star is activated on its dot.
  case a1 = "A1"
  /// The stars badge springs in on the results.
  case a2 = "A2"
  /// The stars total counts up on the results.
  case a3 = "A3"
  /// A confetti burst.
  case a4 = "A4"
  /// The dot just answered goes from blue to green.
  case dotSettle
  /// The star activated before goes from 22.4 to 16 pt.
  case sizeSettle

  // homework
  case captureSheet, processingGenerating, processingSaving, quizReady
  case answerFeedback, nextQuestion, progressUpdate
  case resultsTransition, resultsEmoji, resultsRing, resultsStats, resultsActions, resultsConfetti, quizComplete
  case skeletonScreens, refreshSpinner, deletion, textInputFocus, connectedToast
  case push, pop, modal
  case homeworkButtonPress = "homework.buttonPress"
  case homeworkCardAppearance = "homework.cardAppearance"
  case progressRing

  // offload
  case itemCompleted, firstCapture, collectionCompleted, successToast, captureFlash

  // ncdb
  case ncdbCardAppearance = "ncdb.cardAppearance"
  case staggeredList
  case ncdbButtonPress = "ncdb.buttonPress"
  case starRating, rankingReorder, screenTransition, sheetPresentation, tabTransition, swipeToDismiss
  case ncdbPullToRefresh = "ncdb.pullToRefresh"
  case carouselSnapping, achievementUnlock, milestone, skeletonLoading, progressIndicator

  // diet
  case parallax, navigationPush, navigationPop, modalPresentation, modalDismissal, tabSwitching
  case initialContentLoad, inlineLoading
  case dietPullToRefresh = "diet.pullToRefresh"
  case photoProcessing
  case foodLogged, favoriteAdded, recipeSaved, syncComplete
  case buttonTap, toggleSwitch, sliderAdjustment, cardSelection, swipeActions, fabTap
  case calorieProgressRing, macroProgressBars, weeklyGraph
  case listItemAdd, listItemDelete, contentRefresh
  case errorShake, toastAppear, alertDialog
  case cameraOpen, photoCapture, aiProcessingOverlay, destructiveConfirm
}

/// A design of one of the five documents.
public enum ProfileName: String, Hashable, Codable, Sendable, CaseIterable {
  case mcqStreak = "mcq-streak"
  case homework, offload, ncdb, diet

  /// The document that it comes from.
  public var document: String {
    switch self {
    case .mcqStreak: "mcq-streak-animations"
    case .homework: "homework-user-flows"
    case .offload: "offload-celebrations"
    case .ncdb: "ncdb-animation-guidelines"
    case .diet: "diet-motion-specification"
    }
  }
}
