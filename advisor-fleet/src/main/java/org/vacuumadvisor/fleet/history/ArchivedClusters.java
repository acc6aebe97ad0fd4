package org.vacuumadvisor.fleet.history;

import java.util.List;
import java.util.Optional;
import org.vacuumadvisor.fleet.archive.Archive;
import org.vacuumadvisor.model.Survey;
import org.vacuumadvisor.report.TerminalText;
import org.vacuumadvisor.source.OneServer;
import org.vacuumadvisor.source.SourceException;

/// Finds which cluster of an archive is the server at hand.
public final class ArchivedClusters {
  private static final int MOST_NAMED = 20;

  private ArchivedClusters() {}

  /// The cluster's name in the archive.
  ///
  /// @param named what the user said
  /// @param usual what `watch` calls it unless told otherwise
  /// @throws SourceException if it is not there, or nobody can say which it is
  public static String choose(Archive archive, Optional<String> named, Optional<String> usual)
      throws SourceException {
    var all = surveyed(archive);
    if (named.filter(each -> !all.contains(each)).isPresent()) {
      throw unknown(archive, "has no survey of " + named.get(), all);
    }
    return choose(all, named, usual.map(each -> each + "/").orElse(""))
        .orElseThrow(() ->
            unknown(
                archive,
                all.isEmpty()
                    ? "has no survey"
                    : "does not tell which of its clusters this server is, among the surveys",
                all));
  }

  /// The one that a server is called by.
  ///
  /// @param named what the user said
  /// @param server what it is called where it is shown: `db1:5432/shop as monitor`
  /// @return empty if nobody can say which of them it is
  public static Optional<String> choose(
      List<String> clusters, Optional<String> named, String server) {
    return named
        .filter(clusters::contains)
        .or(() -> clusters.stream().filter(each -> server.startsWith(each + "/")).findFirst())
        .or(() ->
            clusters.size() == 1 ? Optional.of(clusters.getFirst()) : Optional.<String>empty());
  }

  /// The names of those that surveys are of, in order.
  public static List<String> surveyed(Archive archive) throws SourceException {
    return archive
        .query(
            """
            SELECT DISTINCT cluster FROM servers
             WHERE database IS NULL AND state = 'surveyed' ORDER BY 1\
            """,
            List.of())
        .stream()
        .flatMap(row -> row.text("cluster").stream())
        .toList();
  }

  private static SourceException unknown(Archive archive, String what, List<String> all) {
    return archive.nothing(
        "The archive %s of the last 28 days. %s"
            .formatted(
                TerminalText.escaped(what),
                all.isEmpty()
                    ? "The command watch makes surveys."
                    : "Name one; it has "
                        + TerminalText.escaped(
                            String.join(", ", all.stream().limit(MOST_NAMED).toList()))
                        + "."));
  }

  /// Says that the archive's surveys cannot be of the server at hand.
  ///
  /// @throws SourceException if so, or if there are none
  public static void check(String cluster, List<Survey> surveys, Survey now)
      throws SourceException {
    if (surveys.isEmpty()) {
      throw new SourceException(
          "The archive has no survey of %s that is a minute older than this look. Let the command watch run for a while."
              .formatted(TerminalText.escaped(cluster)));
    }
    try {
      OneServer.check(surveys.getFirst(), now);
      OneServer.check(surveys.getLast(), now);
    } catch (SourceException other) {
      throw new SourceException(
          "What the archive has of %s is not of this server. %s Name another."
              .formatted(TerminalText.escaped(cluster), other.explanation()),
          other);
    }
  }
}
