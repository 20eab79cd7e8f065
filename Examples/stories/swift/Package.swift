// swift-tools-version: 6.2
// In an app elsewhere the dependency is the repository's address and a version.
import PackageDescription

let package = Package(
  name: "Story",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "hwdb", path: "../../..")],
  targets: [
    .executableTarget(
      name: "Story", dependencies: [.product(name: "HomeworkPlay", package: "hwdb")],
      swiftSettings: [.swiftLanguageMode(.v6), .treatAllWarnings(as: .error)])
  ]
)
