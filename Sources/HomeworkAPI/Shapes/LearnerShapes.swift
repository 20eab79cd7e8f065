package import HomeworkModel

extension Shapes {
  package static let learner = Shape<Learner>(
    "Learner", "A person who plays.", Field("id", .id(), \.id, "Their id."),
    Field("name", .string, \.name, "No other learner's of the library, without regard to case."),
    Field("isDefault", .boolean, \.isDefault, "Whether they are meant where nobody is named."),
    Field("createdAt", .time, \.createdAt, "When they were added."),
    make: { Learner(id: $0, name: $1, isDefault: $2, createdAt: $3) })
}
