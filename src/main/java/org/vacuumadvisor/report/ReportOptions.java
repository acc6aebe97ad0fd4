package org.vacuumadvisor.report;

/// What a report shows.
///
/// @param selection which tables and severities
/// @param inFull how many findings, and how many recommendations, of one kind are told in full; of
///   the others there is a line each
/// @param lines how many such lines there are at most; the rest is counted
/// @param tables how many tables the list of workloads has at most
public record ReportOptions(Selection selection, int inFull, int lines, int tables) {

  /// Fits a screen or two on a server where much is wrong.
  public static ReportOptions standard() {
    return new ReportOptions(Selection.everything(), 3, 10, 12);
  }

  public ReportOptions with(Selection changed) {
    return new ReportOptions(changed, inFull, lines, tables);
  }
}
