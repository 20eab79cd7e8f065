public import HomeworkModel

extension Methods {
  public static let settingsSet = RPCMethod<Bool?, LibrarySettings>(
    "settings.set", .write, "Changes what is allowed in the library, if a parameter says so, and returns it.",
    .object(nil) {
      Field("acceptsAnswers", \.self, "whether learners may have a wrong typed answer counted")
    },
    returns: Shapes.settings, example: true)
}

extension Shapes {
  package static let settings = Shape<LibrarySettings>(
    "LibrarySettings", "What is allowed in a library.", LibrarySettings()
  ) {
    Field("acceptsAnswers", \.acceptsAnswers, "Whether learners may have a wrong typed answer counted.")
  }
}
