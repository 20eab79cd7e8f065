public import HomeworkModel

/// The caller's role, and the ways in for people on other machines: a library's class and its teacher's password.
extension Methods {
  public static let visitorShow = RPCMethod<Void, ShownVisitor>(
    "visitor.show", "Returns the caller's role, and the learner of a pupil.", .nothing,
    gives: .object(ShownVisitor(role: .visitor, learner: nil)) {
      Field("role", \.role, .word, "What the caller may do.")
      Field("learner", \.learner, Shapes.learner, "The learner, if the caller is a pupil.")
    }, fails: [.databaseUnavailable], example: ())

  public static let classOpen = RPCMethod<Void, JoinCode?>(
    writing: "class.open", "Opens the class for 12 hours from now: pupils can join with its code.", .nothing,
    gives: joinCode, fails: [.databaseUnavailable], example: ())

  public static let classShow = RPCMethod<Void, JoinCode?>(
    "class.show", "Returns the code of the class, if it is open.", .nothing, gives: joinCode,
    fails: [.databaseUnavailable], example: ())

  public static let classClose = RPCMethod<Void, Void>(
    writing: "class.close", "Closes the class: its code is void. Pupils who have joined stay.", .nothing,
    gives: .nothing, fails: [.databaseUnavailable], example: ())

  public static let classLearners = RPCMethod<String, [Learner]>(
    "class.learners", "Lists the learners of an open class, so that a pupil can say who they are.",
    .object("") { Field("code", \.self, code) },
    gives: items(Shapes.learner), fails: [.databaseUnavailable, .forbidden], example: "K7Q2MX")

  public static let classJoin = RPCMethod<Joining, String>(
    writing: "class.join",
    "Lets a pupil in, as a learner of the class or as a new one. Only a daemon with a page can be joined.",
    .object(Joining()) {
      Field("code", \.code, code)
      Field("learner", \.learner, "the id of a learner of the class; give this or name")
      Field("name", \.name, "the name of a new learner, 1 to 100 characters")
    },
    gives: token, fails: [.databaseUnavailable, .forbidden, .invalid, .notFound],
    example: Joining { ($0.code, $0.name) = ("K7Q2MX", "Mia") })

  public static let teacherPassword = RPCMethod<String, Void>(
    long: "teacher.password",
    "Sets the password of the library's teachers, and signs out those who have used the former one.",
    .object("") { Field("password", \.self, "8 to 200 characters") },
    gives: .nothing, fails: [.databaseUnavailable, .invalid], example: "seven green lamps")

  public static let teacherLogin = RPCMethod<String, String>(
    long: "teacher.login", "Lets a teacher in. Only a daemon with a page can be joined.",
    .object("") { Field("password", \.self, "the password of the library's teachers") },
    gives: token, fails: [.databaseUnavailable, .forbidden], example: "seven green lamps")

  private static let code = "the code of the class: case, spaces and hyphens do not matter"

  private static let joinCode = Shape<JoinCode?>.object(nil) {
    Field("code", \.text, "The code, six characters; omitted while the class is closed.")
    Field("until", \.until, "When the class closes.")
  }

  private static let token = Shape<String>.object("") {
    Field("token", \.self, "Opens the page as who they are, once and within a minute: /?token=…")
  }

  static let visitorMethods: [MethodDescription] = [
    visitorShow.description, classOpen.description, classShow.description, classClose.description,
    classLearners.description, classJoin.description, teacherPassword.description, teacherLogin.description,
  ]
}

/// A caller's role, and the learner of a pupil.
public struct ShownVisitor: Sendable {
  public var role: CallerRole
  public var learner: Learner?

  package init(role: CallerRole, learner: Learner?) { (self.role, self.learner) = (role, learner) }
}

/// A pupil who wants to come in: a learner of the class by their id, or a new one by their name.
public struct Joining: Fillable {
  public var code = ""
  public var learner: String?
  public var name: String?

  public init() {}
}

extension JoinCode? {
  fileprivate var text: String? {
    get { self?.text }
    set { self = newValue.map { JoinCode(text: $0, until: self?.until ?? .blank) } }
  }

  fileprivate var until: Timestamp? {
    get { self?.until }
    set { self = self.flatMap { code in newValue.map { JoinCode(text: code.text, until: $0) } } }
  }
}
