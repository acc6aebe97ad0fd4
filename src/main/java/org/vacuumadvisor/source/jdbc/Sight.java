package org.vacuumadvisor.source.jdbc;

import org.vacuumadvisor.source.Topic;

/// A topic in the user's words, for progress and for gaps.
///
/// @param what what is read
/// @param hides what cannot be told without it
record Sight(String what, String hides) {

  static Sight of(Topic topic) {
    return switch (topic) {
      case SERVER -> new Sight("the server", "everything");
      case SETTINGS -> new Sight("the settings", "everything");
      case DATABASES -> new Sight("the databases", "transaction ID ages, when counters were reset");
      case SESSIONS -> new Sight("the sessions", "who holds dead rows, what workers do");
      case PREPARED_TRANSACTIONS ->
          new Sight("the prepared transactions", "whether one of them holds dead rows");
      case REPLICATION_SLOTS ->
          new Sight("the replication slots", "whether one of them holds dead rows");
      case STANDBYS -> new Sight("the standbys", "whether one of them holds dead rows");
      case LOCKS -> new Sight("the locks", "who keeps vacuum from a table, and who waits for it");
      case VACUUM_PROGRESS -> new Sight("the running vacuums", "how far they are");
      case IO -> new Sight("the I/O statistics", "what vacuum reads and writes");
      case CHECKPOINTS -> new Sight("the checkpoint statistics", "how often checkpoints come");
      case WAL -> new Sight("the WAL statistics", "how much WAL is written");
      case MULTIXACTS -> new Sight("the multixact statistics", "multixact members in use");
      case TABLES -> new Sight("the tables", "everything about them");
      case INDEXES -> new Sight("the indexes", "their sizes and use");
      case COLUMNS -> new Sight("the column statistics", "estimates of bloat");
      case FOREIGN_KEYS -> new Sight("the foreign keys", "which reads belong to writes");
      case SIZES -> new Sight("sizes on disk", "the size of tables never vacuumed or analyzed");
      case SCORES -> new Sight("the autovacuum scores", "in which order tables will be vacuumed");
      case TUPLES -> new Sight("whole tables", "their exact bloat");
      case LEAVES -> new Sight("whole indexes", "their exact bloat");
      case EXTENSIONS -> new Sight("the extensions", "what could be measured instead of estimated");
    };
  }
}
