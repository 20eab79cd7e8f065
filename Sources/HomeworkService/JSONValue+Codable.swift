import Foundation
import HomeworkJSON

extension JSONValue {
  /// What `value` is as JSON; absent optionals are left out.
  init(encoding value: some Encodable) throws { self = try JSONValue(parsing: JSONEncoder().encode(value)) }

  func decoded<Value: Decodable>(as type: Value.Type = Value.self) throws -> Value {
    try JSONDecoder().decode(type, from: Data(encoded()))
  }
}
