package org.vacuumadvisor.diagnosis.rule.worker;

import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.vacuumadvisor.diagnosis.Finding;
import org.vacuumadvisor.diagnosis.Names;
import org.vacuumadvisor.diagnosis.Remedy;
import org.vacuumadvisor.diagnosis.Rule;
import org.vacuumadvisor.diagnosis.Subject;
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
import org.vacuumadvisor.postgres.Setting;
import org.vacuumadvisor.unit.Bytes;
import org.vacuumadvisor.unit.Quantities;

/// Large tables with a cost limit or delay of their own, slower than the server's: their vacuums
/// stand outside the balance, mostly by brakes that were forgotten.
public final class CostBalanceBypassed implements Rule {
  /// Smaller tables are vacuumed in a blink at any speed.
  private static final Bytes LARGE = Bytes.ofMegabytes(64);

  /// What a vacuum of one table may take, at the least, before its own brake is reported.
  private static final double LONG_SECONDS = 600;

  @Override
  public Stream<Verdict> examine(Evidence evidence) {
    if (evidence.isStandby()) {
      return Stream.empty();
    }
    var own =
        evidence
            .tables()
            .filter(each -> each.isAutovacuumed() && !each.parameters().isEmpty())
            .filter(each -> evidence.options(each).balance() == AutovacuumOptions.Balance.BYPASSED)
            .toList();
    var unknown =
        own.stream().map(evidence::about).flatMap(each -> lacking(each).stream()).toList();
    if (!unknown.isEmpty()) {
      return unknown.stream();
    }
    var large =
        own.stream()
            .filter(each -> size(each, evidence).compareTo(LARGE) >= 0)
            .sorted(Comparator.comparing((Relation each) -> size(each, evidence)).reversed())
            .toList();
    return braked(large, evidence).map(each -> braked(each, evidence));
  }

  /// What is missing to compare a table's speed with the server's: the balance of a server is not
  /// assumed, for a default would make a fast table of a slow one.
  private static Optional<Verdict> lacking(TableEvidence table) {
    return table
            .judge(() -> {
              table.need(TableFigures.HEAP_BYTES);
              return serverSpeed(table);
            })
            .filter(Reading::isKnown)
            .isPresent()
        ? Optional.empty()
        : Optional.of(
            new Verdict.CannotTell(
                new Subject.OfRelation(table.relation()), table.inquiry().missing(), true));
  }

  private static Reading<Double> serverSpeed(TableEvidence table) {
    var settings = table.all().settings();
    boolean isShown =
        table.all().isReadWhole()
            || (settings.autovacuumCostDelay().origin() instanceof Origin.Server
                && settings.autovacuumCostLimit().origin() instanceof Origin.Server);
    return table.ask(
        "the server's cost limit and delay",
        Question.SETTINGS,
        isShown ? Reading.of(serverUnits(table.all())) : Reading.missing(Why.NOT_COLLECTED));
  }

  /// Of a table of which it is known.
  private static Bytes size(Relation relation, Evidence evidence) {
    return evidence.about(relation).ask(TableFigures.HEAP_BYTES).or(Bytes.NONE);
  }

  private static double units(Relation relation, Evidence evidence) {
    return CostModel.of(evidence.settings(), evidence.options(relation)).unitsPerSecond();
  }

  private static double serverUnits(Evidence evidence) {
    return CostModel.ofAutovacuum(evidence.settings()).unitsPerSecond();
  }

  /// Slower than one alone would be by the server's settings, and long for it.
  private static Stream<Relation> braked(List<Relation> all, Evidence evidence) {
    return all.stream()
        .filter(each -> units(each, evidence) < serverUnits(evidence))
        .filter(each -> seconds(each, evidence) >= LONG_SECONDS);
  }

  /// What reading the table takes at the least at its own ceiling.
  private static double seconds(Relation relation, Evidence evidence) {
    var cost = CostModel.of(evidence.settings(), evidence.options(relation));
    return (double) size(relation, evidence).count()
        / relation.blockSize()
        / cost.pagesPerSecond(PageWork.MISS);
  }

  private Finding braked(Relation relation, Evidence evidence) {
    var own = new TreeSet<String>();
    for (var setting :
        List.of(Setting.AUTOVACUUM_VACUUM_COST_DELAY, Setting.AUTOVACUUM_VACUUM_COST_LIMIT)) {
      setting.storageParameter().filter(relation.parameters()::has).ifPresent(own::add);
    }
    return advice(
            relation,
            "Vacuum of %s is slowed by the table's own cost settings",
            Names.of(relation, evidence))
        .observed(
            "the table's own",
            own.stream()
                .map(each -> each + " = " + relation.parameters().text(each).orElse(""))
                .collect(Collectors.joining(", ")),
            "pg_class",
            "reloptions")
        .observed(
            "reading its %s takes at least".formatted(size(relation, evidence)),
            Quantities.seconds(seconds(relation, evidence)),
            "pg_class.relpages, and the cost arithmetic")
        .engine(
            "a worker alone may do",
            "%s cost units a second; this table allows %s"
                .formatted(
                    Quantities.count(serverUnits(evidence)),
                    Quantities.count(units(relation, evidence))),
            "the server's cost limit and delay")
        .chosen("long", Quantities.seconds(LONG_SECONDS), "")
        .because(
            "A table with a cost limit or delay of its own does not take part in the balance: a"
                + " vacuum of it runs at this speed whatever the server's settings are. A delay of"
                + " 20 ms was PostgreSQL's default until 11; tables often keep it from that time.")
        .remedies(own.isEmpty() ? List.of() : List.of(new Remedy.ResetTable(relation, own)))
        .build();
  }
}
