public import HomeworkModel

/// The settings of a library.
extension Methods {
  public static let settingsGet = RPCMethod<Void, LibrarySettings>(
    "settings.get", "Returns what is allowed in the library.", .nothing, gives: Shapes.settings,
    fails: [.databaseUnavailable], example: ())

  public static let settingsSet = RPCMethod<LibrarySettings, LibrarySettings>(
    writing: "settings.set", "Changes what is allowed in the library.", Shapes.settings, gives: Shapes.settings,
    fails: [.databaseUnavailable], example: LibrarySettings(acceptsAnswers: true))

  static let settingsMethods: [MethodDescription] = [settingsGet.description, settingsSet.description]
}

extension Shapes {
  package static let settings = Shape<LibrarySettings>(
    "LibrarySettings", "What is allowed in a library.", LibrarySettings()
  ) {
    Field("acceptsAnswers", \.acceptsAnswers, "Whether learners may have a wrong typed answer counted.")
  }
}
