import HomeworkMotion

extension DocumentedNumber {
  static let diet: [Self] = [
    .init(.diet, "1, Parallax: none", "parallax", .isRemoved),
    .init(.diet, "3, Photo: looking at your meal", "photoProcessing", .says("Looking at your meal...")),
    .init(
      .diet, "4, Recipe Saved: similar to food logged, instant", "recipeSaved", .moves(.scale, 0.8, 1.1),
      .moves(.scale, 1.1, 1, at: 150), .icon("checkmark"), .isInstant),
    .init(.diet, "5, Button, reduced: opacity only", "buttonTap", .fadesReduced(400)),
    .init(.diet, "5, Toggle, reduced: instant", "toggleSwitch", .isInstant),
    .init(
      .diet, "5, Slider: the label changes in real time, values move smoothly", "sliderAdjustment",
      .moves(.count, of: "label", 1, 1, for: 0), .moves(.progress, of: "value", 0, 1)),
    .init(
      .diet, "5, Slider, reduced: values on release", "sliderAdjustment",
      .reducedTo(.phases([Phase("thumb", .scale, of: "thumb", for: 0, nil, 1, 1)]))),
    .init(
      .diet, "5, Slider, reduced: values on release", "sliderRelease", .moves(.count, of: "label", 1, 1),
      .moves(.progress, of: "value", 1, 1), .isUnchanged),
    .init(.diet, "5, Swipe, reduced: native", "swipeReveal", .isUnchanged),
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
      .moves(.scale, of: "icon", 1.1, 1, at: 100), .moves(.colour, of: "icon", 1, 1, for: 0), .isInstant),
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
      .diet, "5, Swipe: snap back if not committed", "swipeActions", .moves(.x, 1, 0, in: "back"),
      .startsAt([[0, 0], [100, 1]], .x, in: "back"), .moves(.x, 1, 1, in: "committed")),
    .init(
      .diet, "5, Swipe: reveals with the drag, red background, medium", "swipeReveal",
      .startsAt([[0, 0], [100, 1]], .x, in: "revealing"), .startsAt([[0, 0], [100, 1]], .colour, in: "revealing"),
      .coloured("red"), .haptic(.medium, in: "revealed")),
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
