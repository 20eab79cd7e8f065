import HomeworkMotion
import Testing

@Suite struct `A design` {
  @Test func `infers only numbers that its document omits`() {
    for (profile, inferred) in Inferred.all {
      let found = Catalogue.all.entries(of: profile).compactMap { entry -> String? in
        var phases = entry.variants.flatMap(\.phases).filter(\.isInferred).map(\.name)
        if case .phases(let reduced) = entry.reduced {
          phases += reduced.filter(\.isInferred).map { "reduced \($0.name)" }
        }
        if entry.variants.contains(where: { $0.particles?.isInferred == true }) { phases.append("count of particles") }
        var once: [String] = []
        for phase in phases where !once.contains(phase) { once.append(phase) }
        return once.isEmpty ? nil : "\(entry.name): \(once.joined(separator: ", "))"
      }
      let expected = inferred.map { "\($0.animation): \($0.phases)" }
      #expect(Set(found) == Set(expected), "\(profile): \(Set(found).symmetricDifference(expected).sorted())")
      #expect(inferred.allSatisfy { !$0.why.isEmpty })
    }
    #expect(Set(Inferred.all.keys) == Set(ProfileName.designs))
  }
}

/// An animation with inferred numbers: its phases that have them, and the facts that its document omits.
struct Inferred {
  let animation: AnimationName
  let phases: String
  let why: String

  init(_ animation: AnimationName, _ phases: String, _ why: String) {
    (self.animation, self.phases, self.why) = (animation, phases, why)
  }

  static let all: [ProfileName: [Inferred]] = [
    .mcqStreak: mcqStreak, .homework: homework, .offload: offload, .ncdb: ncdb, .diet: diet,
  ]

  private static let mcqStreak: [Inferred] = [
    .init("A3", "pulseUp, pulseDown", "how long the pulse goes up and down")
  ]

  private static let homework: [Inferred] = [
    .init("processingGenerating", "spinner", "how fast it turns"),
    .init("alertMissingKey", "appear", "how an alert appears"),
    .init("alertNetwork", "appear", "how an alert appears"),
    .init("alertTimeout", "appear", "how an alert appears"),
    .init("alertInvalidResponse", "appear", "how an alert appears"),
    .init("alertRateLimited", "appear", "how an alert appears"),
    .init("alertUnreadable", "appear", "how an alert appears"),
    .init("connectedToast", "appear", "how a toast appears"),
    .init("autoRetry", "spinner", "how fast it turns"),
    .init("optionPressed", "shadow", "by how much the shadow is reduced"),
    .init("optionSelected", "border", "its duration"),
    .init("answerFeedback", "green, greenBorder, red, redBorder", "its duration"),
    .init("progressUpdate", "bar", "its duration"),
    .init("exitAlert", "appear", "how an alert appears"),
    .init("resultsTransition", "scale", "from which scale"),
    .init("resultsEmoji", "scaleIn", "its duration"),
    .init("resultsStats", "slideIn", "its duration"),
    .init("resultsActions", "appear", "its duration"),
    .init("resultsConfetti", "spawn, fade, count of particles", "its duration and how many particles"),
    .init("deleteAlert", "appear", "how an alert appears"),
    .init("skeletonScreens", "shown", "how a skeleton appears"),
    .init("loadedContent", "appear", "how content animates in"),
    .init("refreshSpinner", "spinner", "how fast it turns"),
  ]

  private static let offload: [Inferred] = [
    .init("itemCompleted", "checkmark", "from which scale the check mark scales up"),
    .init("firstCapture", "pulseUp, pulseDown, particles, drift", "the scale of its pulse, and how far particles rise"),
    .init(
      "collectionCompleted", "glow, glowEnds, particles, drift", "how strong the glow is, and how far particles rise"),
    .init("successToast", "appear", "how a toast appears"),
    .init("captureFlash", "flash, flashEnds", "its duration"),
  ]

  private static let ncdb: [Inferred] = [
    .init("ncdb.cardAppearance", "reduced fade", "the duration of the cross-fade"),
    .init("staggeredList", "reduced fade", "the duration of the cross-fade"),
    .init("starRating", "glow", "how strong the glow is"),
    .init("rankingReorder", "lift", "by how much a row is lifted"),
    .init("selectionBorder", "border", "the damping of its spring"),
    .init("screenTransition", "geometry, reduced fade", "its curve and duration"),
    .init("sheetPresentation", "slideUp, reduced fade", "its curve and duration: the system presents it"),
    .init(
      "asymmetricTransition",
      "insertion, insertionFade, removal, removalFade, reduced insertionFade, reduced removalFade", "its duration"),
    .init("swipeDrag", "follow, fade", "its duration"),
    .init("swipeToDismiss", "away, fade, back", "its duration, and how far it goes"),
    .init("ncdb.pullToRefresh", "spinner", "how fast it turns: the system draws it"),
    .init(
      "achievementUnlock", "confetti, reduced fade, count of particles",
      "the confetti, and the duration of the cross-fade"),
  ]

  private static let diet: [Inferred] = [
    .init("parallax", "shift", "how far and how fast it goes"),
    .init("modalDismissal", "springBack", "where it is let go"),
    .init("inlineLoading", "spinner", "how fast it turns"),
    .init("diet.pullToRefresh", "turn", "how fast it turns"),
    .init("pullRelease", "bounce", "the spring of the bounce"),
    .init("photoProcessing", "ring, pulseUp, pulseDown, reduced ring, reduced photo", "the pulse, and a duration"),
    .init("foodLogged", "confetti", "the duration of the confetti"),
    .init("recipeSaved", "popUp, popDown", "how brief the scale is"),
    .init("syncComplete", "tint, tintEnds", "how brief the pulse is"),
    .init("toggleSwitch", "thumb", "the spring of the thumb"),
    .init("sliderAdjustment", "thumb, thumbRests, value", "by how much the thumb grows, and the durations"),
    .init("sliderRelease", "label, value", "how long the new value shows"),
    .init("swipeReveal", "reveal, background", "how long a place of the finger shows"),
    .init("swipeActions", "stay, snapBack, background", "the spring, and the duration of the fade"),
    .init("weeklyGraph", "points", "when the points fade in"),
    .init("listItemAdd", "shift, reduced fade", "how far neighbours shift, and the duration of the reduced fade"),
    .init("listItemDelete", "collapse, reduced fade", "how far neighbours go, and the duration of the reduced fade"),
    .init("errorShake", "reduced redBorder, reduced redBorderEnds", "how long the red border flashes"),
    .init("toastAppear", "slideDown, fadeOut, reduced fadeOut", "when the toast goes"),
    .init("cameraOpen", "slideUp, preview, button, reduced fade", "every duration"),
    .init("photoCapture", "toReview", "how small the review is"),
    .init("aiProcessingOverlay", "ring, pulseUp, pulseDown, reduced ring, reduced photo", "the pulse, and a duration"),
    .init("resultCards", "slideUp", "its duration"),
  ]
}
