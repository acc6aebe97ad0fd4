package org.vacuumadvisor.diagnosis.rule.threshold;

import static org.vacuumadvisor.evidence.TableFigures.DEAD_ROWS;
import static org.vacuumadvisor.evidence.TableFigures.THRESHOLDS;
import static org.vacuumadvisor.evidence.TableFigures.VISIBLE_SHARE;
import static org.vacuumadvisor.model.TableKeys.N_DEAD_TUP;
import static org.vacuumadvisor.model.TableKeys.N_INS_SINCE_VACUUM;
import static org.vacuumadvisor.model.TableKeys.N_LIVE_TUP;
import static org.vacuumadvisor.model.TableKeys.N_MOD_SINCE_ANALYZE;
import static org.vacuumadvisor.model.TableKeys.N_TUP_INS;

import java.util.Optional;
import java.util.stream.Stream;
import org.vacuumadvisor.diagnosis.Effect;
import org.vacuumadvisor.diagnosis.Fact;
import org.vacuumadvisor.diagnosis.Facts;
import org.vacuumadvisor.diagnosis.Finding;
import org.vacuumadvisor.diagnosis.FindingId;
import org.vacuumadvisor.diagnosis.Goal;
import org.vacuumadvisor.diagnosis.Names;
import org.vacuumadvisor.diagnosis.Remedy;
import org.vacuumadvisor.diagnosis.Rule;
import org.vacuumadvisor.diagnosis.Severity;
import org.vacuumadvisor.diagnosis.Subject;
import org.vacuumadvisor.diagnosis.TableRule;
import org.vacuumadvisor.diagnosis.Verdict;
import org.vacuumadvisor.evidence.Evidence;
import org.vacuumadvisor.evidence.Question;
import org.vacuumadvisor.evidence.ServerEvidence;
import org.vacuumadvisor.evidence.TableEvidence;
import org.vacuumadvisor.model.Reading;
import org.vacuumadvisor.model.Relation;
import org.vacuumadvisor.model.Source;
import org.vacuumadvisor.model.history.NoticeKind;
import org.vacuumadvisor.model.history.Occurrences;
import org.vacuumadvisor.postgres.AutovacuumState;
import org.vacuumadvisor.postgres.ParsedBoolean;
import org.vacuumadvisor.postgres.Setting;
import org.vacuumadvisor.postgres.StorageParameters;
import org.vacuumadvisor.unit.Quantities;
import org.vacuumadvisor.unit.Share;

/// Autovacuum is switched off: on the server, for want of counters, or for a table, in whatever
/// spelling PostgreSQL takes for "off". Only the rule against wraparound still works.
public final class AutovacuumDisabled implements Rule {
  private static final String ID = FindingId.AUTOVACUUM_DISABLED;
  private static final String TABLE_SWITCH = "autovacuum_enabled";
  private static final String TOAST_SWITCH = "toast." + TABLE_SWITCH;

  @Override
  public Stream<Verdict> examine(Evidence evidence) {
    return evidence.isStandby()
        ? Stream.empty()
        : Stream.of(
                Stream.of(Setting.AUTOVACUUM, Setting.TRACK_COUNTS)
                    .map(each -> onServer(each, evidence)),
                ofRole(evidence),
                new OfTable().examine(evidence),
                new TemporaryTable().examine(evidence))
            .flatMap(each -> each);
  }

  private Verdict onServer(Setting setting, Evidence evidence) {
    var server = evidence.aboutServer();
    var told = blind(setting, evidence);
    return Verdict.of(
        new Subject.Cluster(),
        server,
        () ->
            told.isEmpty() && isOn(setting, server)
                ? Verdict.clear(new Subject.Cluster(), server.inquiry())
                : finding(setting, told, server));
  }

  /// Somebody set it off for a role or a database: what its sessions write is not counted.
  private Stream<Finding> ofRole(Evidence evidence) {
    var off = evidence.settings().value("pg_db_role_setting.track_counts").stream();
    return off.map(value ->
        warning(
                "track_counts is off for a role or a database: autovacuum knows nothing of what its"
                    + " sessions write")
            .observed("track_counts", value.setting(), "pg_db_role_setting", "setconfig")
            .explained("counts-of-role")
            .remedies(
                Stream.of(
                    Remedy.Act.said("reset-of-session", String.valueOf(value.sourceFile())),
                    Remedy.Act.said("counted-anew")))
            .build());
  }

  /// Rows are counted where `track_counts` is on, whether or not somebody shows it.
  private static boolean isOn(Setting setting, ServerEvidence server) {
    if (setting == Setting.TRACK_COUNTS && areCounted(server.all())) {
      return server
          .ask(setting)
          .map(value -> ParsedBoolean.of(value.setting()).orElse(true))
          .or(true);
    }
    return ParsedBoolean.of(server.need(setting).setting()).orElse(true);
  }

