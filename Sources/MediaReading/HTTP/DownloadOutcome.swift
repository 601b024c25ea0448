/// The result of a download.
package enum DownloadOutcome: ~Copyable {
  /// The resource was downloaded whole.
  case downloaded(DownloadedResource)
  /// The beginning was downloaded of a resource whose server sends parts.
  case begun(DownloadedResource)
  /// The caller declined the resource by its headers.
  case declined(ResponseHeaders)
}

/// A resource that was downloaded, whole or its beginning.
package struct DownloadedResource: ~Copyable {
  /// The file with the resource, from offset 0.
  package let file: TemporaryFile
  /// The number of bytes that were downloaded.
  package let size: Int64
  /// The facts in the response's headers.
  package let response: ResponseHeaders

  /// The file alone.
  consuming func intoFile() -> TemporaryFile { file }
}
