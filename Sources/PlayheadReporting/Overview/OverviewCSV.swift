package import PlayheadAnalysis

/// An overview as CSV (RFC 4180): a record a network, with the keys of the JSON report in a header.
package enum OverviewCSV {
  /// The networks of `overview` in UTF-8, slow to fast, a header before them, each with CRLF at its
  /// end; a value that does not exist is an empty field.
  package static func bytes(_ overview: Overview) -> [UInt8] {
    let metrics = overview.networks.first?.summary.metrics ?? SessionMetric.allCases
    var writer = CSVWriter()
    writer.write(
      ["name", "rateBitsPerSecond", "latencySeconds"] + metrics.map(\.rawValue)
        + ["verdict"])
    for network in overview.networks {
      let facts = [
        network.preset.name, "\(network.rate.bitsPerSecond)", network.latency.secondsText,
      ]
      writer.write(
        facts + metrics.map { network.summary[$0]?.plainText ?? "" }
          + [network.verdict.rawValue])
    }
    return writer.bytes
  }
}
