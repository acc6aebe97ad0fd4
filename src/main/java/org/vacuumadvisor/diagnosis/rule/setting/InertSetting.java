package org.vacuumadvisor.diagnosis.rule.setting;

import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.vacuumadvisor.diagnosis.Finding;
import org.vacuumadvisor.diagnosis.Names;
import org.vacuumadvisor.diagnosis.Remedy;
import org.vacuumadvisor.diagnosis.ServerRule;
import org.vacuumadvisor.diagnosis.Severity;
import org.vacuumadvisor.diagnosis.Subject;
import org.vacuumadvisor.diagnosis.Verdict;
import org.vacuumadvisor.evidence.Evidence;
import org.vacuumadvisor.evidence.ServerEvidence;
import org.vacuumadvisor.model.Reading;
import org.vacuumadvisor.model.Relation;
import org.vacuumadvisor.model.TableKeys;
import org.vacuumadvisor.postgres.Feature;
import org.vacuumadvisor.postgres.Setting;
import org.vacuumadvisor.unit.Quantities;

/// A setting that does nothing: the server takes it, and goes by another.
public final class InertSetting extends ServerRule {
  /// With fewer rows written nobody can say what is written to it.
  private static final long MIN_WRITTEN_ROWS = 10_000;

  /// The share of writes that are inserts, below which an insert threshold never decides.
  private static final double MAX_INSERTED_PART = 0.01;

  @Override
  protected boolean concerns(Evidence evidence) {
    return !evidence.isStandby();
  }

  @Override
  protected List<? extends Verdict> examine(ServerEvidence server) {
    var evidence = server.all();
    InertServerSettings.read().filter(each -> each.isIn(evidence.release())).forEach(server::ask);
    return allKnown(
        server,
        Stream.concat(
                InertServerSettings.of(evidence).map(each -> finding(each, new Subject.Cluster())),
                evidence.survey().relations().stream()
                    .filter(each -> each.isAutovacuumed() && !each.parameters().isEmpty())
                    .flatMap(each ->
                        ofTable(each, evidence)
                            .map(inert -> finding(inert, new Subject.OfRelation(each)))))
            .toList());
  }

  /// One setting without effect.
  ///
  /// @param what the setting as it stands
  /// @param cause which explanation it has, of what PostgreSQL goes by instead
  /// @param bar that in figures
  /// @param ground where PostgreSQL decides so
  /// @param figures of the explanation
  record Inert(
      String what,
      String source,
      String cause,
      String bar,
      String ground,
      List<Remedy> remedies,
      List<Object> figures) {}

  private Finding finding(Inert inert, Subject subject) {
    boolean isRefused = inert.source().equals(InertServerSettings.REFUSED);
    // what may stay as it is, is nothing to attend to
    var plain = inert.remedies().isEmpty() ? Severity.INFO : Severity.ADVICE;
    return found(isRefused ? Severity.WARNING : plain, subject)
        .headline(
            "%s%s has no effect%s",
            inert.what(),
            subject instanceof Subject.OfRelation(Relation relation)
                ? " of " + Names.of(relation)
                : "",
            isRefused ? ": " + inert.bar() : "")
        .observed("set", inert.what(), inert.source())
        .engine("PostgreSQL goes by", inert.bar(), inert.ground())
        .explained(inert.cause(), inert.figures().toArray())
        .remedies(inert.remedies())
        .build();
  }

  private static Stream<Inert> ofTable(Relation relation, Evidence evidence) {
    return Stream.of(
            tooHigh(relation, Setting.AUTOVACUUM_FREEZE_MAX_AGE, evidence),
            tooHigh(relation, Setting.AUTOVACUUM_MULTIXACT_FREEZE_MAX_AGE, evidence),
            insertKnob(relation, evidence))
        .flatMap(Optional::stream);
  }

  /// A table can only lower these.
  private static Optional<Inert> tooHigh(Relation relation, Setting setting, Evidence evidence) {
    double server = (double) evidence.settings().integerOrDefault(setting);
    boolean isShown = evidence.settings().value(setting).isPresent();
    return relation
        .parameters()
        .real(setting)
        .filter(own -> own > server)
        .map(own ->
            new Inert(
                "%s = %s".formatted(setting.parameter(), Quantities.count(own)),
                "pg_class.reloptions",
                "table-age",
                "the lower one, the server's " + Quantities.count(server),
                isShown
                    ? "relation_needs_vacanalyze()"
                    : "relation_needs_vacanalyze(), with the server's default: not shown",
                List.of(new Remedy.ResetTable(relation, setting.parameter())),
                List.of()));
  }

  /// Hardly anything is inserted: what dies decides when vacuum comes.
  private static Optional<Inert> insertKnob(Relation relation, Evidence evidence) {
    var own = new TreeSet<String>();
    for (var setting :
        List.of(
            Setting.AUTOVACUUM_VACUUM_INSERT_THRESHOLD,
            Setting.AUTOVACUUM_VACUUM_INSERT_SCALE_FACTOR)) {
      setting.storageParameter().filter(relation.parameters()::has).ifPresent(own::add);
    }
    var inserted = relation.get(TableKeys.N_TUP_INS);
    var written =
        Stream.of(TableKeys.N_TUP_UPD, TableKeys.N_TUP_DEL)
            .map(relation::get)
            .reduce(inserted, (one, other) -> Reading.both(one, other, "sum", Long::sum));
    boolean isIdle =
        written.is(all ->
            all >= MIN_WRITTEN_ROWS
                && inserted.is(some -> (double) some <= MAX_INSERTED_PART * (double) all));
    return own.isEmpty() || !isIdle || !Feature.INSERT_TRIGGERED_VACUUM.isIn(evidence.release())
        ? Optional.empty()
        : Optional.of(
            new Inert(
                String.join(", ", own),
                "pg_class.reloptions",
                "inserts",
                "dead rows alone: %s bring a vacuum"
                    .formatted(Quantities.count(evidence.thresholds(relation).vacuum())),
                "relation_needs_vacanalyze()",
                List.of(new Remedy.ResetTable(relation, own)),
                List.of(Quantities.count(inserted.or(0L)), Quantities.count(written.or(0L)))));
  }
}
