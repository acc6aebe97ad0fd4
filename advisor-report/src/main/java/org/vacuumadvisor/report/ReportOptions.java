package org.vacuumadvisor.report;

/// What a report shows.
///
/// @param selection which tables and severities
/// @param inFull how many findings, and how many recommendations, of one kind are told in full; of
///   the others there is a line each
/// @param lines how many such lines there are at most; the rest is counted
/// @param tables how many tables the list of workloads has at most
/// @param isPage whether all charts are there, not only those that show a limit passed, and the
///   plan has its statements, because a page folds what comes later
/// @param bars how many bars a chart has at most
/// @param slowest how many of the longest runs of logs are listed
public record ReportOptions(
    Selection selection, int inFull, int lines, int tables, boolean isPage, int bars, int slowest) {

  /// Fits a screen or two on a server where much is wrong.
  public static ReportOptions standard() {
    return new ReportOptions(Selection.everything(), 3, 10, 12, false, 6, 5);
  }

  /// What a page that is scrolled and searched has room for: a hundred times as much, and still no
  /// more than a megabyte however many tables there are.
  public static ReportOptions ofPage() {
    return new ReportOptions(Selection.everything(), 5, 200, 200, true, 12, 20);
  }

  /// Fits a terminal: longest runs are listed only if somebody asks for them.
  public static ReportOptions brief() {
    return standard().slowest(0);
  }

  public ReportOptions with(Selection changed) {
    return new ReportOptions(changed, inFull, lines, tables, isPage, bars, slowest);
  }

  /// The same with so many of the longest runs.
  public ReportOptions slowest(int runs) {
    return new ReportOptions(selection, inFull, lines, tables, isPage, bars, runs);
  }
}
