import POSIX
package import PlayheadKit
package import PlayheadManifests

/// Writes a recording: files of bodies, then a line of the journal that names them.
///
/// What is in the journal is whole. After a failure it is as long as it was.
struct RecordingWriter {
  let folder: String
  private let generator: String
  private let unfinished: UnfinishedFiles
  /// The lock of the folder, which keeps other recorders out.
  private let lock: HeldLock
  /// The number of bytes of whole lines; zero before the first.
  private var size = 0
  private var fileNumber = 0
  /// The files of bodies by their digests.
  private var known: [String: String] = [:]
  private(set) var fileCount = 0
  private(set) var journal: RecordingJournal

  /// Opens the recording of `url` in `folder`, which is made if it is missing, or goes on with it.
  init(
    _ folder: String, of url: String, at now: Int64, generator: String,
    listedIn unfinished: UnfinishedFiles
  ) throws(RecordingFailure) {
    let path = "\(folder)/\(RecordingJournal.name)"
    (self.folder, self.generator, self.unfinished) = (folder, generator, unfinished)
    do throws(FileWriteError) {
      try Self.make(folder)
      lock = try HeldLock(toReplace: path)
    } catch {
      throw .cannotWrite(error)
    }
    guard FileIdentity(regularFileAt: path) != nil else {
      journal = RecordingJournal(of: url, begun: now)
      return
    }
    let bytes: [UInt8]
    do throws(FileReadError) {
      bytes = try WholeFile.read(path, atMost: RecordingJournal.maximumBytes)
    } catch {
      throw .cannotRead(error)
    }
    if bytes.contains(UInt8(ascii: "\n")) {
      do throws(RecordingError) {
        journal = try RecordingJournal(bytes)
      } catch {
        throw .malformed(path: path, line: error.line, problem: error.problem)
      }
    } else {
      // A crash may have left less than a line.
      journal = RecordingJournal(of: url, begun: now)
    }
    guard journal.url == url else {
      throw .otherEvent(path: folder, url: ShownAddress(journal.url).text)
    }
    size = journal.wholeBytes
    for response in journal.responses {
      guard let file = response.file, let digest = response.digest else { continue }
      known[digest] = file
      let digits = file.split(separator: "/").last?.prefix { $0.isNumber } ?? ""
      fileNumber = max(fileNumber, Int(digits) ?? 0)
      fileCount += 1
    }
    do throws(FileWriteError) { try cut() } catch { throw .cannotWrite(error) }
  }

  private static func make(_ path: String) throws(FileWriteError) {
    guard unsafe mkdir(path, 0o777) != 0, !Folder.exists(at: path) else { return }
    throw FileWriteError(.create, path: path, reason: .last)
  }

  /// Cuts what is not a whole line off the journal.
  private func cut() throws(FileWriteError) {
    let path = "\(folder)/\(RecordingJournal.name)"
    guard unsafe truncate(path, off_t(size)) == 0 || errno == ENOENT else {
      throw FileWriteError(.write, path: path, reason: .last)
    }
  }

  /// Keeps `body` in a file whose name ends with `suffix`, unless one has the same bytes.
  mutating func keep(
    _ body: [UInt8], in part: String, suffix: String
  ) throws(FileWriteError) -> (file: String, digest: String) {
    var hash = SHA256()
    hash.update(body)
    let digest = hash.finish()
    if let file = known[digest] { return (file, digest) }
    let digits = String(fileNumber + 1)
    let number = String(repeating: "0", count: max(0, 6 - digits.utf8.count)) + digits
    let file = "\(part)/\(number)\(suffix)"
    try Self.make("\(folder)/\(part)")
    try AtomicFile.write(to: "\(folder)/\(file)", listedIn: unfinished) {
      write throws(SystemError) in
      unsafe try write(body.span.bytes)
    }
    fileNumber += 1
    fileCount += 1
    known[digest] = file
    return (file, digest)
  }

  /// Adds a line to the journal, after its head if that is not there yet.
  mutating func append(_ value: JSONValue) throws(FileWriteError) {
    var bytes = RecordingJournal.line(value)
    if size == 0 { bytes = RecordingJournal.line(journal.head(generator: generator)) + bytes }
    do throws(FileWriteError) {
      try AppendedFile.append(to: "\(folder)/\(RecordingJournal.name)") { _ in bytes }
    } catch {
      // Half a line would run into the next one.
      try? cut()
      throw error
    }
    size += bytes.count
  }
}

/// A lock that is held as long as this lives.
private final class HeldLock {
  private let lock: FileLock

  init(toReplace path: String) throws(FileWriteError) {
    lock = try FileLock(toReplace: path) { false }
  }
}

/// Why a recording could not begin or go on.
package enum RecordingFailure: Error, Hashable, Sendable {
  /// The manifest cannot be had, and never was.
  case download(url: String, HTTPError)
  /// It is none.
  case malformed(path: String, line: Int, problem: String)
  /// The document is none of a ladder.
  case noManifest(ManifestError)
  /// The folder holds a recording of another event.
  case otherEvent(path: String, url: String)
  /// The journal cannot be read.
  case cannotRead(FileReadError)
  /// A file cannot be created or written.
  case cannotWrite(FileWriteError)
}
