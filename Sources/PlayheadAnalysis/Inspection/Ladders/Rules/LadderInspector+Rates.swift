import PlayheadLadder
import PlayheadModel

/// Whether declared bit rates are those of the media.
extension LadderInspector {
  var rateFindings: [LadderFinding] { declaredPeaks + declaredAverages + peaks }

  private var declaredPeaks: [LadderFinding] {
    findingsByPeriod(.declaredPeak) { level, lane, number in
      // Of several periods each has a rate of its own.
      let isAll = ladder.lanes[lane].levels[number].periods.count <= 1
      let figures = isAll ? figures[lane][number] : LevelFigures(level, declaresPeak: true)
      guard let declared = figures.declaredPeak, let peak = figures.peak,
        let average = figures.average
      else { return nil }
      // In DASH the rate is one at which a buffer of minBufferTime never runs empty: at least the
      // average, and at most the peak.
      let expected =
        ladder.format == .hls ? peak : min(max(declared, average), max(average, peak))
      guard isFar(expected, from: declared) else { return nil }
      return LevelFault(level: number, .rates(declared, against: expected))
    }
  }

  private var declaredAverages: [LadderFinding] {
    findings(.declaredAverage) { _, lane, number in
      let figures = figures[lane][number]
      guard let declared = figures.declaredAverage, let average = figures.average,
        isFar(average, from: declared)
      else { return nil }
      return LevelFault(level: number, .rates(declared, against: average))
    }
  }

  private var peaks: [LadderFinding] {
    findings(.bitRatePeak, lanes: [0]) { _, lane, number in
      let figures = figures[lane][number]
      guard let peak = figures.peak, let average = figures.average,
        Int128(peak.bitsPerSecond) * 100
          > Int128(average.bitsPerSecond) * Int128(InspectionLimit.peakPercentage)
      else { return nil }
      return LevelFault(
        level: number, segment: figures.peakRun?.segments.lowerBound,
        count: figures.peakRun?.segments.count ?? 0, .rates(peak, against: average))
    }
  }

  /// Whether `measured` is further from `declared` than the limit allows.
  private func isFar(_ measured: BitRate, from declared: BitRate) -> Bool {
    let error = (Int128(measured.bitsPerSecond) - Int128(declared.bitsPerSecond)).magnitude
    return Int128(error) * 100
      > Int128(declared.bitsPerSecond) * Int128(InspectionLimit.ratePercentage)
  }
}
