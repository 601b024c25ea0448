import PlayheadKit

/// The state of a file or a resource of a server that a ladder refers to.
enum ResourceState: Hashable {
  /// A file.
  case file(FileState)
  /// What a server has said of it.
  case response(ResponseHeaders)

  /// The size in bytes; `nil` if a server does not tell it.
  var bytes: Int64? {
    switch self {
    case .file(let state): state.bytes
    case .response(let response): response.contentLength
    }
  }

  /// Whether parts of it can be asked for, all of one state.
  var hasParts: Bool {
    switch self {
    case .file: true
    case .response(let response):
      response.acceptsByteRanges && response.rangeValidator != nil
        && response.contentLength != nil
    }
  }
}
