// swift-tools-version: 6.2
// Another developer's app, with modules of common names, which must coexist with all products of this package.
import PackageDescription

let products = [
  "HomeworkStore", "HomeworkPlay", "HomeworkPostgres", "HomeworkMotion", "HomeworkFormats", "HomeworkScenarios",
  "HomeworkTesting", "HomeworkAPI",
]
let modules = ["SQLite", "CSQLite", "Wire", "Motion", "Scenarios", "Screens"]

let package = Package(
  name: "Neighbour",
  platforms: [.macOS(.v15), .iOS(.v18)],
  dependencies: [.package(name: "hwdb", path: "../..")],
  targets: modules.map { .target(name: $0) } + [
    .target(
      name: "Neighbour",
      dependencies: modules.map { .target(name: $0) } + products.map { .product(name: $0, package: "hwdb") },
      swiftSettings: [.swiftLanguageMode(.v6), .treatAllWarnings(as: .error)])
  ]
)
