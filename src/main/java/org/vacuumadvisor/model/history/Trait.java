package org.vacuumadvisor.model.history;

/// What a run says of itself with words. One that is absent was not stated, which for older
/// releases does not mean that it was not so.
public enum Trait {
  /// ANALYZE of a parent with all its children.
  INHERITANCE_TREE,
  /// Stated since 11.
  AGGRESSIVE,
  /// Stated since 12.
  TO_PREVENT_WRAPAROUND,
  /// The failsafe stopped all work that does not advance relfrozenxid.
  FAILSAFE,
  /// It gave up cutting off the empty end of the table: others held locks on it.
  TRUNCATION_STOPPED,
  /// It paused cutting off the empty end of the table because somebody waited for a lock on it.
  TRUNCATION_SUSPENDED,
  /// It tells the time of the system before that of the user, as up to 9.6.
  USAGE_OF_SYSTEM_FIRST,
  /// It calls item identifiers "item pointers", as up to 11.
  ITEM_POINTERS,
  /// It calls the table that it writes anew by its bare name, as up to 14.
  BARE_NAME,
  /// It tells its WAL behind its usage of the system, as 13 alone.
  WAL_LAST,
  /// Its steps were told at DEBUG: nobody asked for VERBOSE.
  AT_DEBUG,
  /// It was called with INDEX_CLEANUP OFF.
  INDEX_CLEANUP_OFF,
  /// Its messages were in another language than English.
  TRANSLATED,
  /// Somebody, or a timeout, cancelled it.
  CANCELLED,
  /// Another error ended it.
  FAILED,
  /// Its heading and its closing line were both read.
  COMPLETE
}
