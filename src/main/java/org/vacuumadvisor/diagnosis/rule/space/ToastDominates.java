package org.vacuumadvisor.diagnosis.rule.space;

import static org.vacuumadvisor.evidence.TableFigures.DEAD_ROWS;
import static org.vacuumadvisor.evidence.TableFigures.HEAP_BYTES;
import static org.vacuumadvisor.evidence.TableFigures.ROWS;
import static org.vacuumadvisor.evidence.TableFigures.THRESHOLDS;
import static org.vacuumadvisor.evidence.TableFigures.TOAST_SIZE;

import org.jspecify.annotations.Nullable;
import org.vacuumadvisor.diagnosis.DeadRowTarget;
import org.vacuumadvisor.diagnosis.Finding;
import org.vacuumadvisor.diagnosis.LogFacts;
import org.vacuumadvisor.diagnosis.Names;
import org.vacuumadvisor.diagnosis.Severity;
import org.vacuumadvisor.diagnosis.TableRule;
import org.vacuumadvisor.diagnosis.Verdict;
import org.vacuumadvisor.evidence.Evidence;
import org.vacuumadvisor.evidence.TableEvidence;
import org.vacuumadvisor.model.Reading;
import org.vacuumadvisor.model.Relation;
import org.vacuumadvisor.model.RelationKind;
import org.vacuumadvisor.model.TableKeys;
import org.vacuumadvisor.model.history.TableHistory;
import org.vacuumadvisor.postgres.Thresholds;
import org.vacuumadvisor.unit.Bytes;
import org.vacuumadvisor.unit.Quantities;
import org.vacuumadvisor.unit.Share;

/// What dies in a table dies in its TOAST table: long values, which have thresholds, counters and
/// vacuums of their own. Or most of the time that vacuums take goes there.
public final class ToastDominates extends TableRule {
  private static final Bytes MIN_SIZE = Bytes.ofMegabytes(256);

  /// Where nothing but sizes is shown.
  private static final Bytes LARGE = Bytes.ofGigabytes(1);

  /// Of the size of the table with its TOAST table.
  private static final Share MIN_PART = new Share(0.8);

  /// Of the chunks: PostgreSQL's own scale factor.
  private static final Share MIN_DEAD = new Share(0.2);

  /// Of the time of all vacuums in the logs.
  private static final Share MIN_TIME = new Share(0.5);

  private static final double MIN_SECONDS = 60;

  @Override
  protected boolean concerns(Relation relation, Evidence evidence) {
    return (relation.kind() == RelationKind.TOAST || isMostlyToast(relation, evidence))
        && !evidence.owner(relation).isSystem()
        && !evidence.isStandby();
  }

  /// Whether somebody shows the sizes of a table and of its TOAST table, and nothing else of it.
  private static boolean isMostlyToast(Relation relation, Evidence evidence) {
    return evidence.mayHaveUnseenToast(relation)
        && evidence.about(relation).ask(TOAST_SIZE).is(toast -> toast.compareTo(LARGE) >= 0)
        && partOf(evidence.about(relation)).is(part -> part.compareTo(MIN_PART) >= 0);
  }

  private static Reading<Share> partOf(TableEvidence table) {
    return Reading.both(
        table.ask(TOAST_SIZE),
        table.relation().get(TableKeys.MAIN_BYTES),
        "share of the TOAST table",
        (toast, heap) -> toast.of(toast.plus(heap)));
  }

