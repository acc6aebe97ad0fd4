package org.vacuumadvisor.lab.promise;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.vacuumadvisor.diagnosis.Condition;
import org.vacuumadvisor.lab.paced.FlowFigures;
import org.vacuumadvisor.lab.paced.Script;
import org.vacuumadvisor.postgres.Release;

/// One workload on one release: what was said of it, what was followed, and what came of it.
///
/// @param condition how the advisor judged the server before anything was followed
/// @param promises what was followed
/// @param findings ids, the leading one first
/// @param notFollowed titles of what is no statement, or only asks the server
/// @param refused what the advisor withheld, and why
/// @param control what the server that did not follow did after the other had followed
/// @param followed what the other one did meanwhile
/// @param classes what its tables and the database were taken for
/// @param again the same on two more servers; there if something got worse the first time
public record Following(
    Script script,
    Release release,
    Condition condition,
    List<String> findings,
    List<Promise> promises,
    List<String> notFollowed,
    List<String> refused,
    Measured control,
    Measured followed,
    List<Classified> classes,
    Optional<Following> again) {
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

  /// The same with a second trial beside it.
  Following repeated(Following second) {
    return new Following(
        script,
        release,
        condition,
        findings,
        promises,
        notFollowed,
        refused,
        control,
        followed,
        classes,
        Optional.of(second));
  }

  /// Something that was worse on the server that followed.
  ///
  /// @param what a flow of the workload, or `transactions` or `size` of all
  record Worse(String what, String sentence) {}

  /// What was worse for the application on the server that followed. Two servers with the same work
  /// differ by chance, too.
  List<Worse> worse() {
    var worse = new ArrayList<Worse>();
    if (rate() < FEWER) {
      worse.add(new Worse("transactions", "%.2f × the transactions".formatted(rate())));
    }
    worse.addAll(slowerFlows());
    if (size() > LARGER) {
      worse.add(new Worse("size", "%.2f × the size".formatted(size())));
    }
    return worse;
  }

  /// What got worse for the application by what was followed, in words: it was worse in both
  /// trials. Empty where nothing was.
  public Optional<String> harm() {
    return promises.isEmpty()
        ? Optional.empty()
        : worse().stream().filter(this::isConfirmed).map(Worse::sentence).findFirst();
  }

  private boolean isConfirmed(Worse first) {
    return again
        .map(second ->
            second.worse().stream().map(Worse::what).anyMatch(each -> each.equals(first.what())))
        .orElse(true);
  }

  private List<Worse> slowerFlows() {
    return IntStream.range(0, control.flows().size())
        .filter(at -> isSlower(control.flows().get(at), followed.flows().get(at)))
        .mapToObj(at ->
            new Worse(
                control.flows().get(at).flow(),
                "%s takes %.1f ms instead of %.1f"
                    .formatted(
                        control.flows().get(at).flow(),
                        followed.flows().get(at).medianMs(),
                        control.flows().get(at).medianMs())))
        .toList();
  }

  private static boolean isSlower(FlowFigures before, FlowFigures after) {
    return after.medianMs() > SLOWER * before.medianMs()
        && after.medianMs() > before.medianMs() + SLOWER_MS;
  }
}
