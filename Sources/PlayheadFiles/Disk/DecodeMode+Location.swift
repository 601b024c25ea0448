package import PlayheadModel

extension DecodeMode {
  /// How much of the media at `location` is decoded unless somebody says otherwise: nothing of a
  /// URL, whose payload would have to be downloaded for it.
  package static func byDefault(for location: String) -> DecodeMode {
    location.isWebURL ? .none : .auto
  }
}
