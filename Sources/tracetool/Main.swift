import TracetoolCommands

@main
enum Main {
  static func main() async { await Tracetool.runProcess() }
}
