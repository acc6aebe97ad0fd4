package org.vacuumadvisor.source.log.message;

import static org.vacuumadvisor.source.log.message.NoticeLine.any;

import java.util.List;
import java.util.stream.Stream;
import org.vacuumadvisor.model.history.NoticeKind;
import org.vacuumadvisor.source.log.template.Form;

/// How PostgreSQL says that work was broken off, that no more transactions can begin, and that what
/// it read is damaged.
final class ErrorForms {
  static final List<Form<NoticeLine>> ALL =
      Stream.of(endings(), heap(), indexes(), files()).flatMap(List::stream).toList();

  private static final String STOP = "database is not accepting commands";
  private static final String LOSS =
      " to avoid wraparound data loss in database <\"{DATABASE}\"|with OID {OID}>";

  private ErrorForms() {}

  private static List<Form<NoticeLine>> endings() {
    return List.of(
        any(NoticeKind.AUTOVACUUM_CANCELLED, "canceling autovacuum task"),
        any(
            NoticeKind.AUTOVACUUM_TERMINATED,
            "terminating autovacuum process due to administrator command"),
        // which conflict it was, the DETAIL tells
        any(
            NoticeKind.CONFLICT_LOCK,
            "<canceling statement|terminating connection> due to conflict with recovery"),
        any(NoticeKind.CANCELLED, "canceling statement due to"),
        // up to 16 without the words in the middle
        any(NoticeKind.WRAPAROUND_STOP, STOP + "[ that assign new transaction IDs]" + LOSS),
        any(NoticeKind.MULTIXACT_STOP, STOP + " that <generate|assign> new MultiXactIds" + LOSS),
        any(NoticeKind.MULTIXACT_MEMBERS_STOP, "multixact \"members\" limit exceeded"),
        any(
            NoticeKind.VACUUM_IN_TRANSACTION,
            "VACUUM[ FULL] cannot <run inside a transaction block|be executed from a function>"),
        any(NoticeKind.SHARED_MEMORY_FULL, "could not resize shared memory segment"));
  }

  private static List<Form<NoticeLine>> heap() {
    return List.of(
        any(
            NoticeKind.CORRUPT_HEAP,
            "page is not marked all-visible but visibility map bit is set"
                + "[ in relation \"{TABLE}\" page {BLOCK}]"),
        any(
            NoticeKind.CORRUPT_HEAP,
            "page containing <dead tuples|LP_DEAD items> is marked as all-visible"
                + " in relation \"{TABLE}\" page {BLOCK}"),
        any(
            NoticeKind.CORRUPT_HEAP,
            "<dead line pointer|tuple not visible to all transactions>"
                + " found on page marked all-visible"),
        any(
            NoticeKind.CORRUPT_HEAP,
            "found <xmin|xmax|multixact|update xid> {OTHER} from before"
                + " <relfrozenxid|relminmxid|multi freeze cutoff> {OTHER}"),
        any(
            NoticeKind.CORRUPT_HEAP,
            "<uncommitted xmin|uncommitted Xmin|committed update xid> {OTHER} from before"
                + " <xid|MultiXact> cutoff {OTHER}"),
        any(NoticeKind.CORRUPT_HEAP, "multixact {OTHER} contains"),
        any(NoticeKind.CORRUPT_HEAP, "cannot freeze <committed|non-committed> xmax {OTHER}"),
        any(
            NoticeKind.CORRUPT_HEAP,
            "MultiXactId {OTHER} <has not been created yet|does no longer exist>"
                + " -- apparent wraparound"),
        any(
            NoticeKind.CORRUPT_HEAP,
            "failed to find parent tuple for heap-only tuple at ({BLOCK},{OFFSET})"
                + " in table \"{TABLE}\""),
        any(
            NoticeKind.CORRUPT_HEAP,
            "<missing|unexpected> chunk number {OTHER} <for toast value|(expected>"));
  }

  private static List<Form<NoticeLine>> indexes() {
    return List.of(
        any(
            NoticeKind.CORRUPT_INDEX,
            "index \"{INDEX}\" contains <unexpected zero|corrupted|a half-dead internal> page"
                + "[ at block {BLOCK}]"),
        any(NoticeKind.CORRUPT_INDEX, "index \"{INDEX}\" is not a <btree|hash index|BRIN index>"),
        any(
            NoticeKind.CORRUPT_INDEX,
            "right sibling's left-link doesn't match: block {BLOCK} links to {OTHER} instead of"
                + " expected {OTHER} in index \"{INDEX}\""),
        any(
            NoticeKind.CORRUPT_INDEX,
            "<left link changed unexpectedly in block|right sibling {OTHER} of block"
                + "|no left sibling (concurrent deletion?) of block> {BLOCK} <of|in>"
                + " index \"{INDEX}\""),
        any(
            NoticeKind.CORRUPT_INDEX,
            "failed to <re-find parent key in|delete rightmost child {OTHER} of block {BLOCK} in>"
                + " index \"{INDEX}\""),
        any(
            NoticeKind.CORRUPT_INDEX,
            "heap tuple ({BLOCK},{OFFSET}) from table \"{TABLE}\" lacks matching index tuple"
                + " within index \"{INDEX}\""));
  }

  private static List<Form<NoticeLine>> files() {
    return List.of(
        any(NoticeKind.CORRUPT_FILE, "invalid page in block {BLOCK} of relation"),
        any(NoticeKind.CORRUPT_FILE, "page verification failed, calculated checksum {OTHER}"),
        any(NoticeKind.CORRUPT_FILE, "could not access status of transaction {OTHER}"),
        any(NoticeKind.CORRUPT_FILE, "could not read block {BLOCK} in file \"{WORDS}\""),
        any(NoticeKind.CORRUPT_FILE, "could not read blocks {BLOCK}..{OTHER} in file \"{WORDS}\""));
  }
}
