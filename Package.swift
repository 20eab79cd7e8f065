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

func module(_ name: String, uses dependencies: [Target.Dependency] = []) -> Target {
  .target(name: name, dependencies: dependencies, swiftSettings: settings)
}

func executable(_ name: String, uses dependencies: [Target.Dependency]) -> Target {
  .executableTarget(name: name, dependencies: dependencies, swiftSettings: settings)
}

func tests(_ name: String, of dependencies: [Target.Dependency], files: [String] = []) -> Target {
  .testTarget(name: name, dependencies: dependencies + ["TestKit"], exclude: files, swiftSettings: settings)
}

let package = Package(
  name: "hwdb",
  platforms: [.macOS(.v15), .iOS(.v18)],
  products: [
    .library(name: "HomeworkStore", targets: ["HomeworkStore", "Homework"]),
    .library(name: "SQLite", targets: ["SQLite", "CSQLiteShim"]),
    .library(name: "Motion", targets: ["Motion", "Homework"]),
    .library(name: "Interchange", targets: ["Interchange", "Homework"]),
    .library(name: "Scenarios", targets: ["Scenarios"]),
    .library(name: "Wire", targets: ["Wire"]),
    .executable(name: "hwdb", targets: ["hwdb"]),
    .executable(name: "hwdbd", targets: ["hwdbd"]),
  ],
  targets: [
    // The database.
    .systemLibrary(name: "CSQLite", pkgConfig: "sqlite3", providers: [.apt(["libsqlite3-dev"])]),
    .target(name: "CSQLiteShim", dependencies: ["CSQLite"]),
    module("SQLite", uses: ["CSQLite", "CSQLiteShim"]),
    .target(
      name: "Migrations", path: "Migrations",
      resources: [
        .embedInCode("0001_homework.sql"), .embedInCode("0002_pictures.sql"), .embedInCode("0003_search.sql"),
        .embedInCode("0004_events.sql"), .embedInCode("0005_checksums.sql"),
        .embedInCode("0006_deletions.sql"), .embedInCode("0007_attempt_list.sql"),
      ],
      swiftSettings: settings),

    // Values and rules; facts on disk; facts to cues; text to quiz.
    module("Homework"),
    module("HomeworkStore", uses: ["Homework", "SQLite", "Migrations"]),
    module("Motion", uses: ["Homework"]),
    module("Interchange", uses: ["Homework"]),

    // Scripts that kill; every operation once; the socket.
    module("Scenarios", uses: ["HomeworkStore", "Homework", "SQLite", "Motion", "Interchange"]),
    .target(name: "CLinux"),
    module("Wire", uses: ["CLinux"]),
    module("Service", uses: ["Scenarios", "HomeworkStore", "Homework", "Motion", "Interchange", "Wire"]),

    // Words and terminals; sockets and signals.
    .target(name: "CGetopt"),
    .target(name: "CCurses", linkerSettings: [.linkedLibrary("ncursesw"), .linkedLibrary("tinfo")]),
    executable("hwdb", uses: ["Service", "Wire", "CGetopt", "CCurses"]),
    executable("hwdbd", uses: ["Service", "Wire"]),

    // Tests: one target a module, and those that look at the whole.
    .target(name: "TestKit", path: "Tests/TestKit", swiftSettings: settings),
    // What strikes a store at every point, for `make torture` and, shorter, for the tests.
    .target(
      name: "Torture",
      dependencies: ["HomeworkStore", "Homework", "SQLite", "Migrations", "Motion", "Wire", "TestKit"],
      path: "Tests/Torture",
      swiftSettings: settings),
    .executableTarget(name: "torture", dependencies: ["Torture"], path: "Tests/TortureTool", swiftSettings: settings),
    tests("TortureTests", of: ["Torture", "torture", "hwdbd"]),
    tests("SQLiteTests", of: ["SQLite"]),
    tests("HomeworkTests", of: ["Homework"]),
    tests("HomeworkStoreTests", of: ["HomeworkStore", "Homework", "SQLite", "Migrations"], files: ["Fixtures"]),
    tests("MotionTests", of: ["Motion", "Homework"]),
    tests("InterchangeTests", of: ["Interchange", "Homework"]),
    tests("ScenariosTests", of: ["Scenarios", "HomeworkStore", "Homework", "Motion", "SQLite"]),
    tests("WireTests", of: ["Wire"]),
    tests("ServiceTests", of: ["Service", "HomeworkStore", "Homework", "Wire"]),
    tests("CommandTests", of: ["hwdb", "hwdbd", "Wire", "SQLite"], files: ["Clients"]),
    tests("CrashTests", of: ["hwdb", "Scenarios", "HomeworkStore", "Homework"]),
    tests("ExampleTests", of: ["hwdb", "Scenarios", "Interchange", "Motion"]),
    tests("TidyTests", of: ["hwdb"]),
  ]
)
