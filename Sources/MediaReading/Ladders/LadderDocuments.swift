import PlayheadKit
import PlayheadManifests

/// Loads the documents of a ladder, and finds how large what they refer to is.
struct LadderDocuments {
  let reader: MediaReader
  /// The manifest's path, or its URL without secrets.
  let name: String
  private let downloads: DownloadMeter
  private let pool: CurlPool?
  /// How its servers tell sizes.
  private let manners = ServerManners()
  /// What there is of an event that was recorded, of which nothing is fetched; `nil` otherwise.
  private var recording: RecordedResources?

  /// The largest document that is read.
  static let maximumBytes = 64 << 20

  /// Documents at `location`, with connections kept between requests if that is a URL.
  ///
  /// - Parameters:
  ///   - location: where the manifest lies.
  ///   - reader: how to read.
  ///   - allowsRemote: whether a manifest on disk may name URLs.
  /// - Throws: an error if there can be no connections.
  init(
    of location: ManifestLocation, reader: MediaReader, allowsRemote: Bool = false
  ) throws(MediaReadingError) {
    self.reader = reader
    name = ShownAddress(location.text).text
    downloads = DownloadMeter(reader.downloadLimits, reader.httpClock)
    var url: String?
    if case .url(let own) = location { url = own }
    guard url != nil || allowsRemote else {
      pool = nil
      return
    }
    do {
      pool = try CurlPool(connections: 1)
    } catch {
      throw .download(url: ShownAddress(url ?? location.text).text, error)
    }
  }

  /// Documents of a recording that is called `name`.
  init(of recording: RecordedResources, named name: String, reader: MediaReader) {
    self.reader = reader
    self.name = name
    self.recording = recording
    downloads = DownloadMeter(reader.downloadLimits, reader.httpClock)
    pool = nil
  }

  /// The bytes of a document, and where it was behind all redirections.
  func load(
    _ location: ManifestLocation, range: ByteRange? = nil
  ) throws(MediaReadingError) -> (bytes: [UInt8], location: ManifestLocation) {
    if reader.interruption.isRequested { throw .interrupted(name: shown(location), fraction: 0) }
    if let recording, case .url(let url) = location {
      guard let bytes = recording.event.document(at: location) else {
        throw failure(.status(404, phrase: "not recorded"), url)
      }
      return (bytes, location)
    }
    switch location {
    case .file(let path):
      let file = try InputFile(path: path)
      let wanted = range ?? ByteRange(0, file.size)
      guard wanted.count <= Int64(Self.maximumBytes) else {
        throw .notMedia(name: path, reason: "a document of more than 64 MiB")
      }
      do {
        return (try file.bytes(Int(wanted.count), at: wanted.lowerBound), location)
      } catch {
        throw error.error(reading: path)
      }
    case .url(let url):
      if let range, let part = try part(range, of: url) { return (part, location) }
      let resource = try download(url)
      let wanted = range ?? ByteRange(0, resource.size)
      let file = try InputFile(
        duplicating: resource.file.descriptor, name: shown(location), size: resource.size)
      let count = max(0, min(wanted.upperBound, resource.size) - wanted.lowerBound)
      guard count <= Int64(Self.maximumBytes) else {
        throw .notMedia(name: shown(location), reason: "a document of more than 64 MiB")
      }
      do {
        return (
          try file.bytes(Int(count), at: wanted.lowerBound), .url(resource.response.url)
        )
      } catch {
        throw error.error(reading: shown(location))
      }
    }
  }

  /// The bytes of a range of the resource at `url`, fewer at its end; `nil` if the server sends no
  /// parts.
  private func part(
    _ range: ByteRange, of url: String
  ) throws(MediaReadingError) -> [UInt8]? {
    guard case .response(let response)? = try state(of: .url(url)),
      ResourceState.response(response).hasParts, let size = response.contentLength
    else { return nil }
    let end = min(range.upperBound, size)
    guard end > range.lowerBound else { return [] }
    guard end - range.lowerBound <= Int64(Self.maximumBytes) else {
      throw .notMedia(name: shown(.url(url)), reason: "a document of more than 64 MiB")
    }
    let wanted = ByteRange(range.lowerBound, end)
    let file: TemporaryFile
    let server = try server(of: url, in: response)
    do throws(HTTPError) {
      file = try fetched(wanted, from: server)
    } catch {
      throw failure(error, url)
    }
    let copy = try InputFile(
      duplicating: file.descriptor, name: shown(.url(url)), size: wanted.count)
    do {
      return try copy.bytes(Int(wanted.count), at: 0)
    } catch {
      throw error.error(reading: shown(.url(url)))
    }
  }

