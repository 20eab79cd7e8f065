import HomeworkModel
import HomeworkSystem

/// A decoded picture, upright, in red, green and blue.
struct Pixels: Sendable {
  let width: Int, height: Int
  /// One byte per colour, row by row.
  let bytes: [UInt8]

  init(width: Int, height: Int, bytes: [UInt8]) {
    (self.width, self.height, self.bytes) = (width, height, bytes)
  }

  /// Decodes a picture's file upright, on white, and scaled down to fit; `nil` if the file is damaged, or gdk-pixbuf is
  /// not installed or cannot read its type.
  init?(of picture: Picture, within room: (width: Int, height: Int)) {
    guard let found = GdkPixbuf()?.pixels(of: picture.bytes, within: room) else { return nil }
    self = found
  }

  /// Returns the largest size that fits, but never larger than the picture.
  static func size(
    of picture: (width: Int, height: Int), within room: (width: Int, height: Int)
  ) -> (
    width: Int, height: Int
  ) {
    let share = min(1, Double(room.width) / Double(picture.width), Double(room.height) / Double(picture.height))
    return (max(1, Int(Double(picture.width) * share)), max(1, Int(Double(picture.height) * share)))
  }
}

/// The part of gdk-pixbuf, the desktop library for pictures, that a terminal needs. It is loaded with the first
/// picture, since few processes show one.
private struct GdkPixbuf {
  private typealias Object = UnsafeMutableRawPointer
  private typealias Make = @convention(c) () -> Object?
  private typealias Write = @convention(c) (Object, UnsafePointer<UInt8>, Int, Object?) -> Int32
  private typealias Close = @convention(c) (Object, Object?) -> Int32
  private typealias Derive = @convention(c) (Object) -> Object?
  private typealias Measure = @convention(c) (Object) -> Int32
  private typealias Scale = @convention(c) (Object, Int32, Int32, UInt32, Int32, Int32, UInt32, UInt32) -> Object?
  private typealias Release = @convention(c) (Object) -> Void
  private typealias SizeKnown = @convention(c) (Object, Int32, Int32, Object) -> Void
  private typealias SetSize = @convention(c) (Object, Int32, Int32) -> Void
  private typealias Connect = @convention(c) (Object, UnsafePointer<CChar>, SizeKnown, Object?, Object?, Int32) -> UInt

  private let makeLoader: Make, write: Write, close: Close, picture: Derive, upright: Derive, scale: Scale
  private let width: Measure, height: Measure, channels: Measure, stride: Measure, bytes: Derive
  private let release: Release, connect: Connect
  /// The context of `refuseLarge`.
  private let setSize: Object

  /// Returns `nil` if it is not installed.
  init?() {
    guard let library = dlopen("libgdk_pixbuf-2.0.so.0", RTLD_NOW) else { return nil }
    /// Returns a function of the library, or of one of its dependencies.
    func function<Function>(_ name: String, as type: Function.Type) -> Function? {
      dlsym(library, name).map { unsafeBitCast($0, to: type) }
    }
    guard let makeLoader = function("gdk_pixbuf_loader_new", as: Make.self),
      let write = function("gdk_pixbuf_loader_write", as: Write.self),
      let close = function("gdk_pixbuf_loader_close", as: Close.self),
      let picture = function("gdk_pixbuf_loader_get_pixbuf", as: Derive.self),
      let upright = function("gdk_pixbuf_apply_embedded_orientation", as: Derive.self),
      let scale = function("gdk_pixbuf_composite_color_simple", as: Scale.self),
      let width = function("gdk_pixbuf_get_width", as: Measure.self),
      let height = function("gdk_pixbuf_get_height", as: Measure.self),
      let channels = function("gdk_pixbuf_get_n_channels", as: Measure.self),
      let stride = function("gdk_pixbuf_get_rowstride", as: Measure.self),
      let bytes = function("gdk_pixbuf_get_pixels", as: Derive.self),
      let release = function("g_object_unref", as: Release.self),
      let connect = function("g_signal_connect_data", as: Connect.self),
      let setSize = dlsym(library, "gdk_pixbuf_loader_set_size")
    else { return nil }
    (self.makeLoader, self.write, self.close, self.picture) = (makeLoader, write, close, picture)
    (self.upright, self.scale, self.width, self.height) = (upright, scale, width, height)
    (self.channels, self.stride, self.bytes, self.release) = (channels, stride, bytes, release)
    (self.connect, self.setSize) = (connect, setSize)
  }

  /// A hundred million pixels take 400 MB: a picture that claims more is malicious. Setting the size to 0 rejects it.
  private static let refuseLarge: SizeKnown = { loader, width, height, setSize in
    guard Int(width) * Int(height) > 100_000_000 else { return }
    unsafeBitCast(setSize, to: SetSize.self)(loader, 0, 0)
  }

  func pixels(of file: [UInt8], within room: (width: Int, height: Int)) -> Pixels? {
    guard let loader = makeLoader() else { return nil }
    defer { release(loader) }
    _ = connect(loader, "size-prepared", Self.refuseLarge, setSize, nil, 0)
    let isWritten = write(loader, file, file.count, nil) != 0
    // Always close the loader; closing also reports whether the file was complete.
    guard close(loader, nil) != 0, isWritten, let whole = picture(loader).flatMap(upright) else { return nil }
    defer { release(whole) }
    let size = Pixels.size(of: (Int(width(whole)), Int(height(whole))), within: room)
    let (bilinear, opaque, square, white): (UInt32, Int32, Int32, UInt32) = (2, 255, 8, 0xFF_FFFF)
    guard let small = scale(whole, Int32(size.width), Int32(size.height), bilinear, opaque, square, white, white)
    else { return nil }
    defer { release(small) }
    guard let start = bytes(small) else { return nil }
    let (rowLength, pixelLength) = (Int(stride(small)), Int(channels(small)))
    var found: [UInt8] = []
    found.reserveCapacity(size.width * size.height * 3)
    for row in 0..<size.height {
      for column in 0..<size.width {
        let pixel = start + row * rowLength + column * pixelLength
        for part in 0..<3 { found.append(pixel.load(fromByteOffset: part, as: UInt8.self)) }
      }
    }
    return Pixels(width: size.width, height: size.height, bytes: found)
  }
}
