package org.vacuumadvisor.source.jdbc;

import org.vacuumadvisor.source.Topic;

/// A topic in the user's words, for progress and for gaps.
///
/// @param what what is read
/// @param hides what cannot be told without it
record TopicDescription(String what, String hides) {

  static TopicDescription of(Topic topic) {
    return switch (topic) {
      case SERVER -> new TopicDescription("the server", "everything");
      case SETTINGS -> new TopicDescription("the settings", "everything");
      case DATABASES ->
          new TopicDescription("the databases", "transaction ID ages, when counters were reset");
      case SESSIONS -> new TopicDescription("the sessions", "who holds dead rows, what workers do");
      case PREPARED_TRANSACTIONS ->
          new TopicDescription("the prepared transactions", "whether one of them holds dead rows");
      case REPLICATION_SLOTS ->
          new TopicDescription("the replication slots", "whether one of them holds dead rows");
      case STANDBYS -> new TopicDescription("the standbys", "whether one of them holds dead rows");
      case LOCKS ->
          new TopicDescription("the locks", "who keeps vacuum from a table, and who waits for it");
      case VACUUM_PROGRESS -> new TopicDescription("the running vacuums", "how far they are");
      case IO -> new TopicDescription("the I/O statistics", "what vacuum reads and writes");
      case CHECKPOINTS ->
          new TopicDescription("the checkpoint statistics", "how often checkpoints come");
      case WAL -> new TopicDescription("the WAL statistics", "how much WAL is written");
      case MULTIXACTS ->
          new TopicDescription("the multixact statistics", "multixact members in use");
      case TABLES -> new TopicDescription("the tables", "everything about them");
      case INDEXES -> new TopicDescription("the indexes", "their sizes and use");
      case COLUMNS -> new TopicDescription("the column statistics", "estimates of bloat");
      case FOREIGN_KEYS -> new TopicDescription("the foreign keys", "which reads belong to writes");
      case SIZES ->
          new TopicDescription("sizes on disk", "the size of tables never vacuumed or analyzed");
      case UPDATES -> new TopicDescription("the update statements", "which columns they set");
      case SCORES ->
          new TopicDescription("the autovacuum scores", "in which order tables will be vacuumed");
      case TUPLES -> new TopicDescription("whole tables", "their exact bloat");
      case LEAVES -> new TopicDescription("whole indexes", "their exact bloat");
      case EXTENSIONS ->
          new TopicDescription("the extensions", "what could be measured instead of estimated");
    };
  }
}
