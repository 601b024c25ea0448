import Expectations
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

  /// What the schemas in `schemas` say of `documents`, and of one in `step` of the mutations of
  /// them, or of all where `PLAYHEAD_TEST_SEEDS` is `all`.
  static func verdict(
    on documents: [SchemaDocument], by schemas: String = "Schemas", mutatedOneIn step: Int = 1
  ) throws -> Verdict {
    let folder = try TemporaryFolder()
    let path = folder.path + "/documents.json"
    try JSONEncoder().encode(documents).write(to: URL(fileURLWithPath: path))
    let output = try Python.run(
      "\(Project.root)/Tests/Tools/validate-schemas",
      ["\(Project.root)/\(schemas)", path, "\(Seeds.choice == .all ? 1 : step)"])
    return try JSONDecoder().decode(Verdict.self, from: Data(output.utf8))
  }
}

/// The Python that `Scripts/setup --tests` installs packages for.
enum Python {
  /// What the script at `path` prints; it has to end well.
  static func run(_ path: String, _ arguments: [String]) throws -> String {
    let run = try ToolRun(["/usr/bin/python3", path] + arguments)
    guard run.code == 0 else { throw Failed(words: run.diagnostics) }
    return run.output
  }

  /// Has the document at `path` be one that a schema of ours accepts.
  static func validate(_ path: String, against schema: String) throws {
    let schema = "\(Project.root)/Schemas/\(schema).schema.json"
    let base = "file://\(Project.root)/Schemas/"
    let run = try ToolRun([
      "/usr/bin/python3", "-m", "jsonschema", "--base-uri", base, "-i", path, schema,
    ])
    guard run.code == 0 else { throw Failed(words: run.output + run.diagnostics) }
  }

  struct Failed: Error {
    var words: String
  }
}
