// swift-tools-version: 6.2
// The module map of ARCHITECTURE.md, as targets. TidyTests checks that imports follow it.
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

func executable(_ name: String, uses dependencies: [Target.Dependency]) -> Target {
  .executableTarget(name: name, dependencies: dependencies, swiftSettings: settings)
}

/// Tests of optimised modules; to optimise the tests themselves takes longer than it saves.
func tests(_ name: String, of dependencies: [Target.Dependency], files: [String] = []) -> Target {
  .testTarget(
    name: name, dependencies: dependencies + ["HomeworkTestKit"], exclude: files,
    swiftSettings: settings + [.unsafeFlags(["-Onone"])])
}

let package = Package(
  name: "hwdb",
  // Written for them, not built there: TidyTests looks at the C functions that the libraries call.
  platforms: [.macOS(.v15), .iOS(.v18)],
  products: [
    .library(name: "HomeworkStore", targets: ["HomeworkStore", "HomeworkModel"]),
    .library(name: "HomeworkPlay", targets: ["HomeworkPlay", "HomeworkStore", "HomeworkMotion", "HomeworkModel"]),
    .library(name: "HomeworkPostgres", targets: ["HomeworkPostgres", "HomeworkStore", "HomeworkModel"]),
    .library(name: "HomeworkSQLite", targets: ["HomeworkSQLite", "HomeworkRows", "CHomeworkSQLiteShim"]),
    .library(name: "HomeworkMotion", targets: ["HomeworkMotion", "HomeworkModel"]),
    .library(name: "HomeworkFormats", targets: ["HomeworkFormats", "HomeworkModel"]),
    .library(name: "HomeworkScenarios", targets: ["HomeworkScenarios", "HomeworkReports"]),
    .library(name: "HomeworkTesting", targets: ["HomeworkTesting", "HomeworkScenarios"]),
    .library(
      name: "HomeworkClient",
      targets: [
        "HomeworkClient", "HomeworkAPI", "HomeworkReports", "HomeworkModel", "HomeworkMotion", "HomeworkFormats",
      ]),
    .library(name: "HomeworkRPC", targets: ["HomeworkRPC", "HomeworkJSON"]),
    .executable(name: "hwdb", targets: ["hwdb"]),
    .executable(name: "hwdbd", targets: ["hwdbd"]),
  ],
  targets: [
    // What the program takes from the system.
    module("HomeworkSystem"),

    // The database.
    .systemLibrary(name: "CHomeworkSQLite", pkgConfig: "sqlite3", providers: [.apt(["libsqlite3-dev"])]),
    .target(name: "CHomeworkSQLiteShim", dependencies: ["CHomeworkSQLite"]),
    module(
      "HomeworkSQLite",
      uses: [
        "HomeworkSystem", "CHomeworkSQLite", "CHomeworkSQLiteShim", "HomeworkModel", "HomeworkEngine", "HomeworkRows",
        "HomeworkMigrations",
      ]),
    // PostgreSQL. The header of libpq (libpq-dev) is found without a flag, and nothing is linked: the library is loaded
    // with the first connection.
    .systemLibrary(name: "CHomeworkPostgres", providers: [.apt(["libpq-dev"])]),
    module(
      "HomeworkPostgres",
      uses: [
        "HomeworkSystem", "CHomeworkPostgres", "HomeworkModel", "HomeworkEngine", "HomeworkRows", "HomeworkSQLite",
        "HomeworkStore", "HomeworkMigrations",
      ]),
    // The rows of a store, for both: statements, and what they mean.
    module("HomeworkRows", uses: ["HomeworkJSON", "HomeworkModel", "HomeworkEngine"]),
    module("HomeworkEngine", uses: ["HomeworkSystem", "HomeworkJSON", "HomeworkModel"]),
    .target(
      name: "HomeworkMigrations", path: "Migrations",
      resources: [
        .embedInCode("SQLite/0001_homework.sql"), .embedInCode("SQLite/0001_learners.sql"),
        .embedInCode("SQLite/0001_log.sql"), .embedInCode("SQLite/0001_triggers.sql"),
        .embedInCode("Postgres/0001_libraries.sql"), .embedInCode("Postgres/0001_quizzes.sql"),
        .embedInCode("Postgres/0001_attempts.sql"), .embedInCode("Postgres/0001_history.sql"),
        .embedInCode("Postgres/0001_views.sql"), .embedInCode("Postgres/0001_rules.sql"),
      ],
      swiftSettings: settings),

    // The one reader and writer of JSON; values and rules; facts on disk; facts to cues; text to quiz.
    module("HomeworkJSON"),
    module("HomeworkModel", uses: ["HomeworkSystem"]),
    module(
      "HomeworkStore",
      uses: [
        "HomeworkSystem", "HomeworkJSON", "HomeworkModel", "HomeworkEngine", "HomeworkRows", "HomeworkSQLite",
        "HomeworkMigrations",
      ]),
    // Texts that are part of the programs: the five designs, the page of a report, the looks of a worksheet.
    .target(name: "CHomeworkEmbedded"),
    module(
      "HomeworkMotion", uses: ["HomeworkSystem", "CHomeworkEmbedded", "HomeworkJSON", "HomeworkModel"],
      besides: ["Designs"]),
    module("HomeworkPlay", uses: ["HomeworkSystem", "HomeworkStore", "HomeworkModel", "HomeworkMotion"]),
    module(
      "HomeworkFormats",
      uses: [
        "HomeworkSystem", "CHomeworkEmbedded", "HomeworkJSON", "HomeworkModel", "HomeworkSQLite", "CHomeworkExpat",
      ], besides: ["Page"]),
    // What formats are made of: XML; libarchive is loaded with the first archive. A package of Anki is a database.
    .systemLibrary(name: "CHomeworkExpat", pkgConfig: "expat", providers: [.apt(["libexpat1-dev"])]),
    module(
      "HomeworkReports", uses: ["CHomeworkEmbedded", "HomeworkJSON", "HomeworkModel", "HomeworkMotion"],
      besides: ["Page"]),

    // Disks that fail, for scripts and tests: no app and no daemon has them.
    .target(name: "CHomeworkFaults", dependencies: ["CHomeworkSQLite"]),
    module("HomeworkFaults", uses: ["HomeworkSystem", "CHomeworkFaults", "HomeworkSQLite"]),

    // Scripts that kill; every operation once; the socket.
    .target(name: "CHomeworkLinux"),
    module("HomeworkProcess", uses: ["HomeworkSystem", "CHomeworkLinux"]),
    module(
      "HomeworkScenarios",
      uses: [
        "HomeworkSystem", "CHomeworkLinux", "HomeworkProcess", "HomeworkFaults", "HomeworkPlay", "HomeworkStore",
        "HomeworkModel",
        "HomeworkMotion",
        "HomeworkFormats", "HomeworkReports", "HomeworkAPI", "HomeworkRPC", "HomeworkJSON",
      ]),
    // For tests of apps, never in a program: Swift Testing, which every toolchain has.
    module("HomeworkTesting", uses: ["HomeworkScenarios"]),
    module("HomeworkRPC", uses: ["HomeworkSystem", "CHomeworkLinux", "HomeworkJSON"]),
    module(
      "HomeworkAPI",
      uses: [
        "HomeworkReports", "HomeworkModel", "HomeworkMotion", "HomeworkFormats", "HomeworkRPC",
        "HomeworkJSON",
      ]),
    module("HomeworkClient", uses: ["HomeworkSystem", "HomeworkAPI", "HomeworkModel", "HomeworkRPC", "HomeworkJSON"]),
    module(
      "HomeworkService",
      uses: [
        "HomeworkSystem", "HomeworkAPI", "HomeworkProcess", "HomeworkReports", "HomeworkPlay", "HomeworkPostgres",
        "HomeworkStore", "HomeworkModel",
        "HomeworkMotion", "HomeworkFormats", "HomeworkRPC", "HomeworkJSON",
      ]),

    // Words and terminals; sockets and signals.
    .target(name: "CHomeworkGetopt"),
    module("HomeworkCommandLine", uses: ["HomeworkSystem", "CHomeworkGetopt", "HomeworkModel"]),
    .target(name: "CHomeworkCurses", linkerSettings: [.linkedLibrary("ncursesw"), .linkedLibrary("tinfo")]),
    executable(
      "hwdb",
      uses: [
        "HomeworkSystem", "HomeworkService", "HomeworkScenarios", "HomeworkProcess", "HomeworkClient", "HomeworkAPI",
        "HomeworkReports",
        "HomeworkModel", "HomeworkMotion",
        "HomeworkFormats", "HomeworkRPC", "HomeworkJSON", "HomeworkCommandLine", "CHomeworkCurses",
      ]),
    executable(
      "hwdbd", uses: ["HomeworkSystem", "HomeworkService", "HomeworkRPC", "HomeworkJSON", "HomeworkCommandLine"]),

    // Tests: one target a module, and those that look at the whole.
    .target(
      name: "HomeworkTestKit", dependencies: ["HomeworkMigrations", "HomeworkClient", "HomeworkRPC", "HomeworkJSON"],
      path: "Tests/TestKit",
      swiftSettings: settings),
    // Bugs on purpose, which the laws must find; no program that ships has them.
    .target(
      name: "HomeworkSeededBugs",
      dependencies: [
        "HomeworkScenarios", "HomeworkAPI", "HomeworkPlay", "HomeworkStore", "HomeworkMotion", "HomeworkModel",
      ],
      path: "Tests/SeededBugs", swiftSettings: settings),
    // An engine in memory, with which tests compare that of SQLite.
    .target(
      name: "HomeworkMemoryEngine", dependencies: ["HomeworkStore", "HomeworkModel", "HomeworkEngine"],
      path: "Tests/MemoryEngine", swiftSettings: settings),
    // What strikes a store at every point, for `make torture` and, shorter, for the tests.
    .target(
      name: "HomeworkTorture",
      dependencies: [
        "HomeworkFaults", "HomeworkStore", "HomeworkModel", "HomeworkSQLite", "HomeworkMigrations", "HomeworkMotion",
        "HomeworkRPC", "HomeworkJSON", "HomeworkTestKit",
      ],
      path: "Tests/Torture",
      swiftSettings: settings),
    .executableTarget(
      name: "hwdb-torture", dependencies: ["HomeworkTorture"], path: "Tests/TortureTool", swiftSettings: settings),
    tests("TortureTests", of: ["HomeworkTorture", "CHomeworkSQLite", "hwdb-torture", "hwdbd"]),
    tests("HomeworkSystemTests", of: ["HomeworkSystem"]),
    tests(
      "HomeworkSQLiteTests",
      of: ["HomeworkSQLite", "HomeworkEngine", "CHomeworkSQLite", "CHomeworkSQLiteShim", "HomeworkFaults"]),
    tests(
      "HomeworkPostgresTests",
      of: [
        "HomeworkPostgres", "HomeworkStore", "HomeworkModel", "HomeworkEngine", "HomeworkSQLite", "HomeworkRows",
        "HomeworkMigrations", "HomeworkJSON",
      ]),
    tests("HomeworkJSONTests", of: ["HomeworkJSON"]),
    tests(
      "HomeworkAPITests",
      of: ["HomeworkAPI", "HomeworkModel", "HomeworkMotion", "HomeworkReports", "HomeworkRPC", "HomeworkJSON"]),
    tests("HomeworkClientTests", of: ["HomeworkClient", "HomeworkAPI", "HomeworkModel", "HomeworkRPC", "hwdbd"]),
    tests("HomeworkModelTests", of: ["HomeworkModel", "HomeworkJSON"], files: ["Reference"]),
    tests(
      "HomeworkStoreTests",
      of: [
        "HomeworkStore", "HomeworkFaults", "HomeworkModel", "HomeworkEngine", "HomeworkSQLite", "HomeworkMigrations",
        "HomeworkMemoryEngine", "HomeworkPostgres", "HomeworkTorture",
      ],
      files: ["Fixtures"]),
    tests("HomeworkMotionTests", of: ["HomeworkMotion", "HomeworkModel", "HomeworkJSON"]),
    tests("HomeworkPlayTests", of: ["HomeworkPlay", "HomeworkStore", "HomeworkMotion", "HomeworkModel"]),
    tests("HomeworkFormatsTests", of: ["HomeworkFormats", "HomeworkModel"], files: ["Fixtures"]),
    tests(
      "HomeworkScenariosTests",
      of: [
        "HomeworkSeededBugs", "HomeworkPlay", "HomeworkTesting", "HomeworkScenarios", "HomeworkReports", "HomeworkAPI",
        "HomeworkRPC", "HomeworkJSON", "HomeworkStore", "HomeworkModel", "HomeworkMotion", "HomeworkSQLite",
      ]),
    tests("HomeworkRPCTests", of: ["HomeworkRPC", "HomeworkJSON"]),
    tests(
      "HomeworkServiceTests",
      of: [
        "HomeworkService", "HomeworkAPI", "HomeworkScenarios", "HomeworkReports", "HomeworkSeededBugs", "HomeworkPlay",
        "HomeworkFaults", "HomeworkStore", "HomeworkMotion", "HomeworkModel", "HomeworkRPC", "HomeworkJSON",
      ]),
    tests(
      "CommandTests",
      of: [
        "hwdb", "hwdbd", "HomeworkService", "HomeworkAPI", "HomeworkRPC", "HomeworkJSON", "HomeworkSQLite",
        "CHomeworkSQLite", "HomeworkCommandLine", "HomeworkScenarios", "HomeworkStore", "HomeworkModel",
      ],
      files: ["Clients", "Preloaded"]),
    tests("CrashTests", of: ["hwdb", "HomeworkScenarios", "HomeworkStore", "HomeworkModel"]),
    tests(
      "ExampleTests",
      of: ["hwdb", "HomeworkScenarios", "HomeworkReports", "HomeworkAPI", "HomeworkFormats", "HomeworkMotion"]),
    tests("TidyTests", of: ["hwdb"], files: ["Gate"]),
  ]
)
