/// How to write a path in a file that lies elsewhere.
package enum RelativePath {
  /// The path of what lies at `path`, counted from `folder`; as it is written if either is missing.
  package static func text(of path: String, from folder: String) -> String {
    guard !path.isWebURL, let target = ResolvedPath.text(of: path),
      let origin = ResolvedPath.text(of: folder)
    else { return path }
    let (to, from) = (target.split(separator: "/"), origin.split(separator: "/"))
    let common = zip(to, from).prefix { $0 == $1 }.count
    // With nothing but the root in common, the path from there is the shorter one.
    guard common > 0 else { return target }
    let up = from.dropFirst(common).map { _ in ".." }
    return (up + to.dropFirst(common).map(String.init)).joined(separator: "/")
  }
}
