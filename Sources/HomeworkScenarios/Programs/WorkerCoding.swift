package import HomeworkJSON

/// Values as JSON that only the same executable reads: whole numbers of 64 bits and fractions go through it bit by bit.
package enum WorkerCoding {
  package static func json(of value: some Encodable) throws -> JSONValue {
    let place = Place()
    try place.put(value)
    return place.json
  }

  package static func value<Value: Decodable>(of json: JSONValue) throws -> Value { try Source(json: json).value() }

  /// Of a member or an element, which is made before its value is known.
  fileprivate final class Place {
    private enum Content {
      case leaf(JSONValue)
      case list([Place])
      case members([String: Place])
    }

    private var content = Content.leaf(.null)

    var json: JSONValue {
      switch content {
      case .leaf(let value): value
      case .list(let places): .array(places.map(\.json))
      case .members(let places): .object(places.mapValues(\.json))
      }
    }

    func put(_ value: some Encodable) throws {
      switch value {
      case let value as Bool: content = .leaf(.bool(value))
      case let value as String: content = .leaf(.string(value))
      case let value as Double: content = .leaf(.int(Int64(bitPattern: value.bitPattern)))
      case let value as any FixedWidthInteger: content = .leaf(.int(Int64(truncatingIfNeeded: value)))
      default: try value.encode(to: Target(place: self))
      }
    }

    func makeMembers() { if case .members = content {} else { content = .members([:]) } }
    func makeList() { if case .list = content {} else { content = .list([]) } }

    func member(_ key: some CodingKey) -> Place {
      let place = Place()
      guard case .members(var members) = content else { return place }
      content = .leaf(.null)
      members[key.stringValue] = place
      content = .members(members)
      return place
    }

    func element() -> Place {
      let place = Place()
      guard case .list(var list) = content else { return place }
      content = .leaf(.null)
      list.append(place)
      content = .list(list)
      return place
    }

    var count: Int { if case .list(let list) = content { list.count } else { 0 } }
  }
}

// MARK: Writing

private struct Target: Encoder, SingleValueEncodingContainer {
  let place: WorkerCoding.Place
  var codingPath: [any CodingKey] { [] }
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  func container<Key>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    place.makeMembers()
    return KeyedEncodingContainer(Members(place: place))
  }

  func unkeyedContainer() -> any UnkeyedEncodingContainer {
    place.makeList()
    return Elements(place: place)
  }

  func singleValueContainer() -> any SingleValueEncodingContainer { self }
  func encodeNil() {}
  func encode<Value: Encodable>(_ value: Value) throws { try place.put(value) }

  private struct Members<Key: CodingKey>: KeyedEncodingContainerProtocol {
    let place: WorkerCoding.Place
    var codingPath: [any CodingKey] { [] }

    func encodeNil(forKey key: Key) { _ = place.member(key) }
    func encode<Value: Encodable>(_ value: Value, forKey key: Key) throws { try place.member(key).put(value) }
    func nestedContainer<Inner>(keyedBy type: Inner.Type, forKey key: Key) -> KeyedEncodingContainer<Inner> {
      Target(place: place.member(key)).container(keyedBy: type)
    }
    func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
      Target(place: place.member(key)).unkeyedContainer()
    }
    func superEncoder() -> any Encoder { Target(place: place) }
    func superEncoder(forKey key: Key) -> any Encoder { Target(place: place.member(key)) }
  }

  private struct Elements: UnkeyedEncodingContainer {
    let place: WorkerCoding.Place
    var codingPath: [any CodingKey] { [] }
    var count: Int { place.count }

    func encodeNil() { _ = place.element() }
    func encode<Value: Encodable>(_ value: Value) throws { try place.element().put(value) }
    func nestedContainer<Inner>(keyedBy type: Inner.Type) -> KeyedEncodingContainer<Inner> {
      Target(place: place.element()).container(keyedBy: type)
    }
    func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer { Target(place: place.element()).unkeyedContainer() }
    func superEncoder() -> any Encoder { Target(place: place.element()) }
  }
}

