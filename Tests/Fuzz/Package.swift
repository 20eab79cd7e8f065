// swift-tools-version: 6.2
// Bytes at random, guided by coverage (libFuzzer), through everything that reads what others wrote. `make fuzz`.
import PackageDescription

let package = Package(
  name: "Fuzz",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "hwdb", path: "../..")],
  targets: [
    .executableTarget(
      name: "fuzz",
      dependencies: ["HomeworkAPI", "HomeworkScenarios", "HomeworkFormats", "HomeworkStore"].map {
        .product(name: $0, package: "hwdb")
      },
      swiftSettings: [.swiftLanguageMode(.v6), .unsafeFlags(["-parse-as-library"])])
  ]
)
