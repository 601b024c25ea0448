@main
enum Playhead {
  static func main() {}
}
