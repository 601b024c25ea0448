package import PlayheadPictures

/// Writes reports in one format.
///
/// What is known before a report is finished comes first, so that whoever reads along has it at
/// once: the header of a text, the first of JSON's lines.
package protocol Exporter<Report>: Sendable {
  /// What is known before the report is finished.
  associatedtype Setting = Void
  /// What is written.
  associatedtype Report

  /// The name of the format, as `--format` has it.
  var name: String { get }

  /// What the document begins with, in UTF-8; empty if all of it needs the finished report.
  func opening(of setting: Setting, style: TextStyle) -> [UInt8]

  /// What follows the opening.
  ///
  /// - Throws: ``ExportError`` if the format cannot express the report.
  func rest(of report: Report, style: TextStyle) throws(ExportError) -> ExportedText
}

extension Exporter {
  /// Nothing.
  package func opening(of setting: Setting, style: TextStyle) -> [UInt8] { [] }
}

extension Exporter where Self: RawRepresentable<String> {
  /// The name of the case.
  package var name: String { rawValue }
}

/// A written report, or the rest of one.
package struct ExportedText: Hashable, Sendable {
  /// The text in UTF-8.
  package var bytes: [UInt8]
  /// What of the report the format cannot express, a clause each.
  package var losses: [String]

  /// A text of `bytes`.
  package init(_ bytes: [UInt8], losses: [String] = []) {
    self.bytes = bytes
    self.losses = losses
  }

  /// The text in UTF-8.
  package init(_ text: String) {
    self.init(Array(text.utf8))
  }
}

extension ExportedText {
  /// A picture.
  package init(_ picture: SVGDocument, as format: PictureFormat) throws(ExportError) {
    do {
      self.init(try picture.bytes(as: format))
    } catch {
      throw ExportError(error.words)
    }
  }
}

/// Why a format cannot express a report.
package struct ExportError: Error, Hashable, Sendable {
  /// The reason, as a clause.
  package var reason: String

  /// The format cannot express the report for this reason.
  package init(_ reason: String) {
    self.reason = reason
  }
}
