package import PlayheadFiles
package import PlayheadModel

extension CaseError {
  /// A small file of `kind` could not be read.
  package init(_ error: FileReadError, reading kind: String) {
    switch error.step {
    case .open:
      self.init(.missingInput, "cannot open \(kind)", at: error.path, why: error.reason)
    case .read: self.init(.inputOutput, "cannot read \(kind)", at: error.path, why: error.reason)
    case .content: self.init(.badData, "not a \(kind)", at: error.path, why: error.reason)
    }
  }

  /// A file is malformed; reports the first of its errors.
  fileprivate init(
    malformed kind: String, _ path: String, _ mark: String, _ why: String, others: Int
  ) {
    let more = others > 0 ? ", and \(counted(others, "more problem"))" : ""
    self.init(.badData, "malformed \(kind)", at: path + mark, why: why + more)
  }

  /// A file of `kind` in YAML is malformed.
  package init(_ error: YAMLError, in path: String, _ kind: String) {
    self.init(
      malformed: kind, path, ":\(error.first.mark.line):\(error.first.mark.column)",
      error.first.explanation, others: error.problems.count - 1 + error.unlistedCount)
  }

  fileprivate init(_ error: ProfileError, in path: String) {
    let formats = error.candidates.map(\.rawValue)
    let hint = formats.isEmpty ? "" : "; write format: \(formats.wordList(or: true))"
    guard case .line(let line, let column) = error.place else {
      self.init(
        malformed: "network profile", path, "", error.description + hint,
        others: error.others.count)
      return
    }
    self.init(
      malformed: "network profile", path, ":\(line)" + (column.map { ":\($0)" } ?? ""),
      error.problem + hint, others: error.others.count)
  }
}

extension CheckedNetwork {
  /// The link of the network.
  package func link() throws(CaseError) -> NetworkLink {
    let profile = try profile()
    guard let shaping else { return NetworkLink(following: profile) }
    do {
      return NetworkLink(following: try shaping.applied(to: profile))
    } catch {
      throw CaseError(.badData, "cannot shape network", at: name, why: error.description)
    }
  }

  private func profile() throws(CaseError) -> BandwidthProfile {
    switch argument {
    case .preset(let preset): return preset.profile
    case .profile(let profile): return profile
    case .file(let path):
      do {
        return try BandwidthProfile(path: path, format: format)
      } catch {
        switch error {
        case .unreadable(let error): throw CaseError(error, reading: "network profile")
        case .malformed(let path, let error): throw CaseError(error, in: path)
        }
      }
    }
  }
}

extension CheckedPlayer {
  /// The policy of the player.
  package func policy() throws(CaseError) -> BufferingPolicy {
    switch self {
    case .policy(let policy): return policy
    case .usual: return .basic
    case .ladder(let player): return player.policy
    case .file(_, let path):
      do {
        return try BufferingPolicy(path: path)
      } catch {
        switch error {
        case .unreadable(let error): throw CaseError(error, reading: "player policy")
        case .malformed(let path, let error): throw CaseError(error, in: path, "player policy")
        }
      }
    }
  }
}