// MARK: Reading

private struct Source: Decoder, SingleValueDecodingContainer {
  let json: JSONValue
  var codingPath: [any CodingKey] { [] }
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  func value<Value: Decodable>() throws -> Value {
    let leaf: Any? =
      switch (Value.self, json) {
      case (is Bool.Type, .bool(let value)): value
      case (is String.Type, .string(let value)): value
      case (is Double.Type, .int(let bits)): Double(bitPattern: UInt64(bitPattern: bits))
      case (let type as any FixedWidthInteger.Type, .int(let value)): type.init(truncatingIfNeeded: value)
      default: nil
      }
    // Of nothing a cast makes an optional.
    if let leaf, let value = leaf as? Value { return value }
    let isLeaf = Value.self is Bool.Type || Value.self is String.Type || Value.self is Double.Type
    guard !isLeaf, !(Value.self is any FixedWidthInteger.Type) else { throw mismatch("\(Value.self)") }
    return try Value(from: self)
  }

  func container<Key>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
    guard case .object(let members) = json else { throw mismatch("an object") }
    return KeyedDecodingContainer(Members(members: members))
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
    guard case .array(let elements) = json else { throw mismatch("a list") }
    return Elements(elements: elements)
  }

  func singleValueContainer() -> any SingleValueDecodingContainer { self }
  func decodeNil() -> Bool { json == .null }
  func decode<Value: Decodable>(_ type: Value.Type) throws -> Value { try value() }

  private func mismatch(_ wanted: String) -> DecodingError {
    .dataCorrupted(DecodingError.Context(codingPath: [], debugDescription: "not \(wanted)"))
  }

  private struct Members<Key: CodingKey>: KeyedDecodingContainerProtocol {
    let members: [String: JSONValue]
    var codingPath: [any CodingKey] { [] }
    var allKeys: [Key] { members.keys.compactMap { Key(stringValue: $0) } }

    func contains(_ key: Key) -> Bool { members[key.stringValue] != nil }
    func decodeNil(forKey key: Key) -> Bool { members[key.stringValue] == .null }
    func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value { try source(key).value() }
    func nestedContainer<Inner>(keyedBy type: Inner.Type, forKey key: Key) throws -> KeyedDecodingContainer<Inner> {
      try source(key).container(keyedBy: type)
    }
    func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
      try source(key).unkeyedContainer()
    }
    func superDecoder() -> any Decoder { Source(json: .object(members)) }
    func superDecoder(forKey key: Key) throws -> any Decoder { try source(key) }

    private func source(_ key: Key) throws -> Source {
      guard let json = members[key.stringValue] else {
        throw DecodingError.keyNotFound(key, DecodingError.Context(codingPath: [], debugDescription: "is missing"))
      }
      return Source(json: json)
    }
  }

  private struct Elements: UnkeyedDecodingContainer {
    let elements: [JSONValue]
    var currentIndex = 0
    var codingPath: [any CodingKey] { [] }
    var count: Int? { elements.count }
    var isAtEnd: Bool { currentIndex == elements.count }

    mutating func decodeNil() -> Bool {
      guard !isAtEnd, elements[currentIndex] == .null else { return false }
      currentIndex += 1
      return true
    }
    mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value { try next().value() }
    mutating func nestedContainer<Inner>(keyedBy type: Inner.Type) throws -> KeyedDecodingContainer<Inner> {
      try next().container(keyedBy: type)
    }
    mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer { try next().unkeyedContainer() }
    mutating func superDecoder() throws -> any Decoder { try next() }

    private mutating func next() throws -> Source {
      guard !isAtEnd else { throw Source(json: .null).mismatch("long enough") }
      defer { currentIndex += 1 }
      return Source(json: elements[currentIndex])
    }
  }
}
