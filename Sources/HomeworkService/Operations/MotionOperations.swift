package import HomeworkAPI
import HomeworkModel
package import HomeworkMotion

extension Operations {
  static let motion: [Operation] = [
    Operation(Methods.motionList) { choice, _ in
      let catalogue = try catalogue(choice)
      return AnimationCatalogue(
        items: catalogue.entries.map(CatalogueAnimation.init), tokens: catalogue.tokens.map(MotionToken.init))
    },
    Operation(Methods.motionGet) { lookup, _ in CatalogueAnimation(try animation(lookup.animation, lookup.animations))
    },
  ]

  /// Returns all five designs if neither a design nor a file is named.
  private static func catalogue(_ choice: AnimationChoice) throws(RPCError) -> Catalogue {
    guard choice.profile != nil || !choice.animations.isEmpty else { return .all }
    return try catalogue(choice.profile.map { [$0] } ?? [], choice.animations)
  }

  /// Returns the catalogue of designs, by name, and animation files.
  package static func catalogue(_ profiles: [ProfileName], _ files: [AnimationFile]) throws(RPCError) -> Catalogue {
    do { return try Catalogue(profiles: profiles, files: files) } catch {
      if let mistakes = error as? AnimationMistakes { throw RPCError(mistakes) }
      throw (error as? SessionError).map { RPCError($0) } ?? RPCError(.internal, "\(error)")
    }
  }

  /// Returns the animation that a word names, of the files or of the five designs.
  package static func animation(_ word: String, _ files: [AnimationFile]) throws(RPCError) -> AnimationSpec {
    let catalogue = try catalogue(AnimationChoice { $0.animations = files })
    if let entry = catalogue[word] { return entry }
    let meant = suggestion(for: word, among: catalogue.names.map(\.rawValue))
    throw RPCError(
      .notFound,
      "no animation \"\(excerpt(word))\": " + (meant.map { "did you mean \($0)?" } ?? "motion list shows all of them")
    )
  }

  /// Returns the screen, if given, after checking its size.
  static func checked(_ screen: ScreenSize?) throws(RPCError) -> ScreenSize? {
    guard let screen, !screen.hasSize else { return screen }
    throw .fault("screen", "needs a width and a height above 0")
  }
}
