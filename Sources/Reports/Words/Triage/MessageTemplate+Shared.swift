// What holds for many entries, said once.
extension MessageTemplate {
  // MARK: The data now

  /// A failure before the attempt is recorded.
  static let untouched: MessageTemplate = """
    The file is as it was, unsynced changes included, and no attempt is on record. Sync has stopped; \
    the file is scheduled to be copied to the recovery folder and deleted.
    """
  /// A failure after the attempt is recorded.
  static let rolledBack: MessageTemplate = """
    The reset was rolled back: the file is as it was, unsynced changes included, but the attempt is \
    on record. Sync has stopped; the file is scheduled to be copied to the recovery folder and \
    deleted.
    """
  /// One write that a recovery could not place.
  static let writeDropped: MessageTemplate = """
    This one change is gone from the device and is not uploaded. The reset goes on, and the app is \
    told `didRecover = true`.
    """
  static let nothingLost: MessageTemplate = "Nothing is lost by this."

  // MARK: What to do

  static let saveFile: MessageTemplate = """
    Save the file before the next launch carries that out: its path is in the error's user info \
    (`ORIGINAL_FILE_PATH`), and so is that of the copy to come (`RECOVERY_FILE_PATH`).
    """
  package static let planMerge: MessageTemplate = """
    `tracetool replay --mode manual` lists what was not synced, and what would carry it over.
    """
  static let seeLosses: MessageTemplate = """
    `tracetool replay --mode recover --verbose` names the change, and the server's state.
    """
  static let restoreSchema: MessageTemplate = """
    Restore the server's schema, or ship a client that has the new one; a reset can't bridge the two.
    """

  // MARK: Errors

  /// Nothing has happened yet: the action that came with an error decides.
  static let actionDecides: MessageTemplate = """
    Nothing has happened to the data yet. What follows is decided by the action that came with the \
    error, and by the app's reset mode; the number decides nothing.
    """
  /// An error that starts no reset by its meaning.
  static let dataStays: MessageTemplate = """
    Nothing is lost: unsynced changes stay in the file. Whether sync goes on, stops or resets is \
    decided by the action that came with the error.
    """
  static let compareModes: MessageTemplate = """
    `tracetool replay --mode all` shows what each mode would do with what is unsynced.
    """
  static let explainAction: MessageTemplate = """
    Look up the action: `tracetool explain ClientReset` and so on.
    """
}
