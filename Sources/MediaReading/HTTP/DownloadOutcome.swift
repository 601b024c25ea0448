/// The result of a download.
package enum DownloadOutcome: ~Copyable {
  /// The resource was downloaded whole.
  case downloaded(DownloadedResource)
  /// The caller declined the resource by its headers.
  case declined(ResponseHeaders)
}

/// A resource that was downloaded whole.
package struct DownloadedResource: ~Copyable {
  /// The file with the resource, from offset 0.
  package let file: TemporaryFile
  /// The size in bytes.
  package let size: Int64
  /// The facts in the response's headers.
  package let response: ResponseHeaders
}
