package import HomeworkModel

extension Shapes {
  package static let learner = Shape<Learner>(
    "Learner", "A person who plays.", Field("id", .id(), \.id, "The id."),
    Field("name", .string, \.name, "The name, unique in the library without regard to case."),
    Field("isDefault", .boolean, \.isDefault, "Whether this is the default learner."),
    Field("createdAt", .time, \.createdAt, "When the learner was added."),
    make: { Learner(id: $0, name: $1, isDefault: $2, createdAt: $3) })
}
