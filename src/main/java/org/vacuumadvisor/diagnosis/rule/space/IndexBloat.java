package org.vacuumadvisor.diagnosis.rule.space;

import java.util.Optional;
import java.util.stream.Stream;
import org.vacuumadvisor.diagnosis.Finding;
import org.vacuumadvisor.diagnosis.Names;
import org.vacuumadvisor.diagnosis.Remedy;
import org.vacuumadvisor.diagnosis.Rule;
import org.vacuumadvisor.diagnosis.Severity;
import org.vacuumadvisor.diagnosis.Subject;
import org.vacuumadvisor.diagnosis.Verdict;
import org.vacuumadvisor.evidence.Evidence;
import org.vacuumadvisor.evidence.IndexEvidence;
import org.vacuumadvisor.evidence.Question;
import org.vacuumadvisor.model.IndexKeys;
import org.vacuumadvisor.model.Reading.Known;
import org.vacuumadvisor.model.RelationKind;
import org.vacuumadvisor.model.Source;
import org.vacuumadvisor.postgres.Identifiers;
import org.vacuumadvisor.unit.Bytes;
import org.vacuumadvisor.unit.Pages;

/// An index is at least twice as large as its keys need, or is left over from a build that failed,
/// or the same as another, and of no use at all.
public final class IndexBloat implements Rule {

  @Override
  public Stream<Verdict> examine(Evidence evidence) {
    return evidence
        .tables()
        .filter(table -> !table.isTemporary())
        .flatMap(table ->
            evidence.indexes(table).findAny().isEmpty()
                ? IndexesBesideTable.of(evidence.about(table)).stream()
                    .map(each -> each.finding(this))
                : evidence.indexes(table).map(each -> judged(evidence.about(table, each))));
  }

  private Verdict judged(IndexEvidence index) {
    var subject = new Subject.OfIndex(index.table(), index.index());
    return Verdict.of(subject, index, () -> examine(index));
  }

  private Verdict examine(IndexEvidence index) {
    var clear = Verdict.clear(new Subject.OfIndex(index.table(), index.index()), index.inquiry());
    if (isLeftOver(index)) {
      return leftOver(index);
    }
    var same = same(index);
    if (same.isPresent()) {
      return same.get();
    }
    int block = index.table().blockSize();
    var size = index.ask("size of the index", Question.INDEXES, index.index().size(block));
    if (size instanceof Known<Pages>(var pages, _)
        && pages.bytes(block).compareTo(Bloat.MIN_SURPLUS) < 0) {
      return clear;
    }
    if (!IndexSpace.mayBeBtree(index.index()) && IndexSpace.shown(index).isPresent()) {
      return ofOtherMethod(index);
    }
    var bloat = new Bloat(IndexSpace.needed(index), Room.NONE);
    return index.decide(bloat.isReported()) ? finding(index, bloat) : clear;
  }

  /// Whether it is invalid, and nobody builds it now: a build holds a lock on its table.
  private static boolean isLeftOver(IndexEvidence evidence) {
    var table = evidence.table();
    var survey = evidence.all().survey();
    return evidence.index().isInvalid()
        && table.kind() != RelationKind.PARTITIONED_TABLE
        && !survey.server().standby()
        && survey.machinery().locks().stream()
            .filter(each -> !each.granted() || each.keepsVacuumAway())
            .noneMatch(each -> each.relation().equals(table.key()) && !each.isOfAutovacuum());
  }

  private Finding leftOver(IndexEvidence evidence) {
    var table = evidence.table();
    var index = evidence.index();
    var size = index.size(table.blockSize()).map(pages -> pages.bytes(table.blockSize()));
    boolean isReplaced = index.name().matches(".*_ccold\\d*");
    return found(Severity.ADVICE, new Subject.OfIndex(table, index))
        .headline(
            isReplaced
                ? "Index %s is invalid, left over from a REINDEX whose new one is in use"
                : "Index %s is invalid, left over from a build that failed",
            Names.withTable(table, index))
        .shown("written to, and read by no query", size, "pg_class", "relpages")
        .explained(isReplaced ? "replaced" : "left-over", Names.qualified(table, index))
        .build();
  }

  /// One with the definition of another that stays: it needs no room of its own.
  private Optional<Finding> same(IndexEvidence evidence) {
    var table = evidence.table();
    var index = evidence.index();
    var size = index.size(table.blockSize()).map(pages -> pages.bytes(table.blockSize()));
    return evidence
        .all()
        .indexes(table)
        .filter(each -> index.get(IndexKeys.SAME_AS).is(oid -> oid == each.oid()))
        .filter(_ -> !evidence.all().isStandby())
        .findFirst()
        .map(other ->
            found(Severity.ADVICE, new Subject.OfIndex(table, index))
                .headline(
                    "Index %s is the same as %s, and written to besides",
                    Names.withTable(table, index), Names.of(other))
                .shown("size that is for nothing", size, "pg_class", "relpages")
                .explained("same", Names.qualified(table, index))
                .build());
  }

  /// The queries that people run compute with the entries and pages of B-trees.
  private Finding ofOtherMethod(IndexEvidence evidence) {
    var index = evidence.index();
    return found(Severity.INFO, new Subject.OfIndex(evidence.table(), index))
        .headline(
            "How much of %s is empty is not known: such an estimate holds for B-trees, and it is a"
                + " %s index",
            Names.called(evidence.table(), index), index.method())
        .facts(IndexSpace.shown(evidence).orElseThrow().facts())
        .explained("method")
        .build();
  }

  private Finding finding(IndexEvidence evidence, Bloat bloat) {
    var table = evidence.table();
    var index = evidence.index();
    return found(bloat.severity(), new Subject.OfIndex(table, index))
        .headline("%s of %s are empty", Names.capital(bloat.words()), Names.called(table, index))
        .facts(bloat.facts("index", sizeFrom(evidence)))
        .explained("empty")
        .confidence(bloat.confidence())
        .toBeCertain(
            bloat.toBeCertain(
                "SELECT * FROM pgstatindex(%s)"
                    .formatted(Identifiers.quotedLiteral(Names.qualified(table, index)))))
        .remedy(
            bloat.isHollow()
                ? new Remedy.Ask(Question.of("INDEX_SPACE", Names.qualified(table, index)))
                : new Remedy.RebuildIndex(table, index, bloat.effect("index"), bloat.needed()))
        .build();
  }

  private static Source sizeFrom(IndexEvidence index) {
    return index.get(IndexKeys.INDEX_BYTES) instanceof Known<Bytes>(_, var onDisk)
        ? onDisk
        : index.get(IndexKeys.RELPAGES) instanceof Known<Pages>(_, var pages)
            ? pages
            : new Source.Words("the last vacuum, or the estimate");
  }
}
