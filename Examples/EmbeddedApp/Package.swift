// swift-tools-version: 6.2
// An app of its own that embeds the store, and its tests, which play scenarios. In an app elsewhere the dependency is the
// repository's address and a version.
import PackageDescription

let settings: [SwiftSetting] = [.swiftLanguageMode(.v6), .treatAllWarnings(as: .error)]

let package = Package(
  name: "EmbeddedApp",
  platforms: [.macOS(.v15), .iOS(.v18)],
  dependencies: [.package(name: "hwdb", path: "../..")],
  targets: [
    .executableTarget(
      name: "EmbeddedApp", dependencies: [.product(name: "HomeworkPlay", package: "hwdb")], swiftSettings: settings),
    .testTarget(
      name: "EmbeddedAppTests", dependencies: ["EmbeddedApp", .product(name: "HomeworkTesting", package: "hwdb")],
      exclude: ["Scenarios"], swiftSettings: settings),
  ]
)
