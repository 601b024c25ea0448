import PlayheadKit
import PlayheadManifests

/// What comes of a recorder's requests.
extension EventRecorder {
  mutating func advance() throws(RecordingFailure) {
    guard !transfers.isEmpty else { return }
    do throws(HTTPError) { try pool.step() } catch {
      throw .download(url: ShownAddress(options.url).text, error)
    }
    var rest: [Running] = []
    let all = transfers
    transfers = []
    for running in all {
      let transfer = running.transfer
      let response: RecordedResponse?
      // What is on its way is to fit as well.
      let reserved = all.reduce(-transfer.rest) { $0 + $1.transfer.rest }
      do throws(HTTPError) {
        response = try transfer.advance(meter, room: meter.room - reserved, now: clock.now)
        if transfer.lacksRoom { reachLimit() }
        if transfer.lacksRoom, running.document != nil { throw meter.tooLarge }
      } catch {
        try refuse(error, of: running)
        if case .tooLarge = error {
          reachLimit()
          if transfer.extent == .whole, running.document == nil {
            queue.addAgain(transfer.url, as: transfer.role, at: clock.now())
          }
          continue
        }
        fail(
          transfer.role, transfer.url, sent: transfer.sent, document: running.document, error)
        continue
      }
      guard let response else {
        rest.append(running)
        continue
      }
      guard let number = running.document else {
        receive(response, transfer)
        continue
      }
      if !response.isUsable {
        try refuse(
          .status(response.status, phrase: statusPhrase(response.status)), of: running)
      }
      try receive(response, transfer.body, document: number)
    }
    transfers += rest
  }

  /// Ends the recording as soon as what has been asked for is in, and the sizes of segments are
  /// known that are listed.
  private mutating func reachLimit() {
    limit = limit ?? meter.tooLarge
  }

  /// Ends a recording that never had its manifest with `error`.
  func refuse(_ error: HTTPError, of running: Running) throws(RecordingFailure) {
    guard !hasManifest, running.document == 0 else { return }
    let address = ShownAddress(options.url)
    throw .download(url: address.text, error.hidingSecrets(of: address))
  }

  /// A manifest has come, or an error in its place.
  mutating func receive(
    _ response: RecordedResponse, _ body: [UInt8], document number: Int
  ) throws(RecordingFailure) {
    var response = response
    guard response.isUsable else {
      let error = HTTPError.status(response.status, phrase: statusPhrase(response.status))
      fail(response, document: number, error.description)
      return
    }
    let watched = documents[number]
    var isNew = false
    if response.status != 304 {
      var hash = SHA256()
      hash.update(body)
      let digest = hash.finish()
      isNew = digest != watched.digest
      let location = ManifestLocation.url(
        watched.role == .manifest ? response.location ?? watched.url : watched.url)
      if watched.role == .manifest { clockOffset = clockOffset ?? response.clockOffset }
      let contents: RecordedDocument
      do throws(ManifestError) {
        contents = try RecordedDocument(
          body, at: location, variables: documents[0].contents?.variables ?? [:],
          now: response.time + (clockOffset ?? 0))
      } catch {
        guard hasManifest else { throw RecordingFailure.noManifest(error) }
        fail(response, document: number, error.problems.first?.problem ?? "it is no manifest")
        return
      }
      do throws(FileWriteError) {
        let suffix =
          watched.url.prefix { !"?#".contains($0) }.lowercased().hasSuffix(".mpd")
          ? ".mpd" : ".m3u8"
        (response.file, response.digest) = try writer.keep(body, in: "manifests", suffix: suffix)
      } catch {
        rewrite(error, document: number, body: (body, "manifests"))
        return
      }
      documents[number].digest = digest
      documents[number].take(contents, of: body, clockOffset ?? 0)
    }
    guard append(response.json) else {
      // What is not in the journal was not seen.
      documents[number].digest = watched.digest
      documents[number].due = clock.now() + WatchedDocument.second
      return
    }
    if watched.failureCount > 0 { tell(.recovered(url: ShownAddress(watched.url).text)) }
    documents[number].note(response, isNew: isNew, every: options.reload)
    if !hasManifest, let wait = documents[number].contents?.timeToBegin {
      tell(.notBegun(url: ShownAddress(watched.url).text, wait: wait))
    }
    hasManifest = true
    guard isNew, let contents = documents[number].contents else { return }
    tally.versions += 1
    follow(contents, at: response.time)
  }

  /// Looks for the segments that an MPD numbers and that are there by now.
  mutating func lookAgain(at number: Int, _ now: Int64) {
    let (document, offset) = (documents[number], clockOffset ?? 0)
    documents[number].nextLook = nil
    guard
      let contents = try? RecordedDocument(
        document.body, at: .url(document.location), now: now + offset)
    else { return }
    documents[number].take(contents, of: document.body, offset)
    if contents.period == nil { documents[number].due = nil }
    follow(contents, at: now)
  }

  /// Follows the playlists and segments that a document names.
  mutating func follow(_ contents: RecordedDocument, at now: Int64) {
    var contents = contents
    if let variants = options.variants, contents.isMultivariant {
      let count = contents.variantCount
      for number in variants.sorted() where number >= count {
        tell(.noVariant(number, count: count))
      }
      contents.keepVariants(variants)
    }
    for reference in contents.playlists {
      guard case .url(let url) = reference.location,
        !documents.contains(where: { $0.url == url })
      else { continue }
      documents.append(WatchedDocument(.playlist, url, due: now))
    }
    for reference in contents.initializations { queue.add(reference, as: .initialization) }
    let isNumbered = contents.nextAvailability != nil
    for reference in contents.segments {
      queue.add(reference, as: .segment, isNumbered: isNumbered)
    }
  }

  /// The size or the bytes of a segment have come, or an error in their place.
  mutating func receive(_ response: RecordedResponse, _ transfer: RecordingTransfer) {
    var response = response
    if transfer.extent == .head, [400, 403, 405, 501].contains(response.status) {
      queue.addAgain(transfer.url, as: transfer.role, refusesHeads: true, at: response.time)
      return
    }
    if response.isUsable, transfer.extent == .whole, !transfer.lacksRoom {
      do throws(FileWriteError) {
        let path = transfer.url.prefix { !"?#".contains($0) }
        let name = path.split(separator: "/").last ?? ""
        let letters = name.split(separator: ".").dropFirst().last?.prefix(5) ?? ""
        let isPlain = letters.utf8.allSatisfy { byte in
          (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
            || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
        }
        let suffix = isPlain && !letters.isEmpty ? ".\(letters)" : ""
        (response.file, response.digest) = try writer.keep(
          transfer.body, in: "media", suffix: suffix)
      } catch {
        rewrite(error, document: nil, body: (transfer.body, "media"))
        queue.addAgain(
          transfer.url, as: transfer.role, at: response.time + WatchedDocument.second)
        return
      }
    }
    guard append(response.json) else {
      queue.addAgain(transfer.url, as: transfer.role, at: response.time + WatchedDocument.second)
      return
    }
    if response.isUsable {
      if transfer.role == .segment { tally.segments += 1 }
      if options.keepsMedia, response.file == nil { tally.unkept += 1 }
    } else {
      tally.failures += 1
      queue.retry(transfer.url, as: transfer.role, at: response.time)
    }
  }
}
