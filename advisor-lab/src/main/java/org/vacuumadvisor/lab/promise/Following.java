package org.vacuumadvisor.lab.promise;

import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.vacuumadvisor.lab.paced.FlowFigures;
import org.vacuumadvisor.lab.paced.Script;
import org.vacuumadvisor.postgres.Release;

/// One workload on one release: what was said of it, what was followed, and what came of it.
///
/// @param promises what was followed
/// @param findings ids, the leading one first
/// @param notFollowed titles of what is no statement, or only asks the server
/// @param refused what the advisor withheld, and why
/// @param control what the server that did not follow did after the other had followed
/// @param followed what the other one did meanwhile
/// @param classes what its tables and the database were taken for
public record Following(
    Script script,
    Release release,
    String verdict,
    List<String> findings,
    List<Promise> promises,
    List<String> notFollowed,
    List<String> refused,
    Measured control,
    Measured followed,
    List<Classified> classes) {
  /// Less is what two runs of the same work differ by.
  private static final double FEWER = 0.97;

  private static final double SLOWER = 1.15;

  /// Below this, what a transaction takes longer is the wait for a processor that others use too.
  private static final double SLOWER_MS = 1;

  private static final double LARGER = 1.1;

  public Following {
    promises = List.copyOf(promises);
    notFollowed = List.copyOf(notFollowed);
    findings = List.copyOf(findings);
    refused = List.copyOf(refused);
    classes = List.copyOf(classes);
  }

  /// How many transactions the server that followed did, in relation to the other.
  public double rate() {
    return (double) followed.transactions() / control.transactions();
  }

  /// How long its transactions took, likewise.
  public double latency() {
    return followed.medianMs() / control.medianMs();
  }

  /// How large it is at the end, likewise.
  public double size() {
    return (double) followed.bytes() / control.bytes();
  }

  /// How much write-ahead log it wrote, likewise: the price.
  public double wal() {
    return (double) followed.walBytes() / control.walBytes();
  }

  /// What got worse for the application, in words; empty where nothing did. Where nothing was
  /// followed, what differs is chance.
  public Optional<String> harm() {
    if (promises.isEmpty()) {
      return Optional.empty();
    }
    if (rate() < FEWER) {
      return Optional.of("%.2f × the transactions".formatted(rate()));
    }
    var slower = slowerFlow();
    if (slower.isPresent()) {
      return slower;
    }
    return size() > LARGER ? Optional.of("%.2f × the size".formatted(size())) : Optional.empty();
  }

  private Optional<String> slowerFlow() {
    return IntStream.range(0, control.flows().size())
        .filter(at -> isSlower(control.flows().get(at), followed.flows().get(at)))
        .mapToObj(at ->
            "%s takes %.1f ms instead of %.1f"
                .formatted(
                    control.flows().get(at).flow(),
                    followed.flows().get(at).medianMs(),
                    control.flows().get(at).medianMs()))
        .findFirst();
  }

  private static boolean isSlower(FlowFigures before, FlowFigures after) {
    return after.medianMs() > SLOWER * before.medianMs()
        && after.medianMs() > before.medianMs() + SLOWER_MS;
  }
}
