package import PlayheadLadder

extension ManifestOptions {
  /// What `player` makes of a manifest that is read as `setting` asks for, and as a live event or
  /// on demand; `key` is the one that it names, read.
  package init(
    _ setting: LadderReadingSetting, for player: LadderPlayer, isLive: Bool, key: [UInt8]?
  ) {
    self.init(language: setting.language, asVoD: setting.isAsVoD || isLive)
    self.isLive = isLive
    codecs = setting.codecs
    unplayableCodecs = player.reader.unplayableCodecs
    allowsRemote = setting.allowsRemote
    assumedRate = setting.assumedRate
    self.key = key
    licenceTime = setting.licenceTime
    forgives = !setting.isStrict
    reader = player.reader.parser
  }
}
