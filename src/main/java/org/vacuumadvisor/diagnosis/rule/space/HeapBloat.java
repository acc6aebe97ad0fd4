package org.vacuumadvisor.diagnosis.rule.space;

import static org.vacuumadvisor.evidence.TableFigures.HEAP_BYTES;
import static org.vacuumadvisor.evidence.TableFigures.ROLLED_BACK;
import static org.vacuumadvisor.evidence.TableFigures.ROWS;
import static org.vacuumadvisor.model.TableKeys.N_TUP_DEL;

import java.util.List;
import java.util.Optional;
import org.vacuumadvisor.action.Rewrites;
import org.vacuumadvisor.diagnosis.Finding;
import org.vacuumadvisor.diagnosis.Names;
import org.vacuumadvisor.diagnosis.Remedy;
import org.vacuumadvisor.diagnosis.Severity;
import org.vacuumadvisor.diagnosis.TableRule;
import org.vacuumadvisor.diagnosis.Verdict;
import org.vacuumadvisor.evidence.Evidence;
import org.vacuumadvisor.evidence.Question;
import org.vacuumadvisor.evidence.TableEvidence;
import org.vacuumadvisor.evidence.Truth;
import org.vacuumadvisor.model.Reading;
import org.vacuumadvisor.model.Relation;
import org.vacuumadvisor.model.RelationKind;
import org.vacuumadvisor.model.TableKeys;
import org.vacuumadvisor.postgres.Feature;
import org.vacuumadvisor.postgres.Setting;
import org.vacuumadvisor.space.Doubt;
import org.vacuumadvisor.space.Excess;
import org.vacuumadvisor.space.HeapEstimate;
import org.vacuumadvisor.space.SpaceEstimate.Unknown;
import org.vacuumadvisor.unit.Bytes;
import org.vacuumadvisor.unit.Quantities;
import org.vacuumadvisor.unit.Share;
import org.vacuumadvisor.workload.Confidence;

/// A table's file is at least twice as large as its rows need.
public final class HeapBloat extends TableRule {
  /// PostgreSQL's default scale factor: from this share on, a table awaits its vacuum.
  private static final Share MANY_DEAD = new Share(0.2);

  /// Rows of more bytes are rare: values of those twice as long are moved out of line. Our choice.
  private static final double LONG_ROW = 1024;

  /// Of fewer rows nobody notices; the part of them that updates and deletes may have.
  private static final long MIN_ROLLED_BACK = 10_000;

  private static final Bytes MIN_ROLLED_BACK_SPACE = Bytes.ofMegabytes(1);

  private static final double HARDLY_A_PART = 0.1;

  @Override
  protected boolean concerns(Relation relation, Evidence evidence) {
    return !CatalogBloat.isCatalog(relation)
        && !relation.isTemporary()
        && relation.kind() != RelationKind.TOAST
        && relation.kind() != RelationKind.PARTITIONED_TABLE;
  }

  @Override
  protected Verdict examine(TableEvidence table) {
    var dead = HeapEstimate.dead(table.relation());
    // dead rows are another matter than free space, and so is what vacuum is kept from giving back
    var aborted = isEndKept(table) ? Optional.<Finding>empty() : rolledBack(table);
    if (aborted.isPresent()) {
      return aborted.get();
    }
    if (HeapSpace.isSmall(table)
        || dead.filter(each -> each.compareTo(MANY_DEAD) >= 0).isPresent()) {
      return clear(table);
    }
    var other = hidden(table).or(() -> leftForUpdates(table));
    if (other.isPresent()) {
      return other.get();
    }
    var bloat = Bloat.of(HeapSpace.needed(table), table);
    return table.decide(bloat.isReported()) ? finding(table, bloat) : clear(table);
  }

  /// A large file of which our role may not see what its rows need, where the counters make it
  /// suspect: more rows are gone than there are, and these would be long ones.
  private Optional<Finding> hidden(TableEvidence table) {
    var relation = table.relation();
    if (!HeapEstimate.of(relation).equals(new Unknown(Doubt.NO_PRIVILEGE))) {
      return Optional.empty();
    }
    var size = table.ask(HEAP_BYTES).or(Bytes.NONE);
    double rows = table.ask(ROWS).or((double) size.count());
    var deleted = relation.get(N_TUP_DEL);
    boolean isSuspect =
        size.compareTo(Rewrites.WORTH_WHILE_READ) >= 0
            && (double) size.count() / Math.max(1, rows) >= LONG_ROW
            && deleted.is(gone -> gone > rows)
            && HeapSpace.bounded(table).isEmpty();
    if (!isSuspect) {
      return Optional.empty();
    }
    var server = table.all().survey().server();
    boolean isRole = Feature.READ_ALL_DATA_ROLE.isIn(server.release());
    var right = isRole ? "pg_read_all_data" : "SELECT ON " + relation.name().sql();
    return Optional.of(
        advice(relation)
            .headline(
                "%s has %s for %s rows, and more were deleted: what is free, this role may not see",
                Names.atStart(relation, table.all()), size, rows)
            .observed("rows deleted", deleted)
            .chosen("a long row", new Bytes((long) LONG_ROW), "longer ones are moved out of line")
            .because("Vacuum gives back only empty pages at the end of the file.")
            .confidence(Confidence.LOW)
            .ask(Question.of("GRANT_DATA", right + " TO " + server.grantee()))
            .build());
  }

