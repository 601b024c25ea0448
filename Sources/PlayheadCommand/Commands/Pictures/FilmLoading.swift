import MediaReading
import PlayheadKit

extension Option {
  static let noPictures = Option(
    "no-pictures", in: .output, help: "Leave out of --format html the pictures of the media")
}

extension ParsedArguments {
  /// Whether reports show pictures of the media.
  var showsFilm: Bool { (choice(.format) ?? SessionFormat.text) == .html && !has(.noPictures) }
}

/// Decodes the pictures of the media that a report shows.
struct FilmLoading {
  /// What the media is in.
  enum Media {
    /// A file.
    case file(MediaDescription)
    /// A ladder.
    case ladder(LadderSources)
  }

  let arguments: ParsedArguments
  let context: Context
  /// Where the media is.
  let location: String
  /// How many bytes all pictures may have.
  var budget = FilmPlan.budget

  /// The pictures by `plan`; `nil` if there is nothing to see.
  func film(_ plan: FilmPlan, of media: Media) -> FilmStrip? {
    guard arguments.showsFilm, !plan.wanted.isEmpty else { return nil }
    let found: Result<[Int: KeyPicture], NoPictures>
    do throws(MediaReadingError) {
      found = try pictures(plan, of: media)
    } catch {
      // The report is worth more than its pictures.
      let (what, _, why) = error.words
      return FilmStrip(none: "\(what): \(why)")
    }
    switch found {
    case .failure(let reason): return FilmStrip(none: reason.words)
    case .success(let found):
      let pictures = found.mapValues { ($0.time, $0.jpeg) }
      return plan.film(of: pictures, budget: budget)
        ?? FilmStrip(none: NoPictures.undecodable.words)
    }
  }

  private func pictures(
    _ plan: FilmPlan, of media: Media
  ) throws(MediaReadingError) -> Result<[Int: KeyPicture], NoPictures> {
    let loading = MediaLoading(arguments: arguments, context: context)
    let decode: DecodeMode? = arguments.choice(.decode)
    if decode == DecodeMode.none { return .failure(.notWanted) }
    let reader: MediaReader
    do {
      reader = try loading.reader(of: location)
    } catch {
      return .failure(.crashed)
    }
    switch media {
    case .file(let file):
      guard let track = plan.track else { return .success([:]) }
      let origin = file.presentation.origin
      let found = try reader.keyPictures(
        of: location, track: track, at: plan.wanted.map { $0.time + origin })
      return found.map { pictures in
        pictures.mapValues { KeyPicture(time: $0.time - origin, jpeg: $0.jpeg) }
      }
    case .ladder(let sources):
      return try reader.keyPictures(
        of: sources,
        plan.wanted.compactMap { wanted in
          wanted.segment.map {
            SegmentPicture(
              level: $0.level, segment: $0.number, offset: wanted.time - $0.start, start: $0.start)
          }
        })
    }
  }
}
