package org.vacuumadvisor.advice;

import static org.vacuumadvisor.advice.Risk.TakesEffect.AT_ONCE;

import org.vacuumadvisor.action.Permission;
import org.vacuumadvisor.action.Rewrites;
import org.vacuumadvisor.diagnosis.Remedy;
import org.vacuumadvisor.diagnosis.Subject;
import org.vacuumadvisor.evidence.Evidence;
import org.vacuumadvisor.model.Index;
import org.vacuumadvisor.model.Relation;
import org.vacuumadvisor.model.RelationKind;
import org.vacuumadvisor.postgres.Feature;
import org.vacuumadvisor.postgres.Identifiers;
import org.vacuumadvisor.unit.Bytes;
import org.vacuumadvisor.unit.Quantities;

/// How a table or an index is written anew on this release with the least harm: what stays possible
/// meanwhile, and what it costs in disk and WAL.
record Rewriting(Evidence evidence) {
  private static final String INDEX_LOCK =
      "SHARE UPDATE EXCLUSIVE on the table: reads and writes go on, VACUUM and ALTER TABLE wait";

  /// Of a catalog PostgreSQL builds no index CONCURRENTLY (`ReindexIndex()`).
  private static final String CATALOG_LOCK =
      "ACCESS EXCLUSIVE on the index: whoever plans a statement may wait";

  private static final String WAITED_FOR =
      "Until it is done writers of the table wait, and readers through the index. ";

  /// What a rewrite reads and writes in a second, at least: an assumption that the text names.
  private static final long BYTES_PER_SECOND = 50L << 20;

  /// The table's file is read, and written anew with its indexes.
  private static String time(Relation relation, Bytes disk) {
    return Quantities.seconds(
        (double) (relation.heapSize().or(Bytes.NONE).count() + disk.count()) / BYTES_PER_SECOND);
  }

  /// Where the release is left open, nearly every server in use can do it.
  private boolean canReindexConcurrently() {
    return Feature.REINDEX_CONCURRENTLY.isIn(evidence.releases().latest());
  }

  Recommendation contract(Remedy.RebuildIndex rebuild, Draft draft) {
    var table = rebuild.relation();
    var index = rebuild.index();
    // of a TOAST table nobody but REINDEX makes an index
    boolean isLocked =
        table.isSystem()
            || (table.kind() == RelationKind.TOAST
                && !Feature.REINDEX_CONCURRENTLY.isIn(evidence.releases().earliest()));
    draft
        .title(
            "Rebuild index %s%s"
                .formatted(
                    Identifiers.quoted(index.name()),
                    table.name().isUnnamed() ? "" : " of " + table.name().sql()))
        .database(table.name().database())
        .appliesTo(new Subject.OfIndex(table, index))
        .expected(rebuild.effect())
        .risk(
            isLocked ? CATALOG_LOCK : INDEX_LOCK,
            AT_ONCE,
            "%sUp to %s of disk beside the old index, and as much WAL%s"
                .formatted(
                    isLocked ? WAITED_FOR : "",
                    rebuild.needed(),
                    isLocked
                        ? ""
                        : ". It waits for transactions that are older than it. If it fails it"
                            + " leaves an invalid index"
                            + (canReindexConcurrently() ? ", \"…_ccnew\", to drop" : " to drop")))
        .verify("pg_relation_size of the index, and indisvalid of pg_index");
    if (isLocked) {
      return draft.sql("REINDEX INDEX %s;".formatted(name(table, index))).build();
    }
    if (!canReindexConcurrently()) {
      return draft
          .how(
              "PostgreSQL %s cannot rebuild it while the table is written: make its twin with CREATE"
                      .formatted(evidence.releases().latest().major())
                  + " INDEX CONCURRENTLY, then %s.".formatted(swap(index)))
          .build();
    }
    if (!Feature.REINDEX_CONCURRENTLY.isIn(evidence.releases().earliest())) {
      draft.how(
          "Before 12 there is no REINDEX CONCURRENTLY: make the index's twin with CREATE INDEX"
              + " CONCURRENTLY, then %s.".formatted(swap(index)));
    }
    if (mayCorrupt()) {
      draft.how(
          "Update the server first: before 14.4, REINDEX CONCURRENTLY can leave out rows that are"
              + " updated meanwhile.");
      return draft.build();
    }
    return draft.sql("REINDEX INDEX CONCURRENTLY %s;".formatted(name(table, index))).build();
  }

  private static String swap(Index index) {
    var constraint =
        "replace the constraint's index with ALTER TABLE … DROP CONSTRAINT …, ADD CONSTRAINT …"
            + " USING INDEX …";
    var plain = "DROP INDEX CONCURRENTLY the old one and rename the new";
    return index.isConstraint()
        ? constraint
        : index.unique().isKnown()
            ? plain
            : "%s; where it belongs to a constraint, %s".formatted(plain, constraint);
  }

  Recommendation contract(Remedy.RewriteTable rewrite, Draft draft) {
    var relation = rewrite.relation();
    var disk = rewrite.needed().plus(indexes(relation));
    draft
        .title("Rewrite %s, once the cause of its bloat is gone".formatted(relation.name().sql()))
        .database(relation.name().database())
        .appliesTo(new Subject.OfRelation(relation))
        .expected(rewrite.effect())
        .verify("pg_relation_size of the table; VACUUM (ANALYZE) it afterwards");
    var cost =
        (evidence.isReadWhole() || !relation.indexes().isEmpty()
                ? "Up to %s of disk beside the old files, indexes included, and as much WAL"
                : "At least %s of disk beside the old files, and as much WAL; its indexes come on"
                    + " top")
            .formatted(disk);
    var concurrently = new Rewrites(evidence.survey()).concurrently(relation);
    if (concurrently instanceof Permission.Granted(String sql)) {
      return draft.said("repack-concurrently", cost).sql(sql).build();
    }
    var time = time(relation, disk);
    var name = relation.name().sql();
    if (Feature.REPACK.isIn(evidence.release())
        && concurrently instanceof Permission.Forbidden(String why)) {
      return draft.said("repack", cost, time, why).sql("REPACK %s;".formatted(name)).build();
    }
    if (relation.isSystem() || rewrite.needed().compareTo(Rewrites.SHORTLY_LOCKED) <= 0) {
      return draft
          .said("vacuum-full", cost, time)
          .sql("VACUUM (FULL, ANALYZE) %s;".formatted(name))
          .build();
    }
    var key =
        Rewrites.hasPrimaryKey(relation)
            ? ", which is there"
            : " or a unique index on NOT NULL columns";
    return draft.said("rewrite-by-extension", cost, time, key, name).build();
  }

  private static String name(Relation table, Index index) {
    return Identifiers.qualified(table.name().schema(), index.name());
  }

  /// A rewrite builds the indexes anew, at most as large as they are.
  private Bytes indexes(Relation relation) {
    return relation.indexes().stream()
        .map(index -> index.pages().bytes(relation.blockSize()))
        .reduce(Bytes.NONE, Bytes::plus);
  }

  /// Fixed in 14.4: see its release notes.
  private boolean mayCorrupt() {
    return evidence.survey().server().versionText().is(text -> text.matches("14\\.[0-3]\\b.*"));
  }
}
