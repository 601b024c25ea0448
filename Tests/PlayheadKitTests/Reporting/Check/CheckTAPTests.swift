import Expectations
import Foundation
import Testing

@testable import PlayheadAnalysis
@testable import PlayheadFiles
@testable import PlayheadModel
@testable import PlayheadRegression
@testable import PlayheadReporting

@Suite("The report in the Test Anything Protocol")
struct CheckTAPTests {
  /// What Perl's harness finds: a line for each test, with its status, number and the keys of its
  /// block, and one with the plan and what is wrong.
  ///
  /// It knows versions up to 13, of which 14 keeps all that we write.
  private func parsed(_ text: String) throws -> [String] {
    let script = #"""
      local $/; my $text = <STDIN>; $text =~ s/^TAP version 14\n/TAP version 13\n/ or die "no version";
      my $parser = TAP::Parser->new({tap => $text});
      while (my $result = $parser->next) {
        if ($result->is_test) {
          print $result->is_ok ? "ok" : "not ok", " ", $result->number;
          print " directive" if $result->directive;
          print "\n";
        }
        print "yaml ", join(",", sort keys %{$result->data}), "\n" if $result->is_yaml;
        print "unknown ", $result->raw, "\n" if $result->is_unknown;
      }
      print "plan ", $parser->plan, " run ", $parser->tests_run, " errors ",
        join("; ", $parser->parse_errors), "\n";
      """#
    let tool = try Tool("/usr/bin/perl", ["-MTAP::Parser", "-e", script], input: text.utf8)
    expect(tool.status, equals: 0, "\(tool.output)")
    return tool.output.split(separator: "\n").map(String.init)
  }

  @Test(
    "is understood by Perl's harness, whatever names there are", arguments: CheckResults.wildNames)
  func validity(_ name: String) throws {
    let lines = try parsed(CheckTAP.text([CheckResults.suite(name)]))
    expect(
      lines.filter { $0.contains("ok") },
      equals: [
        "ok 1", "ok 2", "not ok 3", "not ok 4", "not ok 5", "ok 6", "ok 7",
      ])
    expect(lines.last, equals: "plan 1..7 run 7 errors ")
    expect(lines.count { $0.hasPrefix("yaml ") }, equals: 7)
    expect(!lines.contains { $0.hasPrefix("unknown ") })
  }

  @Test("says in its blocks what a case came to, as any reader of YAML finds it")
  func blocks() throws {
    let text = CheckTAP.text([CheckResults.suite("a: b # c")])
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    let starts = lines.indices.filter { lines[$0] == "  ---" }
    let ends = lines.indices.filter { lines[$0] == "  ..." }
    expect(starts.count, equals: 7)
    expect(ends.count, equals: 7)
    for (start, end) in zip(starts, ends) {
      expect(lines[start..<end].allSatisfy { $0.hasPrefix("  ") })
    }
    let block = lines[(starts[2] + 1)..<ends[2]].joined(separator: "\n")
    let node = try YAMLNode(parsing: Array(block.utf8))
    guard case .mapping(let entries) = node.content else {
      Issue.record("not a mapping")
      return
    }
    let values = Dictionary(uniqueKeysWithValues: entries.map { ($0.key, $0.value.content) })
    expect(values["severity"], equals: .scalar("fail", isQuoted: false))
    expect(values["media"], equals: .scalar("a: b # c 3", isQuoted: true))
    guard case .mapping(let metrics)? = values["metrics"] else {
      Issue.record("no metrics")
      return
    }
    expect(metrics.map(\.key), equals: SessionMetric.allCases.map(\.rawValue))
    expect(metrics[0].value.content, equals: .scalar("1", isQuoted: false))
  }

  @Test("says so if no case was run, and how many were not run besides")
  func nothing() throws {
    let text = CheckTAP.text([SuiteResult(cases: [], skippedCount: 1)])
    expect(text.hasPrefix("TAP version 14\n1..0 # skip no case was run\n"))
    expect(text.hasSuffix("# 1 case not run\n"))
    try expect(parsed(text).last, equals: "plan 1..0 run 0 errors ")
  }

  @Test("tells suites apart, and has a point for one that cannot be read")
  func suites() throws {
    let text = CheckTAP.text(CheckResults.severalSuites)
    expect(
      text.split(separator: "\n").filter { $0.contains("ok ") || $0.hasPrefix("#") },
      equals: [
        "not ok 1 - Trailers: x", "not ok 2 - a/s.yaml: x", "not ok 3 - b/s.yaml: x",
        "not ok 4 - broken.yaml", "# 2 cases not run",
      ])
    expect(
      text.contains(
        """

          problems:
            - message: "line 3, column 8: cases: \\"x\\" is wrong"
            - message: "7 more problems are not listed"
          ...

        """))
    try expect(parsed(text).last, equals: "plan 1..4 run 4 errors ")
  }
}
