package org.vacuumadvisor.source.paste.text;

import org.vacuumadvisor.source.paste.table.Grid;
import org.vacuumadvisor.source.paste.table.Line;
import org.vacuumadvisor.source.paste.table.Statement;
import org.vacuumadvisor.source.paste.thing.Gathered;

/// What a paste says outside of tables and of names with values: plans of queries, lists of
/// processes, transcripts.
public final class FreeText {
  private final Plans plans;
  private final Transactions transactions;
  private final RunStatistics runs;
  private final BareSessions bare;
  private final MetricLines metrics;

  public FreeText(Gathered gathered) {
    this.plans = new Plans(gathered);
    this.transactions = new Transactions(gathered);
    this.runs = new RunStatistics(gathered);
    this.bare = new BareSessions(gathered);
    this.metrics = new MetricLines(gathered);
  }

  /// How many figures were read.
  public int read() {
    return plans.read() + runs.read() + bare.read() + metrics.read();
  }

  /// Takes a line; false if nobody knows what it says.
  public boolean take(Line line) {
    return plans.take(line)
        || transactions.take(line)
        || runs.take(line)
        || metrics.take(line)
        || bare.take(line);
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
