package org.vacuumadvisor.source;

import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Set;
import java.util.stream.Collectors;
import org.vacuumadvisor.model.Database;
import org.vacuumadvisor.model.Survey;

/// Two surveys make a window only if they are of one server, the older one first. A server has no
/// name that every role may read, so the proof is in what cannot change or only grow.
public final class OneServer {
  /// `FirstNormalObjectId` in `transam.h`: databases below are made by initdb, on every server with
  /// the same oids.
  private static final long FIRST_NORMAL_OID = 16384;

  private OneServer() {}

  /// Lets two surveys pass that can be of one server.
  ///
  /// @throws SourceException if they cannot, or the first is not older than the second
  public static void check(Survey older, Survey newer) throws SourceException {
    if (!older.takenAt().isBefore(newer.takenAt())) {
      throw new SourceException(
          "The older survey was taken at %s, not before the newer one at %s. Give the older one first."
              .formatted(moment(older.takenAt()), moment(newer.takenAt())));
    }
    if (older.server().release() != newer.server().release()) {
      throw different(
          "the older one is of PostgreSQL %s, the newer one of %s"
              .formatted(older.server().release().major(), newer.server().release().major()));
    }
    checkStart(older, newer);
    checkDatabases(older, newer);
    checkTransactions(older, newer);
  }

  /// A server that was restarted in between started after the older survey was taken.
  private static void checkStart(Survey older, Survey newer) throws SourceException {
    var before = older.server().startedAt().or(Instant.MIN);
    var after = newer.server().startedAt().or(Instant.MIN);
    boolean isKnown = !before.equals(Instant.MIN) && !after.equals(Instant.MIN);
    if (isKnown && !after.equals(before) && !after.isAfter(older.takenAt())) {
      throw different(
          "the newer one's server has been up since %s, the older one's since %s"
              .formatted(moment(after), moment(before)));
    }
  }

  private static void checkDatabases(Survey older, Survey newer) throws SourceException {
    var before = oids(older);
    var after = oids(newer);
    if (!before.isEmpty() && !after.isEmpty() && after.stream().noneMatch(before::contains)) {
      throw different("they have no database in common");
    }
  }

  /// `txid_current_snapshot()` counts with the epoch: it never wraps around.
  private static void checkTransactions(Survey older, Survey newer) throws SourceException {
    var before = older.server().nextXid().known();
    var after = newer.server().nextXid().known();
    if (before.isPresent() && after.isPresent() && after.get() < before.get()) {
      throw different(
          "the older one's next transaction ID is %d, the newer one's only %d"
              .formatted(before.get(), after.get()));
    }
  }

  /// Those that people made; of a server without any, those that initdb made.
  private static Set<Long> oids(Survey survey) {
    var all = survey.databases().stream().map(Database::oid).filter(oid -> oid > 0).toList();
    var own = all.stream().filter(oid -> oid >= FIRST_NORMAL_OID).collect(Collectors.toSet());
    return own.isEmpty() ? Set.copyOf(all) : own;
  }

  private static SourceException different(String how) {
    return new SourceException(
        "The two surveys are not of one server, or it was replaced in between: %s. Take both surveys from one server, and compare those."
            .formatted(how));
  }

  private static String moment(Instant instant) {
    return instant.truncatedTo(ChronoUnit.SECONDS).toString();
  }
}
