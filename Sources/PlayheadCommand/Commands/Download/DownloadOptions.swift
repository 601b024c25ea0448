import MediaReading
import PlayheadKit

extension Option {
  static let maximumDownload = Option(
    "max-download", nil, .text("SIZE"), in: .media,
    help: "Maximum size of all that is downloaded of a URL", default: "4GiB")
  static let maximumDownloadTime = Option(
    "max-download-time", nil, .text("DURATION"), in: .media,
    help: "Maximum time spent downloading from a URL", default: "unlimited")
  static let minimumDownloadRate = Option(
    "min-download-rate", nil, .text("RATE"), in: .media,
    help: "Give up a download that is slower for 30 s", default: "8bit/s")
  static let noPrivateHosts = Option(
    "no-private-hosts", in: .media,
    help: "Refuse URLs and redirects to loopback, link-local and private addresses; ignore proxies")

  /// Options of media from URLs.
  static let download: [Option] = [
    .maximumDownload, .maximumDownloadTime, .minimumDownloadRate, .noPrivateHosts,
  ]
}

extension ParsedArguments {
  /// The limits of what is downloaded for each URL.
  func downloadLimits() throws(Failure) -> DownloadLimits {
    var limits = DownloadLimits()
    if let text = value(.maximumDownload) {
      limits.bytes = try parse(text[...], .maximumDownload) { text throws(GrammarError) in
        try Int64(parsingBytes: text)
      }
    }
    if let time = try duration(.maximumDownloadTime, unit: .required) {
      // A limit that ends everything at once is a mistake.
      guard time >= .milliseconds(1) else {
        throw Failure(
          badValue: value(.maximumDownloadTime) ?? "", of: .maximumDownloadTime,
          why: "the minimum is 1 ms")
      }
      limits.milliseconds = time.nanoseconds / 1_000_000
    }
    if let text = value(.minimumDownloadRate) {
      limits.rate = try parse(text[...], .minimumDownloadRate) { text throws(GrammarError) in
        try BitRate(parsing: text)
      }
    }
    limits.refusesPrivateHosts = has(.noPrivateHosts)
    return limits
  }
}
