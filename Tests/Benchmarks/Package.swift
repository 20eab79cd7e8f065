// swift-tools-version: 6.2
// Speed, each figure beside a named limit or peer of the same run. `swift run -c release --package-path Tests/Benchmarks
// NAME`.
import PackageDescription

let settings: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .treatAllWarnings(as: .error),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
]

func benchmark(_ name: String, of products: [String], and others: [Target.Dependency] = []) -> Target {
  .executableTarget(
    name: name,
    dependencies: ["Measure"] + products.map { .product(name: $0, package: "hwdb") } + others,
    swiftSettings: settings)
}

let package = Package(
  name: "Benchmarks",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "hwdb", path: "../..")],
  targets: [
    .target(name: "Measure", swiftSettings: settings),
    .target(name: "CLimit", dependencies: [.product(name: "HomeworkStore", package: "hwdb")]),
    .target(name: "CLoad"),
    benchmark("StoreBenchmark", of: ["HomeworkStore"], and: ["CLimit"]),
    benchmark("MotionBenchmark", of: ["HomeworkMotion"], and: ["CLimit"]),
    benchmark("ScenarioBenchmark", of: ["HomeworkScenarios"]),
    benchmark("DaemonBenchmark", of: ["HomeworkStore", "HomeworkPostgres"], and: ["CLoad"]),
    benchmark("FormatsBenchmark", of: ["HomeworkFormats", "HomeworkStore"]),
    benchmark("ReviewBenchmark", of: ["HomeworkStore"]),
  ]
)
