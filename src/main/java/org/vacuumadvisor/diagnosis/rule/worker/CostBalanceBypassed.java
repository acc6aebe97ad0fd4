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

  /// What a vacuum of one table may take, at the least, before its own brake is reported.
  private static final double LONG_SECONDS = 600;

  /// What one that writes every page may sleep at a tenth of the default pace. Our choice.
  private static final double ASLEEP_SECONDS = 300;

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
    if (own.unitsPerSecond() < usual / 10 && own.secondsAsleep(0, pages, pages) >= ASLEEP_SECONDS) {
      return finding(Severity.WARNING, table, own.secondsAsleep(0, pages, pages), own, usual);
    }
    double server =
        table.need(
            "the server's cost limit and delay", Question.SETTINGS, serverUnits(table.all()));
    // what reading the table takes at the least at its own ceiling
    double seconds = (double) pages / own.pagesPerSecond(PageWork.MISS);
    boolean isBraked = own.unitsPerSecond() < server && seconds >= LONG_SECONDS;
    return isBraked && size.compareTo(LARGE) >= 0
        ? finding(Severity.ADVICE, table, seconds, own, server)
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
      Severity severity, TableEvidence table, double seconds, CostModel cost, double units) {
    var relation = table.relation();
    var own = own(relation);
    return found(
            severity,
            relation,
            "Vacuum of %s is slowed by the table's own cost settings",
            Names.of(table))
        .observed(
            "the table's own",
            own.stream()
                .map(each -> each + " = " + relation.parameters().text(each).orElse(""))
                .collect(Collectors.joining(", ")),
            "pg_class",
            "reloptions")
        .observed(
            severity == Severity.ADVICE
                ? "reading it takes at least"
                : "asleep in a vacuum that writes every page",
            Quantities.seconds(seconds),
            "pg_class.relpages, and the cost arithmetic")
        .engine(
            "a worker alone may do",
            "%s cost units a second; this table allows %s"
                .formatted(Quantities.count(units), Quantities.count(cost.unitsPerSecond())),
            severity == Severity.ADVICE
                ? "the server's cost limit and delay"
                : "PostgreSQL's defaults")
        .chosen(
            "long",
            Quantities.seconds(severity == Severity.ADVICE ? LONG_SECONDS : ASLEEP_SECONDS),
            "")
        .remedies(own.isEmpty() ? List.of() : List.of(new Remedy.ResetTable(relation, own)))
        .build();
  }
}