  /// A file of the bytes of `range`.
  private func fetched(
    _ range: ByteRange, from server: RangeFetch
  ) throws(HTTPError) -> TemporaryFile {
    var server = server
    server.shift = -range.lowerBound
    let file: TemporaryFile
    do throws(TemporaryFileError) {
      file = try TemporaryFile(in: server.options.directory)
    } catch {
      throw .temporaryFile(error)
    }
    var held = ByteRangeSet()
    try server.fetch([range], into: file, held: &held, progress: { _ in })
    return file
  }

  /// The state of what lies at `location`; `nil` if it is missing.
  func state(
    of location: ManifestLocation, retries: Bool = true
  ) throws(MediaReadingError) -> ResourceState? {
    if reader.interruption.isRequested { throw .interrupted(name: shown(location), fraction: 0) }
    if let recording, case .url = location { return recording.state(of: location) }
    switch location {
    case .file(let path): return FileState(ofRegularFileAt: path).map(ResourceState.file)
    case .url(let url):
      do throws(HTTPError) {
        return .response(try headers(of: url, retries: retries))
      } catch {
        // A server that has it not says so; a player would see the same.
        if case .status(let status, _) = error, status == 404 || status == 410 { return nil }
        throw failure(error, url)
      }
    }
  }

  /// What fetches parts of the resource at `url`, which is in the state that `response` tells.
  func server(
    of url: String, in response: ResponseHeaders
  ) throws(MediaReadingError) -> RangeFetch {
    var options = reader.httpOptions
    options.limits = reader.downloadLimits
    let pool: CurlPool
    do throws(HTTPError) {
      pool = try connections()
    } catch {
      throw failure(error, url)
    }
    let address = ShownAddress(url)
    return RangeFetch(
      url: url, size: response.contentLength ?? 0, state: response, options: options, pool: pool,
      meter: downloads, interruption: reader.interruption,
      onRetry: { [onRetry = reader.onRetry] error, milliseconds in
        onRetry(
          DownloadRetry(
            address: address.text, reason: error.hidingSecrets(of: address),
            milliseconds: milliseconds))
      })
  }

  private func download(_ url: String) throws(MediaReadingError) -> DownloadedResource {
    do throws(HTTPError) {
      let outcome = try downloader(retries: true).download(
        url, firstBytes: nil, in: connections(), downloads, interruption: reader.interruption,
        progress: { _, _ in }, accept: { _ in true })
      switch consume outcome {
      case .downloaded(let resource): return resource
      case .begun(let resource): return resource
      case .declined: throw .badResponse(detail: "no content")
      }
    } catch {
      throw failure(error, url)
    }
  }

  /// The connections that are kept between requests, or one for this request.
  private func connections() throws(HTTPError) -> CurlPool {
    if let pool { return pool }
    return try CurlPool(connections: 1)
  }

  /// The headers of the response for `url`.
  ///
  /// HEAD is asked first, as a server that sends no parts would begin with all of the body. GET
  /// answers for what HEAD is refused for, and once for each server, to see whether both agree.
  private func headers(of url: String, retries: Bool) throws(HTTPError) -> ResponseHeaders {
    let pool = try connections()
    var told: ResponseHeaders?
    if manners.answersHead(url) {
      do throws(HTTPError) {
        told = try downloader(retries: false).head(
          url, in: pool, downloads, interruption: reader.interruption)
      } catch {
        if manners.isDecided(by: error, of: url) { throw error }
      }
      if let told, let settled = manners.settled(told, of: url) { return settled }
    }
    let found = try headersByGET(of: url, in: pool, retries: retries)
    manners.note(told, beside: found, of: url)
    return found
  }

  /// The headers with which `url` answers a request for its first byte; the body of a server that
  /// sends no parts is declined.
  private func headersByGET(
    of url: String, in pool: CurlPool, retries: Bool
  ) throws(HTTPError) -> ResponseHeaders {
    let outcome = try downloader(retries: retries).download(
      url, firstBytes: 1, in: pool, downloads, interruption: reader.interruption,
      progress: { _, _ in }, accept: { $0.status == 206 })
    switch consume outcome {
    case .declined(let response): return response
    case .downloaded(let resource): return resource.response
    case .begun(let resource): return resource.response
    }
  }

  private func downloader(retries: Bool) -> HTTPDownloader {
    var options = reader.httpOptions
    options.limits = reader.downloadLimits
    if !retries { options.retries = 0 }
    return HTTPDownloader(options: options, clock: reader.httpClock)
  }

  private func failure(_ error: HTTPError, _ url: String) -> MediaReadingError {
    let address = ShownAddress(url)
    if error == .interrupted { return .interrupted(name: address.text, fraction: 0) }
    return .download(url: address.text, error.hidingSecrets(of: address))
  }

  private func shown(_ location: ManifestLocation) -> String { ShownAddress(location.text).text }
}
