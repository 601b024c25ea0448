/// An element of an XML document, with what MPDs use of it.
struct XMLElement {
  /// Its local name.
  let name: String
  /// The line in which its start tag ends, counted from 1.
  let line: Int
  /// The attributes without a namespace; those of XLink by their name after `xlink:`.
  let attributes: [(name: String, value: String)]
  /// The elements in it, of the namespace of the root.
  var children: [XMLElement] = []
  /// The text in it, blanks around it removed.
  var text = ""

  /// The attribute `name`; `nil` without it.
  subscript(name: String) -> String? {
    attributes.first { $0.name == name }?.value
  }

  /// The elements in it that are called `name`.
  func all(_ name: String) -> [XMLElement] { children.filter { $0.name == name } }

  /// The first element in it that is called `name`.
  func first(_ name: String) -> XMLElement? { children.first { $0.name == name } }
}
