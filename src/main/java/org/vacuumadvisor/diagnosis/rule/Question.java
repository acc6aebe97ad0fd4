package org.vacuumadvisor.diagnosis.rule;

import java.util.ArrayList;
import java.util.List;
import org.vacuumadvisor.model.Excerpt;
import org.vacuumadvisor.model.Excerpt.Kind;
import org.vacuumadvisor.model.Relation;
import org.vacuumadvisor.postgres.Identifiers;

/// What would settle something that pasted figures leave open: a statement whose result to paste.
///
/// @param what what is missing, in a few words
/// @param ask the statement or setting that shows it
record Question(String what, String ask) {

  /// Who may hold back the removal of dead rows, as far as nobody showed it yet.
  static List<Question> holders(Excerpt excerpt) {
    var questions = new ArrayList<Question>();
    if (!excerpt.shows(Kind.SESSIONS)) {
      questions.add(
          new Question(
              "open transactions",
              "SELECT pid, datname, usename, application_name, state, xact_start, backend_xid,"
                  + " age(backend_xid) AS xid_age, backend_xmin, age(backend_xmin) AS xmin_age"
                  + " FROM pg_stat_activity WHERE backend_xid IS NOT NULL OR backend_xmin IS NOT"
                  + " NULL ORDER BY xact_start"));
    }
    if (!excerpt.shows(Kind.REPLICATION_SLOTS)) {
      questions.add(
          new Question(
              "replication slots",
              "SELECT slot_name, slot_type, active, xmin, age(xmin) AS xmin_age, catalog_xmin,"
                  + " age(catalog_xmin) AS catalog_xmin_age FROM pg_replication_slots"));
    }
    if (!excerpt.shows(Kind.PREPARED_TRANSACTIONS)) {
      questions.add(
          new Question(
              "prepared transactions",
              "SELECT gid, prepared, owner, database, age(transaction) AS xid_age FROM"
                  + " pg_prepared_xacts"));
    }
    if (!excerpt.shows(Kind.STANDBYS)) {
      questions.add(
          new Question(
              "feedback of standbys",
              "SELECT pid, application_name, state, backend_xmin, age(backend_xmin) AS xmin_age"
                  + " FROM pg_stat_replication"));
    }
    return questions;
  }

  /// What a vacuum itself says of the rows it leaves.
  static Question verbose(Relation relation) {
    return new Question(
        "what a vacuum leaves behind, and at which cutoff",
        "VACUUM (VERBOSE) " + relation.name().sql());
  }

  static Question lastVacuums(Relation relation) {
    return new Question(
        "when vacuum came to it",
        "SELECT relname, n_live_tup, n_dead_tup, last_vacuum, last_autovacuum, vacuum_count,"
            + " autovacuum_count FROM pg_stat_all_tables WHERE relname = "
            + Identifiers.quotedLiteral(relation.name().name()));
  }

  static Question settings() {
    return new Question(
        "whether autovacuum is on, and its settings",
        "SELECT name, setting, unit FROM pg_settings WHERE name ~ 'vacuum' OR name ="
            + " 'track_counts'");
  }

  static Question parameters(Relation relation) {
    return new Question(
        "the table's own settings and size",
        "SELECT oid::regclass AS relation, relkind, reltuples, relpages, relallvisible,"
            + " age(relfrozenxid) AS xid_age, reloptions FROM pg_class WHERE relname = "
            + Identifiers.quotedLiteral(relation.name().name()));
  }

  static Question workers() {
    return new Question(
        "what autovacuum's workers do",
        "SELECT pid, datname, backend_type, state, xact_start, wait_event_type, wait_event, query"
            + " FROM pg_stat_activity WHERE backend_type = 'autovacuum worker'");
  }

  static Question reset() {
    return new Question(
        "when the counters began",
        "SELECT datname, stats_reset FROM pg_stat_database WHERE datname = current_database()");
  }

  static Question log() {
    return new Question(
        "vacuums cancelled or skipped",
        "the server log's lines with \"canceling autovacuum task\" and \"skipping\"");
  }

  static Question tables() {
    return new Question("dead rows and vacuums of the tables", "SELECT * FROM pg_stat_user_tables");
  }

  /// `open transactions, replication slots`
  static String named(List<Question> questions) {
    return String.join(", ", questions.stream().map(Question::what).toList());
  }

  /// The view it reads, or what else it is.
  String view() {
    int from = ask.indexOf(" FROM ");
    if (from < 0) {
      return ask;
    }
    var rest = ask.substring(from + " FROM ".length());
    int end = rest.indexOf(' ');
    return end < 0 ? rest : rest.substring(0, end);
  }
}
