package org.vacuumadvisor.lab.page;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.sql.SQLException;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.vacuumadvisor.lab.server.PostgresServer;
import org.vacuumadvisor.page.HeapPage;
import org.vacuumadvisor.page.prune.Horizon;
import org.vacuumadvisor.page.prune.PagePruner;
import org.vacuumadvisor.page.prune.SecondPass;
import org.vacuumadvisor.postgres.Release;

/// Pages before and after a real server pruned or vacuumed them: the engine turns the one into the
/// other, byte for byte. What is not compared, and why, is in [PageComparison].
///
/// While a history is made an old snapshot keeps everything, so that a first read sets the hint
/// bits and prunes nothing; then the snapshot is let go, and the server is made to prune.
@ResourceLock("page servers")
class PruningOnRealServersTest {
  private static final int ROUNDS = 3;

  /// So low that every page is worth pruning.
  private static final int LOW_FILLFACTOR = 10;

  private static final Pattern CUTOFF = Pattern.compile("(?:oldest xmin|removable cutoff): (\\d+)");

  static Stream<Arguments> histories() {
    return PageServers.releases().stream()
        .flatMap(
            release -> Stream.of(TableShape.values()).map(shape -> Arguments.of(release, shape)));
  }

  @ParameterizedTest
  @MethodSource("histories")
  void prunesAsAReaderDoes(Release release, TableShape shape) throws SQLException {
    long seed = shape.name().hashCode();
    int pruned = 0;
    var server = PageServers.on(release);
    try (var session = session(server);
        var history = PageHistory.withMultixacts(server, "on_access", shape, seed)) {
      for (int round = 0; round < ROUNDS; round++) {
        pruned += readerRound(server, session, history, shape, "seed " + seed + " round " + round);
      }
    }

    assertTrue(pruned > ROUNDS, "pages pruned: " + pruned);
  }

  private static int readerRound(
      PostgresServer server, Session session, PageHistory history, TableShape shape, String place)
      throws SQLException {
    int changed = 0;
    try (var later = new Session(server)) {
      live(server, session, history, "on_access", later);
      session.execute("ALTER TABLE on_access SET (fillfactor = " + LOW_FILLFACTOR + ")");
      var horizon = new Horizon(oldestXmin(session), new TransactionsOfServer(session));
      var before = session.pages("on_access");
      readAfresh(server, "on_access");
      var after = session.pages("on_access");
      session.execute("ALTER TABLE on_access SET (fillfactor = %d)".formatted(shape.fillfactor()));
      for (int block = 0; block < before.size(); block++) {
        var page = HeapPage.of(before.get(block).clone());
        if (isWorthAReadersWhile(page, horizon)) {
          var done = PagePruner.of(server.release(), page.size()).prune(page, horizon);
          changed += done.isAny() ? 1 : 0;
        }
        var where = place + " block " + block;
        PageComparison.ofPruning(HeapPage.of(after.get(block))).with(page, where);
      }
      later.execute("COMMIT");
    }
    history.endOpen();
    return changed;
  }

  /// Whether a reader prunes it (`heap_page_prune_opt()`): something may be removed, and with so
  /// low a fillfactor its space is always wanted.
  private static boolean isWorthAReadersWhile(HeapPage page, Horizon horizon) {
    int reserved = page.size() * (100 - LOW_FILLFACTOR) / 100;
    return page.pruneXid() != 0
        && page.pruneXid() - horizon.oldestXmin() < 0
        && (page.has(HeapPage.PD_PAGE_FULL) || page.freeSpace() < reserved);
  }

  @ParameterizedTest
  @MethodSource("histories")
  void prunesAndFreesAsVacuumDoes(Release release, TableShape shape) throws SQLException {
    long seed = shape.name().hashCode() + 1L;
    int pruned = 0;
    int freed = 0;
    var server = PageServers.on(release);
    try (var session = session(server);
        var history = PageHistory.withoutMultixacts(server, "vacuumed", shape, seed)) {
      for (int round = 0; round < ROUNDS; round++) {
        var place = "seed " + seed + " round " + round;
        List<byte[]> before;
        List<byte[]> after;
        Horizon horizon;
        try (var later = new Session(server)) {
          live(server, session, history, "vacuumed", later);
          before = session.pages("vacuumed");
          var report =
              session.notices(
                  "VACUUM (VERBOSE, INDEX_CLEANUP TRUE, TRUNCATE FALSE, DISABLE_PAGE_SKIPPING)"
                      + " vacuumed");
          after = session.pages("vacuumed");
          horizon = new Horizon(cutoff(report), new TransactionsOfServer(session));
          var pruner =
              shape.indexed()
                  ? PagePruner.of(release, before.getFirst().length)
                  : PagePruner.withoutIndexes(release, before.getFirst().length);
          for (int block = 0; block < before.size(); block++) {
            var page = HeapPage.of(before.get(block).clone());
            pruned += pruner.prune(page, horizon).isAny() ? 1 : 0;
            freed += SecondPass.of(release, page.size()).vacuum(page);
            var where = place + " block " + block;
            PageComparison.ofVacuum(HeapPage.of(after.get(block))).with(page, where);
          }
          later.execute("COMMIT");
        }
        history.endOpen();
      }
    }

    assertTrue(pruned > ROUNDS, "pages pruned: " + pruned);
    assertTrue(freed > 0 || !shape.indexed(), "line pointers freed: " + freed);
  }

  /// A round of work under an old snapshot, and a read that sets the hint bits. What happened after
  /// `later` looked at the server cannot be removed yet.
  private static void live(
      PostgresServer server, Session session, PageHistory history, String table, Session later)
      throws SQLException {
    try (var holder = new Session(server)) {
      hold(holder);
      history.work();
      hold(later);
      history.work();
      history.leaveOpen();
      session.value("SELECT count(*) FROM " + table);
      holder.execute("COMMIT");
    }
  }

  private static void hold(Session session) throws SQLException {
    session.execute("BEGIN ISOLATION LEVEL REPEATABLE READ");
    session.value("SELECT count(*) FROM pg_class");
  }

  /// A session of its own, because others may remember a horizon that was.
  private static void readAfresh(PostgresServer server, String table) throws SQLException {
    try (var reader = new Session(server)) {
      reader.value("SELECT count(*) FROM " + table);
    }
  }

  private static Session session(PostgresServer server) throws SQLException {
    var session = new Session(server);
    session.execute("CREATE EXTENSION IF NOT EXISTS pageinspect");
    return session;
  }

  /// The oldest transaction that someone else runs or sees, or else the next one.
  private static int oldestXmin(Session session) throws SQLException {
    return session.number(
        """
        SELECT (SELECT next - max(held) FROM (
            SELECT greatest(age(backend_xmin), age(backend_xid), 0) AS held
            FROM pg_stat_activity WHERE pid <> pg_backend_pid()) others)
        FROM (SELECT pg_snapshot_xmax(pg_current_snapshot())::text::bigint AS next) snapshot
        """);
  }

  private static int cutoff(String report) {
    var found = CUTOFF.matcher(report);
    assertTrue(found.find(), report);
    return Integer.parseInt(found.group(1));
  }
}
