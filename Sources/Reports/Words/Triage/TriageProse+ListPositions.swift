internal import Analyzer

extension TriageProse {
  static let listPositions = [
    TriageProse(
      "list-position-lost",
      cause: """
        The recovery wanted to act at position <index> of a list (<instruction>), and the limit was \
        <limit>. Mostly it had dropped an insertion whose link target is gone, and did not count it \
        (docs/rules.md, R5 and R11)
        """, dataNow: .rolledBack,
      nextSteps: [
        .saveFile,
        "`tracetool replay --engine ideal` shows what a recovery without that defect would keep.",
        .planMerge,
      ]),
    TriageProse(
      "list-size-differs",
      cause: """
        <instruction> was written for a list of <limit> elements, and the list has <count>. Mostly it came with \
        a download, and the client's list is another than the one that the server counted on
        """,
      dataNow: .sizeDiffers,
      nextSteps: [.lookAround, .compareModes, .saveFile, .planMerge]),
    TriageProse(
      "list-size-differs", variant: "quoted",
      cause: """
        <instruction> was written for a list of another size than the one that is there. Mostly it came with a \
        download, and the client's list is another than the one that the server counted on
        """,
      dataNow: .sizeDiffers,
      nextSteps: [.lookAround, .compareModes, .saveFile, .planMerge]),
    TriageProse(
      "list-size-differs", variant: "merge",
      cause: """
        Two changes of one list that were to be merged count on lists of different sizes: device and server do \
        not agree about what the list was before
        """,
      dataNow: .sizeDiffers,
      nextSteps: [.lookAround, .compareModes]),
    TriageProse(
      "list-element-gone",
      cause: """
        The path of an unsynced change leads through an element that the recovery had inserted, and \
        there to something that is not there
        """, dataNow: .rolledBack, nextSteps: [.saveFile, .planMerge]),
    TriageProse(
      "object-missing",
      cause: "An instruction is about object `<object>` of class `<class>`, which is not there",
      dataNow: .rolledBack, nextSteps: [.saveFile, .planMerge]),
  ]
}

extension MessageTemplate {
  fileprivate static let sizeDiffers: MessageTemplate = """
    In a download: the changeset is not applied, what is unsynced stays in the file, and the client neither \
    downloads nor uploads until the session begins anew. In a recovery, where only a list inside an element of \
    a list can come to it (docs/rules.md, R11), the reset was rolled back, and the file is as it was.
    """
  fileprivate static let lookAround: MessageTemplate = """
    Look at what stands before the message: `Failed to apply received changeset` is a download, `A fatal error \
    occurred during` a reset.
    """
}
