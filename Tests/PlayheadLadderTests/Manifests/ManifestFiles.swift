import PlayheadManifests
import PlayheadModel

/// Documents by path or URL, from which manifests are read in tests.
struct ManifestFiles {
  var documents: [String: [UInt8]]

  /// The error of a document that is not there.
  struct Missing: Error, Equatable {
    let text: String
  }

  init(_ texts: [String: String]) {
    documents = texts.mapValues { Array($0.utf8) }
  }

  /// The manifest at `location`.
  func manifest(
    _ location: String, options: ManifestOptions = ManifestOptions()
  ) throws(ManifestReadingError<Missing>) -> Manifest {
    try Manifest.read(
      documents[location] ?? [], at: ManifestLocation(location), options: options,
      failing: { _ in .status(404) }
    ) { (reference: ManifestReference) throws(Missing) in
      guard let document = documents[reference.location.text] else {
        throw Missing(text: reference.location.text)
      }
      guard let range = reference.range else { return document }
      return Array(
        document[
          min(document.count, Int(range.lowerBound))..<min(document.count, Int(range.upperBound))])
    }
  }

  /// The lines of the error of reading `text` as the document at `location`, without the document;
  /// `nil` if there is none.
  static func problems(
    _ text: String, at location: String, options: ManifestOptions = ManifestOptions()
  ) -> [String]? {
    do throws(ManifestReadingError<Missing>) {
      _ = try ManifestFiles([location: text]).manifest(location, options: options)
      return nil
    } catch {
      guard case .malformed(let mistakes) = error else { return ["\(error)"] }
      return mistakes.problems.map(\.description)
    }
  }
}

/// Seconds, for tables.
func seconds(_ pairs: [(Double, Double)]) -> [TimeRange] {
  pairs.map { start, end in
    TimeRange(
      start: MediaTime(nanoseconds: Int64((start * 1e9).rounded())),
      end: MediaTime(nanoseconds: Int64((end * 1e9).rounded())))
  }
}
