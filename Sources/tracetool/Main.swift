import TracetoolCommands

@main
enum Main {
  static func main() {
    Tracetool.runProcess()
  }
}
