// swift-tools-version: 6.2
// The module map of Documentation/ARCHITECTURE.md, as targets. TidyTests checks that imports follow it.
import PackageDescription

let settings: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .treatAllWarnings(as: .error),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
]

func module(_ name: String, uses dependencies: [Target.Dependency] = [], besides files: [String] = []) -> Target {
  .target(name: name, dependencies: dependencies, exclude: files, swiftSettings: settings)
}

/// A target of C that Swift needs: functions, or the embedded texts.
func shim(_ name: String, uses dependencies: [Target.Dependency] = [], links libraries: [String] = []) -> Target {
  .target(
    name: name, dependencies: dependencies, path: "Sources/C/\(name)",
    linkerSettings: libraries.map { .linkedLibrary($0) })
}

/// The header of a library of the system, from the Debian package named.
func header(_ name: String, from package: String, pkgConfig: String? = nil) -> Target {
  .systemLibrary(name: name, path: "Sources/C/\(name)", pkgConfig: pkgConfig, providers: [.apt([package])])
}

/// A library that tests share. One that reads megabytes, or takes measurements, is optimised.
func support(
  _ name: String, in folder: String, uses dependencies: [Target.Dependency], isOptimised: Bool = true
) -> Target {
  .target(
    name: name, dependencies: dependencies, path: "Tests/\(folder)",
    swiftSettings: settings + (isOptimised ? [] : [.unsafeFlags(["-Onone"])]))
}

func executable(_ name: String, uses dependencies: [Target.Dependency]) -> Target {
  .executableTarget(name: name, dependencies: dependencies, swiftSettings: settings)
}

/// Tests of optimised modules; to optimise the tests themselves takes longer than it saves. Nothing imports them, so their
/// module is not emitted by a second process, which takes a fifth of the whole.
func tests(_ name: String, of dependencies: [Target.Dependency], files: [String] = []) -> Target {
  .testTarget(
    name: name, dependencies: dependencies + ["HomeworkTestKit"], exclude: files,
    swiftSettings: settings + [.unsafeFlags(["-Onone", "-no-emit-module-separately-wmo"])])
}

