import Foundation

/// A document that a schema is to accept.
struct SchemaDocument: Codable {
  /// Where it comes from.
  var name: String
  /// The schema's file, without what all have at the end.
  var schema: String
  var text: String
}

/// Python's `jsonschema`, one process for many documents.
enum SchemaValidator {
  struct Verdict: Decodable {
    var problems: [String]
    var documents: Int
    var events: Int
    var mutations: Int
  }

  static func verdict(on documents: [SchemaDocument]) throws -> Verdict {
    let folder = try TemporaryFolder()
    let path = folder.path + "/documents.json"
    try JSONEncoder().encode(documents).write(to: URL(fileURLWithPath: path))
    let output = try Python.run(
      "\(Project.root)/Tests/Tools/validate-schemas", [Project.root + "/Schemas", path])
    return try JSONDecoder().decode(Verdict.self, from: Data(output.utf8))
  }
}

/// The Python that `Scripts/setup --tests` installs packages for.
enum Python {
  /// What the script at `path` prints; it has to end well.
  static func run(_ path: String, _ arguments: [String]) throws -> String {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/python3")
    process.arguments = [path] + arguments
    let pipe = Pipe()
    process.standardOutput = pipe
    try process.run()
    let data = try pipe.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else { throw Failed(code: process.terminationStatus) }
    return String(decoding: data, as: UTF8.self)
  }

  struct Failed: Error {
    var code: Int32
  }
}
