package org.vacuumadvisor.report.render;

import java.util.List;
import org.vacuumadvisor.advice.Plan;
import org.vacuumadvisor.advice.Recommendation;

/// The parts of a script, in the order of the plan.
enum SqlStage {
  RELEASE(
      "that come first, and only you can decide",
      "Decisions that come first",
      "Nothing takes these back. So each is a comment: remove the -- before the ones you want."),
  RESCUE("that cannot wait", "Work that cannot wait", "It reads and writes a lot."),
  TABLES(
      "for tables",
      "Settings of tables",
      "They work at once. Reads and writes go on; a running autovacuum of the table is cancelled"
          + " and comes back."),
  SERVER(
      "for the server",
      "Settings of the server",
      "They work after a reload, which stands at the end."),
  WORK(
      "to be done once", "Work to be done once", "Choose a quiet hour: it reads and writes a lot."),
  RESTART(
      "with a restart",
      "Settings that take a restart",
      "Nothing changes before the server is restarted; then all of them do."),
  DECISIONS(
      "that only you can decide",
      "Decisions",
      "Each is a comment: remove the -- before the ones you want."),
  BY_HAND("not done by SQL", "Not done by SQL here", "");

  private final String inWords;
  private final String title;
  private final String remark;

  SqlStage(String inWords, String title, String remark) {
    this.inWords = inWords;
    this.title = title;
    this.remark = remark;
  }

  static SqlStage of(Recommendation each) {
    return each.sql().isEmpty()
        ? BY_HAND
        : switch (Plan.Stage.of(each)) {
          case RELEASE -> RELEASE;
          case RESCUE -> RESCUE;
          case TABLES -> TABLES;
          case SERVER -> SERVER;
          case VACUUM, INDEXES -> WORK;
          case RESTART -> RESTART;
          case UPDATE, ELSE, REWRITE, QUESTION -> DECISIONS;
        };
  }

  /// What its recommendations are: `2 for tables`.
  String inWords() {
    return inWords;
  }

  String title() {
    return title;
  }

  /// What is to be known of all of them; may be empty.
  String remark() {
    return remark;
  }

  /// Those that are run by the script, and taken back by it.
  static List<SqlStage> run() {
    return List.of(RESCUE, TABLES, SERVER, WORK, RESTART);
  }

  /// How long a statement may wait for a lock, as `lock_timeout` has it. Whoever waits to set a
  /// parameter makes others wait behind. What works on the side may wait, and must: a REINDEX
  /// CONCURRENTLY that gives up leaves an invalid index.
  String patience() {
    return this == WORK || this == RESCUE ? "0" : "5s";
  }

  /// Whether the server has to read its configuration again.
  boolean needsReload() {
    return this == SERVER;
  }
}