  @Override
  protected Verdict examine(TableEvidence toast) {
    if (toast.relation().kind() != RelationKind.TOAST) {
      return ofSizes(toast);
    }
    var busy = toast.history().filter(each -> isMostTime(each, toast.all()));
    if (busy.isPresent()) {
      return ofTime(toast, busy.get());
    }
    var size = toast.need(HEAP_BYTES);
    if (size.compareTo(MIN_SIZE) < 0) {
      return clear(toast);
    }
    long dead = toast.need(DEAD_ROWS);
    double rows = Math.max(toast.need(ROWS), (double) dead);
    // where autovacuum is switched off, that is the cause
    if ((double) dead < MIN_DEAD.fraction() * Math.max(1, rows)
        || !toast.all().options(toast.relation()).state().isOn()) {
      return clear(toast);
    }
    var owner = toast.all().owner(toast.relation());
    var heap =
        toast.need(
            "size of the table itself",
            HEAP_BYTES.settledBy(),
            toast.all().about(owner).ask(HEAP_BYTES));
    var part = size.of(size.plus(heap));
    var severity = 2 * (double) dead >= rows ? Severity.WARNING : Severity.ADVICE;
    return part.compareTo(MIN_PART) < 0 ? clear(toast) : ofDead(severity, toast, part, dead);
  }

  private Finding ofSizes(TableEvidence table) {
    var name = Names.of(table.relation());
    return info(table.relation())
        .headline(
            "%s of %s lies in its TOAST table (%s)",
            partOf(table).or(Share.NONE), name, table.ask(TOAST_SIZE).map(Bytes::toString).or(""))
        .observed("TOAST table", table.ask(TOAST_SIZE))
        .observed("the table itself", table.ask(TableKeys.MAIN_BYTES))
        .explained("sizes", LARGE, MIN_PART)
        .toBeCertain(ToastSizes.ofToast(table.relation()).ask() + ": its dead rows and vacuums.")
        .build();
  }

  /// Of one run, or of vacuums of nothing else, a share says nothing.
  private static boolean isMostTime(TableHistory table, Evidence evidence) {
    double all = seconds(evidence);
    double own = table.seconds().sum();
    return own < all && own >= Math.max(MIN_SECONDS, MIN_TIME.fraction() * all);
  }

  private static double seconds(Evidence evidence) {
    return evidence.histories().mapToDouble(each -> each.seconds().sum()).sum();
  }

  private Finding ofDead(Severity severity, TableEvidence toast, Share part, long dead) {
    var relation = toast.relation();
    var owner = toast.all().owner(relation);
    var threshold = toast.ask(THRESHOLDS).known().map(Thresholds::vacuum);
    var by =
        relation.parameters().isEmpty()
            ? ", by its table's parameters or the server's settings"
            : ", by parameters of its own alone";
    return found(severity, relation)
        .headline(
            "%s of %s lies in its TOAST table, and %s chunks there are dead",
            part, Names.of(owner), dead)
        .observed("TOAST table", toast.ask(HEAP_BYTES))
        .observed("the table itself", toast.all().about(owner).ask(HEAP_BYTES))
        .observed("dead chunks", toast.ask(DEAD_ROWS))
        .engine(
            "its vacuum threshold",
            threshold.map(each -> Quantities.count(each) + by),
            "relation_needs_vacanalyze()")
        .explained("dead", MIN_PART, MIN_DEAD)
        .remedies(
            threshold.flatMap(each -> DeadRowTarget.below(each, relation, toast.all())).stream())
        .build();
  }

  private Finding ofTime(TableEvidence toast, TableHistory table) {
    double own = table.seconds().sum();
    var part = Share.of(own, seconds(toast.all()));
    var time = Quantities.seconds(own) + ", " + part + " of that of all tables";
    return advice(toast.relation())
        .headline("%s of the time of all vacuums goes into %s", part, Names.of(toast))
        .facts(
            table.milestones().slowest().stream()
                .map(run -> LogFacts.by(run, "time of its vacuums", time)))
        .shown("its size", toast.ask(HEAP_BYTES))
        .explained("time", MIN_TIME, Quantities.seconds(MIN_SECONDS))
        .toBeCertain(whose(table))
        .build();
  }

  private static @Nullable String whose(TableHistory table) {
    var owner = table.toastOf();
    return owner == null || owner.table() != null
        ? null
        : "SELECT %d::regclass; in its database names the table it belongs to."
            .formatted(owner.oid());
  }
}
