import MediaReading
import PlayheadKit

extension Option {
  static let recordingFolder = Option(
    "output", "o", .file("FOLDER"), in: .output,
    help: "The folder to record into, made if it is missing; a recording in it goes on",
    brief: "The folder to record into")
  static let recordingLength = Option(
    "for", nil, .text("DURATION"), in: .live,
    help: "How long to record, counted from the start of the recording, whenever that was",
    brief: "How long to record", default: "until the event ends")
  static let variant = Option(
    "variant", nil, .text("NUMBER"), isRepeatable: true, in: .live,
    help: "Record only this variant of HLS, counted from 0 in the order of the playlist",
    default: "all")
  static let withMedia = Option(
    "with-media", in: .media, help: "Keep the bytes of segments, not only their sizes",
    brief: "Keep the bytes of segments")
  static let reload = Option(
    "reload", nil, .text("DURATION"), in: .live,
    help: "How often to load manifests again; the shorter, the more exact their times",
    default: "a target duration after a change, half of it after none; MPD@minimumUpdatePeriod")
  static let maximumFiles = Option(
    "max-files", nil, .text("COUNT"), in: .output,
    help: "Number of files at which recording ends", default: "100000")
}

extension RecordingOptions {
  /// What `arguments` say of recording `url` into `folder`.
  init(
    _ url: String, into folder: String, _ arguments: ParsedArguments
  ) throws(Failure) {
    self.init(url, into: folder)
    func nanoseconds(_ option: Option, atLeast least: WallTime) throws(Failure) -> Int64? {
      guard let time = try arguments.duration(option) else { return nil }
      guard time >= least else {
        throw Failure(
          badValue: arguments.value(option) ?? "", of: option,
          why: "the minimum is \(least.secondsText) s")
      }
      return time.nanoseconds
    }
    length = try nanoseconds(.recordingLength, atLeast: .milliseconds(1))
    reload = try nanoseconds(.reload, atLeast: .milliseconds(100))
    if arguments.has(.variant) {
      var numbers: Set<Int> = []
      for text in arguments.values(.variant) {
        guard let number = Int(text), number >= 0, text.first?.isNumber == true else {
          throw Failure(
            badValue: text, of: .variant, why: "it is not the number of a variant",
            hint: "write \(Option.variant.spelling) 0")
        }
        numbers.insert(number)
      }
      variants = numbers
    }
    keepsMedia = arguments.has(.withMedia)
    if let text = arguments.value(.maximumFiles) {
      guard let count = Int(text), count > 0 else {
        throw Failure(badValue: text, of: .maximumFiles, why: "it is not a positive number")
      }
      maximumFiles = count
    }
    limits = try arguments.downloadLimits()
  }
}
