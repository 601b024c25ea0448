/// A program to run, its words, and what to call it.
struct ProcessCommand: Sendable {
  var label: String
  var executable: String
  var arguments: [String]

  init(_ label: String, _ executable: String, _ arguments: [String]) {
    self.label = label
    self.executable = executable
    self.arguments = arguments
  }
}
