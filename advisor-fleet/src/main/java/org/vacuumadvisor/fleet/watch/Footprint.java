package org.vacuumadvisor.fleet.watch;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// What watching costs servers: how long our looks took. A server works on a look at most so long,
/// with one or, for large databases, two processes; the network and our own work are in it.
public final class Footprint {
  private final Map<String, Tally> servers = new LinkedHashMap<>();
  private final long begin = System.nanoTime();

  private static final class Tally {
    private long looks;
    private Duration all = Duration.ZERO;
    private Duration longest = Duration.ZERO;
  }

  /// The cost to one server.
  ///
  /// @param share of the time since the watch began that looks took
  public record Cost(String server, long looks, Duration mean, Duration longest, double share) {}

  /// Takes a look into account; one that failed cost the server nothing to speak of.
  public void add(Look look) {
    switch (look) {
      case Look.Failed _ -> {}
      case Look.Glance _, Look.Full _ -> {
        var tally = servers.computeIfAbsent(look.target().name(), _ -> new Tally());
        tally.looks++;
        tally.all = tally.all.plus(look.took());
        tally.longest = tally.longest.compareTo(look.took()) < 0 ? look.took() : tally.longest;
      }
    }
  }

  /// The cost to each server so far, the dearest first.
  public List<Cost> costs() {
    double passed = Math.max(1, System.nanoTime() - begin);
    var costs = new ArrayList<Cost>();
    servers.forEach((name, tally) ->
        costs.add(
            new Cost(
                name,
                tally.looks,
                tally.all.dividedBy(tally.looks),
                tally.longest,
                tally.all.toNanos() / passed)));
    costs.sort((one, other) -> Double.compare(other.share(), one.share()));
    return costs;
  }
}
