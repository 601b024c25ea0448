import PlayheadModel

extension Transport {
  /// What of TCP and TLS is modelled, in the words of headers.
  package var fact: String {
    switch self {
    case .fluid: "TCP not modelled"
    case .slowStart(let setUpRoundTrips):
      setUpRoundTrips > 1 ? "TCP slow start with TLS 1.3" : "TCP slow start"
    }
  }
}
