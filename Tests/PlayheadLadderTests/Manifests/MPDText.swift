/// Texts of MPDs for tests.
enum MPDText {
  static let url = "http://h/d/m.mpd"

  static func document(_ contents: String, _ attributes: String) -> String {
    "<MPD xmlns=\"urn:mpeg:dash:schema:mpd:2011\" xmlns:xlink=\"http://www.w3.org/1999/xlink\" "
      + "\(attributes)>\n\(contents)\n</MPD>"
  }

  /// A period of one representation of video with `addressing`.
  static func video(_ addressing: String, period: String = "") -> String {
    "<Period \(period)><AdaptationSet mimeType=\"video/mp4\">"
      + "<Representation id=\"v\" bandwidth=\"1000\">\n\(addressing)\n"
      + "</Representation></AdaptationSet></Period>"
  }
}
