import MediaReading
import POSIX
import Testing

/// A resource that differs at every offset a mistake could mix up.
func pattern(_ count: Int, seed: UInt8 = 0) -> [UInt8] {
  (0..<count).map { UInt8(truncatingIfNeeded: $0 ^ $0 >> 8 ^ $0 >> 16) &+ seed }
}

/// The defaults without the patience.
func quickOptions() -> HTTPOptions {
  var options = HTTPOptions()
  options.retryMilliseconds = 5
  return options
}

/// Downloads `url` and reads the file back.
func fetch(
  _ url: String,
  options: HTTPOptions = quickOptions(),
  interruption: Interruption = Interruption(),
  progress: (Int64, Int64?) -> Void = { _, _ in }
) throws(HTTPError) -> (bytes: [UInt8], response: ResponseHeaders) {
  let outcome = try HTTPDownloader(options: options).download(
    url, interruption: interruption, progress: progress)
  switch consume outcome {
  case .declined(let response): return ([], response)
  case .begun(let resource): return ([], resource.response)
  case .downloaded(let resource):
    // One byte more, to see that there is none.
    var bytes = [UInt8](repeating: 0, count: Int(resource.size) + 1)
    let count = unsafe pread(resource.file.descriptor, &bytes, bytes.count, 0)
    return (Array(bytes[..<max(count, 0)]), resource.response)
  }
}

/// The error of a download that has to fail.
func failure(of url: String, options: HTTPOptions = quickOptions()) -> HTTPError? {
  do {
    let bytes = try fetch(url, options: options).bytes
    Issue.record("\(bytes.count) bytes came")
    return nil
  } catch {
    return error
  }
}
