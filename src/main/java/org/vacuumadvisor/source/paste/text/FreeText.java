package org.vacuumadvisor.source.paste.text;

import org.vacuumadvisor.source.paste.table.Grid;
import org.vacuumadvisor.source.paste.table.Line;
import org.vacuumadvisor.source.paste.table.Statement;
import org.vacuumadvisor.source.paste.thing.Gathered;

/// What a paste says outside of tables and of names with values: plans of queries, lists of
/// processes, transcripts.
public final class FreeText {
  private final Plans plans;
  private final Processes processes;
  private final Transactions transactions;
  private final RunStatistics runs;
  private final BareSessions bare;
  private final MetricLines metrics;
  private final CheckLines checks;
  private final ClockLine clock;

  public FreeText(Gathered gathered) {
    this.plans = new Plans(gathered);
    this.processes = new Processes(gathered);
    this.transactions = new Transactions(gathered);
    this.runs = new RunStatistics(gathered);
    this.bare = new BareSessions(gathered);
    this.metrics = new MetricLines(gathered);
    this.checks = new CheckLines(gathered);
    this.clock = new ClockLine(gathered);
  }

  /// Whether a line is the answer of a monitoring check, which looks like a message of a server.
  public static boolean isCheck(String line) {
    return CheckLines.isCheck(line);
  }

  /// How many figures were read.
  public int read() {
    return plans.read()
        + processes.read()
        + runs.read()
        + bare.read()
        + metrics.read()
        + checks.read()
        + clock.read();
  }

  /// Takes a line; false if nobody knows what it says.
  public boolean take(Line line) {
    return plans.take(line)
        || processes.take(line)
        || transactions.take(line)
        || runs.take(line)
        || metrics.take(line)
        || checks.take(line)
        || clock.take(line)
        || bare.take(line);
  }

  /// Takes an alarm, whose JSON would be taken for rows; false if it is none.
  public boolean takeAlarm(Line line) {
    return checks.takeAlarm(line);
  }

  /// Takes a table that is none of figures.
  public boolean take(Grid grid) {
    return plans.take(grid);
  }

  /// A statement stands here.
  public void state(Statement statement, int line) {
    plans.finish();
    transactions.state(statement, line);
  }

  /// A blank line, or one that someone else understands.
  public void gap() {
    runs.gap();
    plans.finish();
  }

  /// The text is over.
  public void finish() {
    plans.finish();
    transactions.finish();
  }
}
