package import HomeworkModel

extension Shapes {
  package static let learner = Shape<Learner>("Learner", "A person who plays.", .blank) {
    Field("id", \.id, "The id.")
    Field("name", \.name, "The name, unique in the library without regard to case.")
    Field("isDefault", \.isDefault, "Whether this is the default learner.")
    Field("createdAt", \.createdAt, "When the learner was added.")
    Field("extraTimePercent", \.extraTime, extraTime, "The extra time for attempts with a time limit, in per cent.")
    Field("number", \.number, "The number in the class list of a school.")
  }

  private static let extraTime = Shape<Int>.integer(25...100).of(\Learner.ExtraTime.rawValue) { percent in
    guard let share = Learner.ExtraTime(rawValue: percent) else {
      throw Fault(path: "", message: "must be 25, 50 or 100, not \(percent)")
    }
    return share
  }
}
