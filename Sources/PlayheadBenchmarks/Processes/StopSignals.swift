import Dispatch
import Foundation

/// Turns SIGINT and SIGTERM into an orderly end, so that what was made is removed.
struct StopSignals {
  private let sources: [any DispatchSourceSignal]

  init() {
    sources = [SIGINT, SIGTERM].map { number in
      // A handler, not SIG_IGN, which the programs that are measured would inherit.
      signal(number) { _ in }
      let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
      source.setEventHandler { ChildProcess.stopAll() }
      source.resume()
      return source
    }
  }

  func end() {
    for source in sources { source.cancel() }
  }
}
