import HomeworkModel
public import HomeworkMotion

extension Methods {
  private static let profile = Field<AnimationChoice>(
    "profile", \.profile, .name, "only animations of this design; all five by default")
  private static let animations = Field<AnimationChoice>(
    optional: "animations", \.animations, .array(Shapes.animationFile),
    "animation files; without a profile, only their animations")
  private static let choice = Shape<AnimationChoice>.object(AnimationChoice()) {
    profile
    animations
  }

  public static let motionList = RPCMethod<AnimationChoice, AnimationCatalogue>(
    "motion.list", .inline, "Lists the animations of the five designs, or of your files.", choice,
    returns: .object(AnimationCatalogue(items: [], tokens: [])) {
      Field("items", \.items, .array(Shapes.animation), "The animations.")
      Field("tokens", \.tokens, .array(Shapes.motionToken), "The named durations and springs.")
    }, errors: [.invalid], example: AnimationChoice { $0.profile = .offload })

  public static let motionGet = RPCMethod<AnimationLookup, CatalogueAnimation>(
    "motion.get", .inline, "Returns an animation.",
    .object(AnimationLookup()) {
      Field("animation", \.animation, "the name, such as A1 or ncdb.buttonPress")
      Field(
        optional: "animations", \.animations, .array(Shapes.animationFile),
        "animation files, if the animation is in one")
    },
    returns: Shapes.animation, errors: [.notFound, .invalid], example: AnimationLookup { $0.animation = "A1" })
}

/// The designs and files to use; all five designs if none is given.
public struct AnimationChoice: DefaultInitializable {
  public var profile: ProfileName?, animations: [AnimationFile] = []

  public init() {}
}

/// An animation, and the files that may contain it.
public struct AnimationLookup: DefaultInitializable {
  public var animation = "", animations: [AnimationFile] = []

  public init() {}
}
