package import PlayheadLadder

/// Why a key cannot be read from its file.
package enum KeyFileError: Error, Equatable, Sendable {
  /// It cannot be read.
  case unreadable(FileReadError)
  /// The file at a path has so many bytes.
  case length(path: String, Int)

  /// What is wrong with a file of so many bytes.
  package static func words(ofLength count: Int) -> String {
    "a key of AES-128 has \(KeyArgument.count) bytes, the file \(count)"
  }
}

extension KeyArgument {
  /// The bytes of the key, read from its file if they are there.
  package func read() throws(KeyFileError) -> [UInt8] {
    switch self {
    case .bytes(let bytes): return bytes
    case .file(let path):
      let bytes: [UInt8]
      do throws(FileReadError) {
        bytes = try WholeFile.read(path, atMost: 1 << 10)
      } catch {
        throw .unreadable(error)
      }
      guard bytes.count == Self.count else { throw .length(path: path, bytes.count) }
      return bytes
    }
  }
}
