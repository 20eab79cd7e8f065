import HomeworkJSON
import HomeworkRPC

/// The OpenRPC document, made from the declarations that serve the calls.
enum OpenRPC {
  static var document: JSONValue {
    [
      "openrpc": "1.3.2",
      "info": ["title": "hwdb", "version": .string(Service.version)],
      "methods": .array(Operations.all.map(method)),
      "x-notifications": .array(
        Operations.notifications.map {
          [
            "name": .string($0.method), "summary": .string($0.summary), "paramStructure": "by-name",
            "params": $0.params.json,
          ]
        }),
      "components": ["schemas": .object(Schemas.all.mapValues(\.json))],
    ]
  }

  private static func method(_ operation: Operation) -> JSONValue {
    [
      "name": .string(operation.name), "summary": .string(operation.summary), "paramStructure": "by-name",
      "params": .array(
        operation.parameters.map {
          [
            "name": .string($0.name), "summary": .string($0.summary), "required": .bool($0.isRequired),
            "schema": $0.schema.json,
          ]
        }),
      "result": ["name": "result", "schema": operation.result.json],
    ]
  }
}
