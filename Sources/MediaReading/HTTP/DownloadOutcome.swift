/// What came of asking for a resource.
package enum DownloadOutcome: ~Copyable {
  /// The whole resource is here.
  case downloaded(DownloadedResource)
  /// The caller did not want it, going by the headers.
  case declined(ResponseHeaders)
}

/// A resource that has been downloaded as a whole.
package struct DownloadedResource: ~Copyable {
  /// Holds the resource, from offset 0 on.
  package let file: TemporaryFile
  /// The number of bytes.
  package let size: Int64
  /// What the server said about it.
  package let response: ResponseHeaders
}
