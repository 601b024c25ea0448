import PlayheadKit

/// Reads policy files.
enum PolicyLoading {
  /// A policy has twenty values; a file of more bytes than this is taken for a mistake.
  private static let mostBytes = 1 << 20

  /// What the file at `path` says.
  static func file(at path: String) throws(Failure) -> PolicyFile {
    let contents: [UInt8]
    do {
      contents = try WholeFile.read(path, atMost: mostBytes)
    } catch {
      throw Failure(error, reading: "player policy", malformed: .configuration)
    }
    do {
      return try PolicyFile(contents: contents, name: path)
    } catch {
      throw Failure(error, inPolicy: path)
    }
  }
}
