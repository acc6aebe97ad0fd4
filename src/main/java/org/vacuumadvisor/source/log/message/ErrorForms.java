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
      Stream.of(endings(), heap(), indexes(), files()).flatMap(each -> each).toList();

  private static final String STOP = "database is not accepting commands";
  private static final String LOSS =
      " to avoid wraparound data loss in database <\"{DATABASE}\"|with OID {OID}>";

  private ErrorForms() {}

  private static Stream<Form<NoticeLine>> endings() {
    return Stream.of(
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

  private static Stream<Form<NoticeLine>> all(NoticeKind kind, String... templates) {
    return Stream.of(templates).map(each -> any(kind, each));
  }

  private static Stream<Form<NoticeLine>> heap() {
    return all(
        NoticeKind.CORRUPT_HEAP,
        "page is not marked all-visible but visibility map bit is set"
            + "[ in relation \"{TABLE}\" page {BLOCK}]",
        "page containing <dead tuples|LP_DEAD items> is marked as all-visible"
            + " in relation \"{TABLE}\" page {BLOCK}",
        "<dead line pointer|tuple not visible to all transactions>"
            + " found on page marked all-visible",
        "found <xmin|xmax|multixact|update xid> {OTHER} from before"
            + " <relfrozenxid|relminmxid|multi freeze cutoff> {OTHER}",
        "<uncommitted xmin|uncommitted Xmin|committed update xid> {OTHER} from before"
            + " <xid|MultiXact> cutoff {OTHER}",
        "multixact {OTHER} contains",
        "cannot freeze <committed|non-committed> xmax {OTHER}",
        "MultiXactId {OTHER} <has not been created yet|does no longer exist>"
            + " -- apparent wraparound",
        "failed to find parent tuple for heap-only tuple at ({BLOCK},{OFFSET})"
            + " in table \"{TABLE}\"",
        "<missing|unexpected> chunk number {OTHER}[ (expected {OTHER})]"
            + "< for toast value {OTHER}[ in pg_toast_{TOAST}]| for toast value| (expected>");
  }

  private static Stream<Form<NoticeLine>> indexes() {
    return all(
        NoticeKind.CORRUPT_INDEX,
        "index \"{INDEX}\" contains <unexpected zero|corrupted|a half-dead internal> page"
            + "[ at block {BLOCK}]",
        "index \"{INDEX}\" is not a <btree|hash index|BRIN index>",
        "right sibling's left-link doesn't match: block {BLOCK} links to {OTHER} instead of"
            + " expected {OTHER} in index \"{INDEX}\"",
        "<left link changed unexpectedly in block|right sibling {OTHER} of block"
            + "|no left sibling (concurrent deletion?) of block> {BLOCK} <of|in>"
            + " index \"{INDEX}\"",
        "failed to <re-find parent key in|delete rightmost child {OTHER} of block {BLOCK} in>"
            + " index \"{INDEX}\"",
        "heap tuple ({BLOCK},{OFFSET}) from table \"{TABLE}\" lacks matching index tuple"
            + " within index \"{INDEX}\"",
        "heap tid from index tuple ({OTHER},{OTHER}) points <past end of heap page line pointer"
            + " array|to unused heap page item|to heap-only tuple> at offset {OFFSET} of block"
            + " {BLOCK} in index \"{INDEX}\"");
  }

  private static Stream<Form<NoticeLine>> files() {
    return all(
        NoticeKind.CORRUPT_FILE,
        "invalid page in block {BLOCK} of relation",
        "page verification failed, calculated checksum {OTHER}",
        "could not access status of transaction {OTHER}",
        "could not read block {BLOCK} in file \"{WORDS}\"",
        "could not read blocks {BLOCK}..{OTHER} in file \"{WORDS}\"");
  }
}