  private static boolean areCounted(Evidence evidence) {
    return evidence.survey().relations().stream()
        .flatMap(each -> Stream.of(each.get(N_DEAD_TUP), each.get(N_LIVE_TUP), each.get(N_TUP_INS)))
        .anyMatch(each -> each.is(rows -> rows > 0));
  }

  /// What the server itself says in its log: "autovacuum not started because of misconfiguration".
  private static Optional<Occurrences> blind(Setting setting, Evidence evidence) {
    return setting == Setting.TRACK_COUNTS
        ? evidence.notices(NoticeKind.AUTOVACUUM_MISCONFIGURED)
        : Optional.empty();
  }

  private Finding finding(Setting setting, Optional<Occurrences> told, ServerEvidence server) {
    var facts =
        new Facts()
            .shown(setting.parameter(), server.ask(setting).map(each -> each.setting()))
            .facts(
                told.stream()
                    .map(notices ->
                        Fact.observed(
                            "autovacuum not started because of misconfiguration",
                            notices.count(),
                            new Source.At(
                                notices.first().place().toString(),
                                new Source.Words("the server's log")))));
    var past = Optional.of(server.all().pastVacuumThreshold().size());
    return found(
            Severity.CRITICAL,
            setting == Setting.AUTOVACUUM
                ? "Autovacuum is switched off on the server"
                : "Autovacuum is blind: track_counts is off")
        .facts(facts)
        .observed(
            "tables past their vacuum threshold",
            past.filter(each -> each > 0),
            "pg_stat_all_tables.n_dead_tup against relation_needs_vacanalyze()")
        .tune(
            setting,
            new Goal.Switched(
                true, new Effect.NotPredicted("it restores what PostgreSQL is built on")))
        .explained(setting == Setting.AUTOVACUUM ? "server" : "counts")
        .build();
  }

  /// Its own switch, read apart from the server's: a table stays off when the server is on again.
  private static final class OfTable extends TableRule {
    @Override
    public String id() {
      return ID;
    }

    @Override
    protected boolean concerns(Relation relation, Evidence evidence) {
      return relation.isAutovacuumed();
    }

    @Override
    protected Verdict examine(TableEvidence table) {
      var own = table.need("storage parameters", Question.CLASSES, parameters(table));
      if (isOff(TABLE_SWITCH, own)
          || table.all().options(table.relation()).state() == AutovacuumState.OFF_FOR_TABLE) {
        return finding(own, table);
      }
      return isOff(TOAST_SWITCH, own) ? ofToast(table) : clear(table);
    }

    private static boolean isOff(String parameter, StorageParameters own) {
      return own.bool(parameter).filter(on -> !on).isPresent();
    }

    /// As a statement shows it; the server keeps it with the TOAST table, as its own.
    private Finding ofToast(TableEvidence table) {
      return advice(table.relation())
          .headline("Autovacuum is switched off for the TOAST table of %s", Names.of(table))
          .observed(TOAST_SWITCH, "off", "pg_class", "reloptions")
          .explained("table")
          .remedy(new Remedy.ResetTable(table.relation(), TOAST_SWITCH))
          .build();
    }

    private static Reading<StorageParameters> parameters(TableEvidence table) {
      return table.relation().storage() instanceof Reading.Known<StorageParameters>(var own, _)
          ? Reading.of(own, new Source.Shown("pg_class", "reloptions"))
          : table.relation().storage();
    }

    /// Whether a vacuum has seen to all of it and nothing was written since, as in an archive:
    /// autovacuum would find nothing to do.
    private static boolean isAtRest(TableEvidence table) {
      return table.ask(VISIBLE_SHARE).is(Share.ALL::equals)
          && Stream.of(N_DEAD_TUP, N_INS_SINCE_VACUUM, N_MOD_SINCE_ANALYZE)
              .allMatch(each -> table.ask(each).is(rows -> rows == 0));
    }

    private Finding finding(StorageParameters own, TableEvidence table) {
      var dead = table.ask(DEAD_ROWS);
      var threshold = table.ask(THRESHOLDS).map(each -> (double) each.vacuum());
      return found(
              isAtRest(table)
                  ? Severity.INFO
                  : dead.is(rows -> threshold.is(limit -> rows > limit))
                      ? Severity.WARNING
                      : Severity.ADVICE,
              table.relation())
          .headline(
              "Autovacuum is switched off for %s%s",
              Names.of(table),
              dead.known()
                  .filter(rows -> rows > 0)
                  .map(rows -> ": " + Quantities.counted(rows, "dead row"))
                  .orElse(""))
          .observed(TABLE_SWITCH, own.text(TABLE_SWITCH).orElse("off"), "pg_class", "reloptions")
          .shown("dead rows", dead)
          .engine(
              "vacuum threshold if it were on", threshold.known(), "relation_needs_vacanalyze()")
          .explained("table")
          .remedy(new Remedy.ResetTable(table.relation(), TABLE_SWITCH))
          .build();
    }
  }
}
