package import HomeworkModel

extension Shapes {
  package static let learner = Shape<Learner>("Learner", "A person who plays.", .blank) {
    Field("id", \.id, "The id.")
    Field("name", \.name, "The name, unique in the library without regard to case.")
    Field("isDefault", \.isDefault, "Whether this is the default learner.")
    Field("createdAt", \.createdAt, "When the learner was added.")
  }
}
