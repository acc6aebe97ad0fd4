package org.vacuumadvisor.lab.workload;

import static java.util.Objects.requireNonNull;

import java.sql.SQLException;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/// A workload at work on a server until it is closed, a connection and a thread for each flow.
public final class Work implements AutoCloseable {
  private static final String SCHEMA = "public";

  private final Script script;
  private final ClientPool clients;
  private final List<FlowTally> tallies;

  private Work(Script script, ClientPool clients, List<FlowTally> tallies) {
    this.script = script;
    this.clients = clients;
    this.tallies = List.copyOf(tallies);
  }

  /// Begins.
  ///
  /// @param seed the same seed draws the same values
  public static Work start(Script script, ConnectionSource source, long seed)
      throws WorkloadException, InterruptedException {
    var flows = script.flows();
    try {
      var clients = ClientPool.gather(script.name(), source, SCHEMA, flows.size());
      var tallies = flows.stream().map(_ -> new FlowTally()).toList();
      for (int at = 0; at < flows.size(); at++) {
        var connection = clients.connections().get(at);
        var flow = PreparedFlow.of(List.of(flows.get(at)), connection, at).getFirst();
        clients.start(new FlowLoop(flow, tallies.get(at), seed + at));
      }
      return new Work(script, clients, tallies);
    } catch (SQLException failure) {
      throw failed(script, failure);
    }
  }

  /// What each flow did since the last time this was asked, or since the start.
  ///
  /// @throws WorkloadException if a flow has failed
  public List<FlowFigures> take() throws WorkloadException, InterruptedException {
    try {
      clients.await(0);
    } catch (ExecutionException failure) {
      throw failed(script, failure.getCause());
    }
    return IntStream.range(0, tallies.size())
        .mapToObj(at -> tallies.get(at).take(script.flows().get(at).name()))
        .toList();
  }

  private static WorkloadException failed(Script script, @Nullable Throwable failure) {
    var cause = requireNonNull(failure);
    return new WorkloadException(
        "%s failed: %s".formatted(script.name(), cause.getMessage()), cause);
  }

  @Override
  public void close() {
    tallies.forEach(FlowTally::end);
    clients.close();
  }
}
