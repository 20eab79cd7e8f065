import HomeworkAPI
import HomeworkModel
import HomeworkStore
import HomeworkSystem

extension Operations {
  static let visitors: [Operation] = [
    Operation(Methods.visitorShow) { _, context in
      guard context.visitor.role == .pupil, let id = context.visitor.learner else {
        return ShownVisitor(role: context.visitor.role, learner: nil)
      }
      do {
        return ShownVisitor(role: .pupil, learner: try context.read(isCancelled: nil) { try $0.learner(id) })
      } catch StoreError.notFound {  // erased since
        return ShownVisitor(role: .visitor, learner: nil)
      }
    },
    Operation(writing: Methods.classOpen) { _, tx in try tx.openClass() },
    Operation(reading: Methods.classShow) { _, tx in try tx.joinCode(at: Store.systemClock()) },
    Operation(writing: Methods.classClose) { _, tx in try tx.closeClass() },
    Operation(Methods.classLearners) { code, context in
      let door = try context.door
      try door.checkPatience(with: context.visitor)
      return try context.read(isCancelled: nil) { tx in
        try door.check(code, in: tx, of: context.visitor)
        return try tx.learners()
      }
    },
    Operation(replying: Methods.classJoin) { joining, context in
      let door = try context.door
      try door.checkPatience(with: context.visitor)
      let library = try context.libraryName
      return { tx in
        try door.check(joining.code, in: tx, of: context.visitor)
        let learner: Learner
        switch (joining.learner, joining.name) {
        case (let id?, nil): learner = try tx.learner(tx.learnerId(matching: id))
        case (nil, let name?): learner = try tx.addLearner(name)
        case (nil, nil), (_?, _?): throw RPCError.fault("name", "give either learner or name")
        }
        let visitor = Visitor(role: .pupil, learner: learner.id, library: library)
        return Operation.Reply { door.token(for: visitor) }
      }
    },
    Operation(Methods.teacherPassword) { password, context in
      guard 8...200 ~= password.count else { throw RPCError.fault("password", "must have 8 to 200 characters") }
      let hash = try Password.hash(password)
      try context.store.writeAndWait { try $0.setPassword(hash) }
    },
    Operation(Methods.teacherLogin) { password, context in
      let door = try context.door
      try door.checkPatience(with: context.visitor)
      let kept = try context.read(isCancelled: nil) { try $0.entrance()?.password }
      guard let kept, try Password.matches(password, kept) else {
        door.hasFailed(context.visitor)
        throw RPCError(
          .forbidden, kept == nil ? "no password is set: run hwdb teacher password" : "that is not the password")
      }
      return door.token(for: Visitor(role: .teacher, library: try context.libraryName))
    },
  ]
}

extension Context {
  /// The door of this server's page.
  fileprivate var door: Door {
    get throws(RPCError) {
      guard let door = service.door.withLock({ $0 }) else {
        throw RPCError(.conflict, "this daemon serves no page: start it with hwdbd --http")
      }
      return door
    }
  }
}