let package = Package(
  name: "hwdb",
  // Written for them, not built there: TidyTests looks at the C functions that the libraries call.
  platforms: [.macOS(.v15), .iOS(.v18)],
  products: [
    .library(name: "HomeworkStore", targets: ["HomeworkStore", "HomeworkModel"]),
    .library(name: "HomeworkPlay", targets: ["HomeworkPlay", "HomeworkStore", "HomeworkMotion", "HomeworkModel"]),
    .library(name: "HomeworkPostgres", targets: ["HomeworkPostgres", "HomeworkStore", "HomeworkModel"]),
    .library(name: "HomeworkMotion", targets: ["HomeworkMotion", "HomeworkModel"]),
    .library(name: "HomeworkFormats", targets: ["HomeworkFormats", "HomeworkModel"]),
    .library(name: "HomeworkScenarios", targets: ["HomeworkScenarios", "HomeworkReports"]),
    .library(name: "HomeworkTesting", targets: ["HomeworkTesting", "HomeworkScenarios"]),
    .library(
      name: "HomeworkAPI",
      targets: ["HomeworkAPI", "HomeworkReports", "HomeworkModel", "HomeworkMotion", "HomeworkFormats"]),
    .executable(name: "hwdb", targets: ["hwdb"]),
    .executable(name: "hwdbd", targets: ["hwdbd"]),
  ],
  targets: [
    module("HomeworkSystem"),
    module("HomeworkModel", uses: ["HomeworkSystem"]),

    // Texts that are part of the programs: the schemas, the five designs, pages and their styles.
    shim("CHomeworkEmbedded"),

    // Facts on disk. A target of C for each library whose header Swift needs.
    header("CHomeworkSQLite", from: "libsqlite3-dev", pkgConfig: "sqlite3"),
    shim("CHomeworkSQLiteShim", uses: ["CHomeworkSQLite"]),
    .target(
      name: "HomeworkMigrations", dependencies: ["CHomeworkEmbedded"], path: "Migrations",
      exclude: ["SQLite", "Postgres"], swiftSettings: settings),
    module(
      "HomeworkStore",
      uses: ["HomeworkSystem", "HomeworkModel", "HomeworkMigrations", "CHomeworkSQLite", "CHomeworkSQLiteShim"]),
    // The header of libpq (libpq-dev) is found without a flag, and nothing is linked: the library is loaded with the
    // first connection.
    header("CHomeworkPostgres", from: "libpq-dev"),
    module(
      "HomeworkPostgres",
      uses: ["HomeworkSystem", "HomeworkModel", "HomeworkStore", "HomeworkMigrations", "CHomeworkPostgres"]),

    // Facts to cues.
    module("HomeworkMotion", uses: ["HomeworkSystem", "HomeworkModel", "CHomeworkEmbedded"], besides: ["Designs"]),
    module("HomeworkPlay", uses: ["HomeworkSystem", "HomeworkModel", "HomeworkStore", "HomeworkMotion"]),

    // Text to quiz and back. XML is read by expat; libarchive is loaded with the first archive; a package of Anki is a
    // database.
    header("CHomeworkExpat", from: "libexpat1-dev", pkgConfig: "expat"),
    module(
      "HomeworkFormats",
      uses: [
        "HomeworkSystem", "HomeworkModel", "CHomeworkEmbedded", "CHomeworkExpat", "CHomeworkSQLite",
        "CHomeworkSQLiteShim",
      ],
      besides: ["Page", "Text/entities.txt", "Text/words.txt"]),
    module("HomeworkReports", uses: ["HomeworkModel", "HomeworkMotion", "CHomeworkEmbedded"], besides: ["Page"]),

    // Each method once, and what serves it.
    shim("CHomeworkGetopt"),
    shim("CHomeworkLinux"),
    module(
      "HomeworkAPI",
      uses: [
        "HomeworkSystem", "HomeworkModel", "HomeworkMotion", "HomeworkFormats", "HomeworkReports", "CHomeworkGetopt",
        "CHomeworkLinux",
      ]),
    module("HomeworkProcess", uses: ["HomeworkSystem", "CHomeworkLinux"]),
    module(
      "HomeworkService",
      uses: [
        "HomeworkSystem", "HomeworkModel", "HomeworkStore", "HomeworkPostgres", "HomeworkMotion", "HomeworkPlay",
        "HomeworkFormats", "HomeworkReports", "HomeworkAPI", "HomeworkProcess", "CHomeworkLinux",
      ]),

    // The page, by libwebsockets, which is loaded with the first server.
    header("CHomeworkWebSockets", from: "libwebsockets-dev"),
    module(
      "HomeworkWeb", uses: ["HomeworkSystem", "CHomeworkEmbedded", "CHomeworkLinux", "CHomeworkWebSockets"],
      besides: ["Page"]),

    // Scripts that kill, disks that fail: for tests of apps, and in no app.
    shim("CHomeworkFaults", uses: ["CHomeworkSQLite"]),
    module(
      "HomeworkScenarios",
      uses: [
        "HomeworkSystem", "HomeworkModel", "HomeworkStore", "HomeworkMotion", "HomeworkPlay", "HomeworkFormats",
        "HomeworkReports", "HomeworkAPI", "HomeworkProcess", "CHomeworkFaults", "CHomeworkLinux",
      ]),
    module("HomeworkTesting", uses: ["HomeworkScenarios"]),

    // Words and terminals; sockets and signals.
    shim("CHomeworkCurses", links: ["ncursesw", "tinfo"]),
    executable(
      "hwdb",
      uses: [
        "HomeworkSystem", "HomeworkModel", "HomeworkMotion", "HomeworkFormats", "HomeworkReports", "HomeworkAPI",
        "HomeworkProcess", "HomeworkService", "HomeworkScenarios", "CHomeworkCurses",
      ]),
    executable(
      "hwdbd", uses: ["HomeworkSystem", "HomeworkModel", "HomeworkAPI", "HomeworkService", "HomeworkWeb"]),

    // Tests: one target a module, and those that look at the whole. None but hwdb's own waits for its module, the last.
    support("HomeworkTestKit", in: "TestKit", uses: ["HomeworkMigrations", "HomeworkAPI", "HomeworkModel"]),
    // Bugs on purpose, which the laws must find; no program that ships has them.
    support(
      "HomeworkSeededBugs", in: "SeededBugs",
      uses: ["HomeworkScenarios", "HomeworkAPI", "HomeworkPlay", "HomeworkStore", "HomeworkMotion", "HomeworkModel"],
      isOptimised: false),
    // What strikes a store at every point, for `make torture` and, shorter, for the tests.
    support(
      "HomeworkTorture", in: "Torture",
      uses: [
        "HomeworkScenarios", "HomeworkStore", "HomeworkModel", "HomeworkMigrations", "HomeworkMotion", "HomeworkAPI",
        "HomeworkSystem", "HomeworkTestKit",
      ]),
    // Everything that a library can do, after everything else, against a plain model.
    support(
      "HomeworkSimulator", in: "Simulator",
      uses: [
        "HomeworkScenarios", "HomeworkPostgres", "HomeworkStore", "HomeworkModel", "HomeworkSystem", "CHomeworkLinux",
        "CHomeworkSQLite",
      ]),
    .executableTarget(
      name: "hwdb-torture", dependencies: ["HomeworkTorture", "HomeworkSimulator"], path: "Tests/TortureTool",
      swiftSettings: settings),
    tests("TortureTests", of: ["HomeworkTorture", "CHomeworkSQLite"]),
    tests("SimulatorTests", of: [], files: ["Found"]),
    tests("HomeworkSystemTests", of: ["HomeworkSystem"]),
    tests("HomeworkModelTests", of: ["HomeworkModel"], files: ["Reference"]),
    tests(
      "HomeworkStoreTests",
      of: [
        "HomeworkStore", "HomeworkModel", "HomeworkMigrations", "HomeworkScenarios", "HomeworkTorture",
        "CHomeworkSQLite", "CHomeworkSQLiteShim",
      ],
      files: ["Fixtures"]),
    tests(
      "HomeworkPostgresTests",
      of: ["HomeworkPostgres", "HomeworkStore", "HomeworkModel", "HomeworkMigrations"]),
    tests("HomeworkMotionTests", of: ["HomeworkMotion", "HomeworkModel"]),
    tests("HomeworkPlayTests", of: ["HomeworkPlay", "HomeworkStore", "HomeworkMotion", "HomeworkModel"]),
    tests("HomeworkFormatsTests", of: ["HomeworkFormats", "HomeworkModel"], files: ["Fixtures"]),
    tests(
      "HomeworkAPITests", of: ["HomeworkAPI", "HomeworkFormats", "HomeworkModel", "HomeworkMotion", "HomeworkReports"]),
    tests(
      "HomeworkServiceTests",
      of: [
        "HomeworkService", "HomeworkAPI", "HomeworkScenarios", "HomeworkReports", "HomeworkSeededBugs", "HomeworkPlay",
        "HomeworkStore", "HomeworkMotion", "HomeworkModel",
      ]),
    tests(
      "HomeworkScenariosTests",
      of: [
        "HomeworkSeededBugs", "HomeworkPlay", "HomeworkTesting", "HomeworkScenarios", "HomeworkReports", "HomeworkAPI",
        "HomeworkStore", "HomeworkModel", "HomeworkMotion",
      ]),
    tests(
      "CommandTests",
      of: [
        "HomeworkService", "HomeworkAPI", "HomeworkScenarios", "HomeworkStore", "HomeworkMotion", "HomeworkModel",
        "CHomeworkSQLite",
      ],
      files: ["Clients", "Preloaded"]),
    tests("hwdbTests", of: ["hwdb", "HomeworkAPI"]),
    tests(
      "ExampleTests",
      of: [
        "HomeworkScenarios", "HomeworkReports", "HomeworkAPI", "HomeworkFormats", "HomeworkMotion", "HomeworkStore",
        "HomeworkModel",
      ]),
    tests("TidyTests", of: [], files: ["Gate"]),
  ]
)
