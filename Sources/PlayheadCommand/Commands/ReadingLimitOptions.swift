import MediaReading
import PlayheadKit

extension Option {
  static let maximumPicture = Option(
    "max-picture", nil, .text("WIDTHxHEIGHT"), in: .media,
    help: "Largest picture to read, in pixels, in either orientation", default: "8192x4320")
  static let maximumMemory = Option(
    "max-memory", nil, .text("SIZE"), in: .media, help: "Memory for reading one file",
    default: "1GiB")
  static let maximumProcessorTime = Option(
    "max-cpu-time", nil, .text("DURATION"), in: .media,
    help: "Processor time for reading one file",
    default: "10 s + 0.25 s per MB; decoding adds 30 s + 30 s per MB")

  /// Options that limit what reading a file may take.
  static let ofLimits: [Option] = [.maximumPicture, .maximumMemory, .maximumProcessorTime]
}

extension ParsedArguments {
  /// What reading a file may take.
  func readingLimits() throws(Failure) -> ReadingLimits {
    var limits = ReadingLimits()
    if let text = value(.maximumPicture) { limits.picture = try pictureSize(text) }
    if let text = value(.maximumMemory) {
      limits.memory = try parse(text[...], .maximumMemory) { text throws(GrammarError) in
        try Int64(parsingBytes: text)
      }
      guard limits.memory >= Self.minimumMemory else {
        throw Failure(
          badValue: text, of: .maximumMemory, why: "no file can be read with less than 16 MiB")
      }
    }
    if let time = try duration(.maximumProcessorTime) {
      guard time >= .seconds(1) else {
        throw Failure(
          badValue: value(.maximumProcessorTime) ?? "", of: .maximumProcessorTime,
          why: "the minimum is 1 s")
      }
      limits.processorSeconds = (time.nanoseconds - 1) / 1_000_000_000 + 1
    }
    return limits
  }

  private static let minimumMemory: Int64 = 16 << 20

  private func pictureSize(_ text: String) throws(Failure) -> Track.Dimensions {
    let sides = text.split(separator: "x", omittingEmptySubsequences: false).map { side in
      side.allSatisfy(\.isASCIIDigit) ? Int(side) : nil
    }
    guard sides.count == 2, let width = sides[0], let height = sides[1],
      (1...Self.largestSide).contains(width), (1...Self.largestSide).contains(height)
    else {
      throw Failure(
        badValue: text, of: .maximumPicture,
        why: "a picture has two sides of 1 to \(Self.largestSide) pixels",
        hint: "write 8192x4320")
    }
    return Track.Dimensions(width: width, height: height)
  }

  private static let largestSide = 65_535
}

extension Character {
  fileprivate var isASCIIDigit: Bool { ("0"..."9").contains(self) }
}

extension Context {
  /// Notes, once, that the system does not permit to confine what reads media.
  func noteConfinement() {
    guard helper?.takeLimitsOnlyNotice() == true else { return }
    diagnostics.note(
      "media is read without a sandbox, as the system does not permit seccomp; "
        + "the limits on memory and processor time apply")
  }
}
