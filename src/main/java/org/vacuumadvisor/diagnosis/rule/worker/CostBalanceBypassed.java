package org.vacuumadvisor.diagnosis.rule.worker;

import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.vacuumadvisor.diagnosis.Finding;
import org.vacuumadvisor.diagnosis.Names;
import org.vacuumadvisor.diagnosis.Remedy;
import org.vacuumadvisor.diagnosis.Severity;
import org.vacuumadvisor.diagnosis.TableRule;
import org.vacuumadvisor.diagnosis.Verdict;
import org.vacuumadvisor.evidence.Evidence;
import org.vacuumadvisor.evidence.Question;
import org.vacuumadvisor.evidence.TableEvidence;
import org.vacuumadvisor.evidence.TableFigures;
import org.vacuumadvisor.model.Reading;
import org.vacuumadvisor.model.Reading.Why;
import org.vacuumadvisor.model.Relation;
import org.vacuumadvisor.postgres.AutovacuumOptions;
import org.vacuumadvisor.postgres.CostModel;
import org.vacuumadvisor.postgres.Origin;
import org.vacuumadvisor.postgres.PageWork;
import org.vacuumadvisor.postgres.ServerSettings;
import org.vacuumadvisor.postgres.Setting;
import org.vacuumadvisor.unit.Bytes;
import org.vacuumadvisor.unit.Quantities;

/// Tables with a cost limit or delay of their own, slower than the server's: their vacuums stand
/// outside the balance, mostly by brakes that were forgotten.
public final class CostBalanceBypassed extends TableRule {
  /// Smaller tables are vacuumed in a blink at any speed.
  private static final Bytes LARGE = Bytes.ofMegabytes(64);

  /// At a tenth of the default pace a vacuum that writes every page sleeps so long. Our choice.
  private static final Brake FORGOTTEN =
      new Brake(
          Severity.WARNING,
          "asleep in a vacuum that writes every page",
          300,
          "PostgreSQL's defaults");

  /// Slower than the server, a vacuum takes so long at the least.
  private static final Brake SLOWER =
      new Brake(
          Severity.ADVICE, "reading it takes at least", 600, "the server's cost limit and delay");

  /// What shows that a table's own settings slow its vacuums.
  ///
  /// @param what takes the time
  /// @param seconds from which on it is reported
  /// @param usual whose pace it is compared with
  private record Brake(Severity severity, String what, double seconds, String usual) {}

  @Override
  protected boolean concerns(Relation relation, Evidence evidence) {
    return !evidence.isStandby()
        && relation.isAutovacuumed()
        && !relation.parameters().isEmpty()
        && evidence.options(relation).balance() == AutovacuumOptions.Balance.BYPASSED;
  }

  @Override
  protected Verdict examine(TableEvidence table) {
    var size = table.need(TableFigures.HEAP_BYTES);
    long pages = size.count() / table.relation().blockSize();
    var settings = table.all().settings();
    var own = CostModel.of(settings, table.all().options(table.relation()));
    double usual =
        CostModel.ofAutovacuum(ServerSettings.unknown(settings.release())).unitsPerSecond();
    double asleep = own.secondsAsleep(0, pages, pages);
    if (own.unitsPerSecond() < usual / 10 && asleep >= FORGOTTEN.seconds()) {
      return finding(FORGOTTEN, table, asleep, own, usual);
    }
    double server =
        table.need(
            "the server's cost limit and delay", Question.SETTINGS, serverUnits(table.all()));
    // what reading the table takes at the least at its own ceiling
    double seconds = (double) pages / own.pagesPerSecond(PageWork.MISS);
    boolean isBraked = own.unitsPerSecond() < server && seconds >= SLOWER.seconds();
    return isBraked && size.compareTo(LARGE) >= 0
        ? finding(SLOWER, table, seconds, own, server)
        : clear(table);
  }

  /// The balance of a server is not assumed, for a default would make a fast table of a slow one.
  private static Reading<Double> serverUnits(Evidence evidence) {
    var settings = evidence.settings();
    boolean isShown =
        evidence.isReadWhole()
            || (settings.autovacuumCostDelay().origin() instanceof Origin.Server
                && settings.autovacuumCostLimit().origin() instanceof Origin.Server);
    return isShown
        ? Reading.of(CostModel.ofAutovacuum(settings).unitsPerSecond())
        : Reading.missing(Why.NOT_COLLECTED);
  }

  /// The storage parameters that take a table out of the balance.
  static SortedSet<String> own(Relation table) {
    return Stream.of(Setting.AUTOVACUUM_VACUUM_COST_DELAY, Setting.AUTOVACUUM_VACUUM_COST_LIMIT)
        .map(Setting::parameter)
        .filter(table.parameters()::has)
        .collect(Collectors.toCollection(TreeSet::new));
  }

  private Finding finding(
      Brake brake, TableEvidence table, double seconds, CostModel cost, double units) {
    var relation = table.relation();
    var own = own(relation);
    return found(brake.severity(), relation)
        .headline("Vacuum of %s is slowed by the table's own cost settings", Names.of(table))
        .observed(
            "the table's own",
            own.stream()
                .map(each -> each + " = " + relation.parameters().text(each).orElse(""))
                .collect(Collectors.joining(", ")),
            "pg_class",
            "reloptions")
        .observed(
            brake.what(), Quantities.seconds(seconds), "pg_class.relpages, and the cost arithmetic")
        .engine(
            "a worker alone may do",
            "%s cost units a second; this table allows %s"
                .formatted(Quantities.count(units), Quantities.count(cost.unitsPerSecond())),
            brake.usual())
        .chosen("long", Quantities.seconds(brake.seconds()), "")
        .remedies(own.isEmpty() ? List.of() : List.of(new Remedy.ResetTable(relation, own)))
        .build();
  }
}