  /// Room that a `fillfactor` leaves for updates, where none came since all the rows did.
  private Optional<Finding> leftForUpdates(TableEvidence table) {
    var relation = table.relation();
    int filled = relation.parameters().fillfactor().orElse(100);
    var size = table.ask(HEAP_BYTES).or(Bytes.NONE);
    var left = new Bytes(size.count() * (100 - filled) / 100);
    boolean isInVain =
        relation.kind() == RelationKind.TABLE
            && left.compareTo(Bloat.MIN_SURPLUS) >= 0
            && left.of(size).compareTo(Bloat.MIN_PART) >= 0
            && relation.get(TableKeys.N_TUP_UPD).is(updated -> updated == 0)
            && Reading.both(
                    relation.get(TableKeys.N_TUP_INS),
                    table.ask(ROWS),
                    "-",
                    (all, now) -> (double) all >= now)
                .or(false);
    return isInVain
        ? Optional.of(
            advice(relation)
                .headline(
                    "fillfactor = %s leaves %s of the %s of %s free for updates, and none came",
                    filled, left, size, Names.of(relation, table.all()))
                .observed("rows updated", relation.get(TableKeys.N_TUP_UPD))
                .observed("rows inserted", relation.get(TableKeys.N_TUP_INS))
                .explained("unused-room")
                .remedy(new Remedy.ResetTable(relation, "fillfactor"))
                .build())
        : Optional.empty();
  }

  /// Rows that were inserted and rolled back: dead rows, or free space, that no update and no
  /// delete accounts for, and more such rows than there are.
  private Optional<Finding> rolledBack(TableEvidence table) {
    var relation = table.relation();
    long rows = ROLLED_BACK.of(table).or(0L);
    if (rows < MIN_ROLLED_BACK || !table.ask(ROWS).is(there -> (double) rows >= there)) {
      return Optional.empty();
    }
    long died =
        Reading.both(relation.get(TableKeys.N_TUP_UPD), relation.get(N_TUP_DEL), "+", Long::sum)
            .or(Long.MAX_VALUE);
    long dead = relation.get(TableKeys.N_DEAD_TUP).or(0L) - died;
    var free = Excess.of(relation, table.all().survey());
    boolean isFree =
        (double) died < HARDLY_A_PART * (double) rows && free.compareTo(MIN_ROLLED_BACK_SPACE) >= 0;
    return dead >= MIN_ROLLED_BACK || isFree
        ? Optional.of(
            advice(relation)
                .headline(
                    "Inserts into %s were rolled back: %s no update or delete left",
                    Names.of(relation, table.all()),
                    dead >= MIN_ROLLED_BACK
                        ? Quantities.count(dead) + " dead rows that"
                        : free + " in it and its indexes is free that")
                .observed("rows inserted that are not there, nor deleted", table.ask(ROLLED_BACK))
                .observed("rows updated", relation.get(TableKeys.N_TUP_UPD))
                .observed("rows deleted", relation.get(N_TUP_DEL))
                .explained("rolled-back", Names.of(relation, table.all()))
                .build())
        : Optional.empty();
  }

  /// "62 % of the 812 MB", where so much is free that something is to be done; empty where it is
  /// not, or nobody knows.
  public static Optional<String> free(TableEvidence table) {
    return Space.of(HeapEstimate.of(table.relation()), List.of())
        .map(space -> Bloat.of(space, table))
        .filter(each -> each.isReported() == Truth.YES)
        .filter(each -> each.severity(table) != Severity.INFO)
        .map(Bloat::words);
  }

  /// Whether the server is set so that no vacuum gives back pages that are empty at the end; who
  /// set a table so means it.
  private static boolean isEndKept(TableEvidence table) {
    return table.all().settings().bool(Setting.VACUUM_TRUNCATE).filter(on -> !on).isPresent()
        && table.relation().parameters().text("vacuum_truncate").isEmpty();
  }

  private Finding finding(TableEvidence table, Bloat bloat) {
    var relation = table.relation();
    boolean isKept = isEndKept(table);
    var severity = bloat.severity(table);
    return found(isKept && severity == Severity.INFO ? Severity.ADVICE : severity, relation)
        .headline(
            "%s of %s are free%s%s",
            Names.capital(bloat.words()),
            Names.of(relation),
            relation.get(TableKeys.DEAD_TUPLE_PERCENT).is(Share.NONE::equals) ? "" : " or dead",
            isKept ? ", and vacuum_truncate is off: what is empty at its end stays" : "")
        .facts(bloat.facts("table", HeapSpace.sizeFrom(table)))
        .confidence(bloat.confidence())
        .toBeCertain(bloat.toBeCertain(HeapSpace.pgstattuple(relation)))
        .remedies(
            // what is free between rows shows only after that: a rewrite first may be for nothing
            isKept
                ? List.of(
                    new Remedy.VacuumNow(relation, "TRUNCATE"), Remedy.Act.said("truncate-again"))
                : bloat.isLeft(table)
                    ? List.of()
                    : List.of(
                        new Remedy.RewriteTable(relation, bloat.effect("table"), bloat.needed())))
        .build();
  }
}
