package import PlayheadPictures

/// The panels of a session's pictures, as `--panels` has them.
package enum SessionPanel: String, CaseIterable, Hashable, Sendable {
  case state, buffer, latency, link, media, levels, requests

  /// Which sessions have it, of those that not all have.
  fileprivate var owners: String {
    self == .latency ? "only live events have a latency" : "media files have no levels"
  }
}

extension SessionPage {
  /// The pictures by themselves: those of `panels`, or all.
  ///
  /// - Throws: ``ExportError`` if the session does not have one of them, or if they cannot be
  ///   drawn.
  package func picture(
    panels wanted: [SessionPanel]? = nil, as format: PictureFormat = .svg
  ) throws(ExportError) -> [UInt8] {
    try ExportedText(SVGDocument(try scene(panels: wanted)), as: format).bytes
  }

  /// The pictures: those of `panels` in that order, or all.
  package func scene(panels wanted: [SessionPanel]?) throws(ExportError) -> Scene {
    var scene = scene
    guard let wanted else { return scene }
    var panels: [Panel] = []
    for panel in wanted {
      let found = scene.panels.filter { $0.name.hasPrefix(panel.rawValue) }
      guard !found.isEmpty else {
        throw ExportError("there is no panel “\(panel.rawValue)”: \(panel.owners)")
      }
      panels += found
    }
    scene.panels = panels
    return scene
  }
}
