import Foundation
import HomeworkTestKit
import Testing

/// The real Makefile and scripts, on a path with nothing but what every Debian has, Swift, Git and make: see
/// `Gate/bare-machine`.
@Suite struct `A bare Debian` {
  @Test(arguments: [
    ("install PREFIX=$PWD/prefix", "prefix/bin/hwdb"), ("wheel", ".build/hwdb-*.whl"), ("deb", ".build/hwdb_*.deb"),
  ])
  func `gets the packages of all programs that a target calls`(target: String, product: String) throws {
    let machine = try BareMachine()
    let made = try machine.run("make \(target) && ls \(product)")
    #expect(made.status == 0, "make \(target): \(made.output)\(made.errors)")
    let again = try machine.run("rm bin/apt-get && make \(target)")
    #expect(again.status == 0, "make \(target) asks for packages again: \(again.output)\(again.errors)")
  }

  @Test(arguments: [
    ("apt-get", "build"), ("swift", "build"), ("swiftc", "static"), ("clang", "static"), ("strip", "install PREFIX=p"),
    ("pkg-config --variable=libdir", "wheel"), ("readelf", "wheel"), ("git", "deb"), ("dpkg-shlibdeps", "deb"),
    ("dpkg-deb", "deb"),
  ])
  func `shows why a program fails`(call: String, target: String) throws {
    let failed = try BareMachine().run("mkdir .git; make \(target)", failing: call)
    #expect(failed.status != 0, "make \(target) ends with 0 although \(call) failed")
    #expect(
      "\(failed.output)\(failed.errors)".contains("\(call): the moon is full"),
      "make \(target) does not say why \(call) failed: \(failed.output)\(failed.errors)")
  }
}

private struct BareMachine {
  private let directory = TemporaryDirectory()

  init() throws {
    let setup = ThisPackage.root.appendingPathComponent("Tests/TidyTests/Gate/bare-machine").path
    let result = try HomeworkTestKit.run(setup, [ThisPackage.root.path], directory: directory.path(""))
    try #require(result.status == 0, "\(result.errors)")
  }

  /// Runs a command, in which a call that begins with `failing` prints a reason and ends with 3.
  func run(_ command: String, failing call: String = "") throws -> CommandResult {
    // As called by a user, without a surrounding make.
    let alone = "unset MAKEFLAGS MAKELEVEL MFLAGS BUILT DESTDIR"
    return try HomeworkTestKit.run(
      "/bin/bash", ["-c", "\(alone); \(command)"], environment: ["PATH": directory.path("bin"), "FAILS": call],
      directory: directory.path(""))
  }
}
