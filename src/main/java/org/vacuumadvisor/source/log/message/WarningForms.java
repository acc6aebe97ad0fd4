package org.vacuumadvisor.source.log.message;

import static org.vacuumadvisor.source.log.message.NoticeLine.analyze;
import static org.vacuumadvisor.source.log.message.NoticeLine.any;
import static org.vacuumadvisor.source.log.message.NoticeLine.both;
import static org.vacuumadvisor.source.log.message.NoticeLine.vacuum;

import java.util.List;
import java.util.stream.Stream;
import org.vacuumadvisor.model.history.NoticeKind;
import org.vacuumadvisor.source.log.template.Form;

/// How VACUUM, ANALYZE and autovacuum say that something was skipped, is late, or is wrong.
final class WarningForms {
  static final List<Form<NoticeLine>> ALL =
      Stream.of(skipped(), vacuuming(), wraparound(), machinery()).flatMap(List::stream).toList();

  private WarningForms() {}

  private static List<Form<NoticeLine>> skipped() {
    return Stream.of(
            both(
                NoticeKind.SKIPPED_LOCK_NOT_AVAILABLE,
                "skipping COMMAND of \"{TABLE}\" --- lock not available"),
            both(
                NoticeKind.SKIPPED_RELATION_GONE,
                "skipping COMMAND of \"{TABLE}\" --- relation no longer exists"),
            // up to 15; what may do it differs by the kind of table
            both(
                NoticeKind.SKIPPED_PERMISSION,
                "skipping \"{TABLE}\" --- only <table or database owner|superuser"
                    + "|superuser or database owner> can COMMAND it"),
            both(
                NoticeKind.SKIPPED_PERMISSION,
                "permission denied to COMMAND \"{TABLE}\", skipping it"),
            both(
                NoticeKind.SKIPPED_NOT_A_TABLE,
                "skipping \"{TABLE}\" --- cannot COMMAND non-tables or special system tables"),
            List.of(
                analyze(
                    NoticeKind.SKIPPED_NOT_A_TABLE,
                    "skipping \"{TABLE}\" --- cannot analyze this foreign table"),
                analyze(
                    NoticeKind.SKIPPED_NO_CHILDREN,
                    "skipping analyze of \"{QUALIFIED}\" inheritance tree ---"
                        + " this inheritance tree contains no [analyzable ]child tables")))
        .flatMap(List::stream)
        .toList();
  }

  private static List<Form<NoticeLine>> vacuuming() {
    return List.of(
        vacuum(
            NoticeKind.FAILSAFE,
            "bypassing nonessential maintenance of table \"{QUALIFIED}\""
                + " as a failsafe after {INDEX_SCANS} index scan[s]"),
        vacuum(
            NoticeKind.TRUNCATE_STOPPED,
            "[table ]\"{TABLE}\": stopping truncate due to conflicting lock request"),
        vacuum(
            NoticeKind.TRUNCATE_SUSPENDED,
            "[table ]\"{TABLE}\": suspending truncate due to conflicting lock request"),
        vacuum(
            NoticeKind.PARALLEL_DISABLED,
            "disabling parallel option of vacuum on \"{TABLE}\" ---"
                + " cannot vacuum temporary tables in parallel"),
        vacuum(
            NoticeKind.EAGER_SCAN_DISABLED,
            "disabling eager scanning after freezing {OTHER} eagerly scanned blocks"
                + " of relation \"{QUALIFIED}\""),
        vacuum(
            NoticeKind.UNINITIALIZED_PAGE,
            "relation \"{TABLE}\" page {BLOCK} is uninitialized --- fixing"),
        vacuum(
            NoticeKind.VACUUM_ONLY_PARTITIONED,
            "VACUUM ONLY of partitioned table \"{TABLE}\" has no effect"));
  }

  private static List<Form<NoticeLine>> wraparound() {
    var database = "database <\"{DATABASE}\" must|with OID {OID} must> be vacuumed";
    return List.of(
        any(
            NoticeKind.OLDEST_XMIN_FAR_IN_PAST,
            "<oldest xmin|cutoff for removing and freezing tuples> is far in the past"),
        any(
            NoticeKind.OLDEST_MULTIXACT_FAR_IN_PAST,
            "<oldest multixact|cutoff for freezing multixacts> is far in the past"),
        any(NoticeKind.WRAPAROUND_WARNING, database + " within {IDS_LEFT} transactions"),
        any(
            NoticeKind.MULTIXACT_WARNING,
            database + " before {IDS_LEFT} more MultiXactId[s] <is|are> used"),
        any(
            NoticeKind.MULTIXACT_MEMBERS_WARNING,
            database + " before {IDS_LEFT} more multixact member[s] <is|are> used"));
  }

  private static List<Form<NoticeLine>> machinery() {
    return List.of(
        // 9.6
        any(
            NoticeKind.ORPHAN_TEMP_TABLE,
            "autovacuum: <dropping|found> orphan temp table \"{SCHEMA}\".\"{TABLE}\""
                + " in database \"{DATABASE}\""),
        any(
            NoticeKind.ORPHAN_TEMP_TABLE,
            "autovacuum: <dropping|found> orphan temp table \"{QUALIFIED}\""),
        // AlloyDB; it documents the first, and that there are some for prepared transactions and
        // slots
        any(
            NoticeKind.HORIZON_HOLDER,
            "Found a backend process {PROCESS} with a long running transaction whose transaction id"
                + " age {XID_AGE} is larger than or equal to the transaction age threshold"
                + " {OTHER}"),
        any(
            NoticeKind.HORIZON_HOLDER,
            "Found a[n] {WORDS} age {XID_AGE} is larger than or equal to the"),
        any(NoticeKind.WORKER_NOT_STARTED, "[autovacuum ]worker took too long to start; canceled"),
        any(NoticeKind.WORKER_NOT_STARTED, "could not fork autovacuum <worker|launcher> process"),
        // up to 14; before 9.5 the second
        any(
            NoticeKind.STATISTICS_STALE,
            "using stale statistics instead of current ones because stats collector is not"
                + " responding"),
        any(NoticeKind.STATISTICS_STALE, "pgstat wait timeout"),
        any(
            NoticeKind.AUTOVACUUM_MISCONFIGURED,
            "autovacuum not started because of misconfiguration"),
        any(
            NoticeKind.WORKERS_ABOVE_SLOTS,
            "\"autovacuum_max_workers\" ({OTHER}) should be less than or equal to"
                + " \"autovacuum_worker_slots\" ({OTHER})"),
        any(
            NoticeKind.LOCK_WAIT,
            "process {PROCESS} <still waiting|acquired|avoided deadlock|detected deadlock while"
                + " waiting|failed to acquire> <for AccessShareLock|for RowShareLock"
                + "|for RowExclusiveLock|for ShareUpdateExclusiveLock|for ShareLock"
                + "|for ShareRowExclusiveLock|for ExclusiveLock|for AccessExclusiveLock"
                + "|AccessShareLock|RowShareLock|RowExclusiveLock|ShareUpdateExclusiveLock"
                + "|ShareLock|ShareRowExclusiveLock|ExclusiveLock|AccessExclusiveLock>"
                + " on relation {OID} of database {OTHER} after {WAITED_MS} ms"));
  }
}
