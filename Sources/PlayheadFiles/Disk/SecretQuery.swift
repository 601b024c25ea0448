/// The `name=value` items of a part of an address, and which of their values are secrets.
///
/// An item is secret if one of these holds, however its letters are cased:
/// - a word of its name is one of those that name secrets, such as `token`, `sig` or `key`;
/// - its name contains one of them that is long enough to mean it, such as `accesstoken`;
/// - its name begins as those of signed requests do, such as `X-Amz-` or `X-Goog-`;
/// - its value is itself an address or a list with a secret in it, such as
///   `url=http://user:password@host/`;
/// - its value has 20 letters and digits or more, and changes between them as chance does;
/// - it says until when a signature is valid, or for what, and another item is secret.
struct SecretQuery {
  /// The part with a mark in place of each secret value.
  private(set) var shown = ""
  /// The secret values, as written.
  private(set) var secrets: [String] = []

  /// The items of `part`; in a path, values alone are never secret, as files are named by digests.
  init(_ part: Substring, separators: String, isPath: Bool) {
    var items: [(name: Substring, value: Substring?, end: Character?)] = []
    var rest = part
    while true {
      let item = rest.prefix { !separators.contains($0) }
      let name = item.prefix { $0 != "=" }
      let value = name.endIndex < item.endIndex ? item[name.endIndex...].dropFirst() : nil
      let after = rest[item.endIndex...]
      items.append((name, value, after.first))
      guard !after.isEmpty else { break }
      rest = after.dropFirst()
    }
    let areSecret = items.map { item in
      guard let value = item.value else {
        return !isPath && (Self.isRandom(item.name) || Self.holdsSecret(item.name))
      }
      return !value.isEmpty
        && (Self.isSecret(name: item.name.percentDecoded ?? String(item.name))
          || Self.holdsSecret(value) || !isPath && Self.isRandom(value))
    }
    let isSigned = areSecret.contains(true)
    for (item, isSecret) in zip(items, areSecret) {
      let isHidden =
        isSecret
        || isSigned && item.value?.isEmpty == false && Self.terms.contains(item.name.lowercased())
      if let value = item.value {
        shown += "\(item.name)=" + (isHidden ? ShownAddress.mark : String(value))
        if isHidden { secrets.append(String(value)) }
      } else {
        shown += isHidden ? ShownAddress.mark : String(item.name)
        if isHidden { secrets.append(String(item.name)) }
      }
      if let end = item.end { shown.append(end) }
    }
  }

  /// Words that name secrets on their own.
  private static let words: Set<String> = [
    "token", "tok", "sig", "sign", "signed", "signature", "key", "keys", "auth", "authkey",
    "authorization", "policy", "secret", "pass", "passwd", "password", "pwd", "pw", "credential",
    "credentials", "hmac", "mac", "jwt", "bearer", "session", "sessionid", "sid", "sas", "ticket",
    "hdnts", "hdnea", "hdntl", "hash", "md5", "sha1", "sha256", "cookie", "otp", "pin", "code",
    "nonce", "access", "user", "username", "login", "vkey", "tk", "sess", "cred", "creds", "gda",
    "verify", "psw", "passphrase",
  ]

  /// What names secrets within longer words too.
  private static let parts = [
    "token", "signature", "secret", "passw", "credential", "accesskey", "apikey", "hmac", "oauth",
    "hdnts", "hdnea", "hdntl", "sessionid", "securitykey",
  ]

  /// Addresses within addresses are encoded once for each.
  private static let maximumDecodings = 4

  private static let beginnings = ["x-amz-", "x-goog-", "x-oss-", "x-ms-", "x-cos-", "x-bz-"]

  /// What limits a signature: its times, and Azure's version, resource, permission and key.
  private static let terms: Set<String> = [
    "expires", "expire", "expiry", "expiration", "exp", "e", "st", "se", "sp", "sv", "sr", "spr",
    "sip", "skoid", "sktid", "skt", "ske", "sks", "skv", "validfrom", "validto", "valid_until",
    "ttl", "deadline", "start", "end", "starttime", "endtime", "acl",
  ]

  static func isSecret(name: some StringProtocol) -> Bool {
    let lower = name.lowercased()
    return beginnings.contains(where: lower.hasPrefix) || parts.contains(where: lower.contains)
      || Self.split(name).contains(where: words.contains)
  }

  /// Whether a value, however often it was encoded within reason, names a secret or has a user and
  /// a password.
  private static func holdsSecret(_ value: Substring) -> Bool {
    var text = String(value)
    for _ in 0..<maximumDecodings {
      guard let decoded = text.percentDecoded else { break }
      text = decoded
    }
    if let separator = text.firstRange(of: "://"),
      text[separator.upperBound...].prefix(while: { !"/?#".contains($0) }).contains("@")
    {
      return true
    }
    var name = ""
    for character in text {
      switch character {
      case "=", ":":
        if isSecret(name: name) { return true }
        name = ""
      case "&", ";", ",", "|", "?", "#", "/", "{", "[", "(", " ": name = ""
      default: name.append(character)
      }
    }
    return false
  }

  /// The words of a name, which begin behind what is no letter or digit, and with a capital letter.
  private static func split(_ name: some StringProtocol) -> [String] {
    var words = [""]
    var wasSmall = false
    for character in name {
      guard character.isLetter || character.isNumber else {
        words.append("")
        wasSmall = false
        continue
      }
      if character.isUppercase, wasSmall { words.append("") }
      words[words.count - 1] += character.lowercased()
      wasSmall = character.isLowercase
    }
    return words
  }

  /// Whether a value is long, and changes between digits, small and capital letters as chance does.
  static func isRandom(_ value: some StringProtocol) -> Bool {
    var count = 0
    var changes = 0
    var before: Kind?
    for character in value.utf8 {
      let kind: Kind? =
        switch character {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): .digit
        case UInt8(ascii: "a")...UInt8(ascii: "z"): .small
        case UInt8(ascii: "A")...UInt8(ascii: "Z"): .capital
        default: nil
        }
      if kind != nil { count += 1 }
      // A capital letter begins a word, and then small ones follow.
      if let kind, let before, kind != before, !(before == .capital && kind == .small) {
        changes += 1
      }
      before = kind
    }
    return count >= 20 && changes >= 4
  }

  private enum Kind {
    case digit, small, capital
  }
}
