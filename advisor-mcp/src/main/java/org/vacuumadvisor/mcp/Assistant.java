package org.vacuumadvisor.mcp;

import io.modelcontextprotocol.server.McpServer;
import io.modelcontextprotocol.spec.McpSchema.ServerCapabilities;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;

/// The advisor for one assistant, with what that is given, over the two streams of a process.
///
/// @param program runs commands of the command line
/// @param connections names that the configuration file has: nothing else is connected to
/// @param archive what `watch` and `ingest` filled
/// @param plan what `advise --save-plan` wrote
/// @param isAnonymized whether names of tables, roles and databases stay here
/// @param version of the program
public record Assistant(
    Program program,
    SortedSet<String> connections,
    Optional<Path> archive,
    Optional<Path> plan,
    boolean isAnonymized,
    String version) {
  private static final String NAME = "vacuum-advisor";

  private static final String UNCONNECTED =
      " No server is configured: the user adds some under [connections] of the configuration file.";

  public Assistant {
    connections = Collections.unmodifiableSortedSet(new TreeSet<>(connections));
  }

  /// Serves until the input ends. Nothing but messages of the protocol is written to `to`.
  public void serve(InputStream from, OutputStream to) throws InterruptedException {
    System.setProperty("slf4j.internal.verbosity", "ERROR"); // that it logs nowhere is no news
    System.setOut(System.err); // whatever prints there, the protocol has that stream for itself
    var streams = new Streams(from, to);
    var server =
        McpServer.sync(streams)
            .serverInfo(NAME, version)
            .instructions(
                Pages.resource("instructions.txt").strip()
                    + (connections.isEmpty() ? UNCONNECTED : ""))
            .capabilities(ServerCapabilities.builder().tools(false).resources(false, false).build())
            .validateToolInputs(true)
            .tools(Tools.of(this))
            .resources(Pages.all())
            .build();
    streams.serve();
    server.closeGracefully();
  }

  /// Whether it is given what a tool needs.
  boolean has(String what) {
    return switch (what) {
      case "connection" -> !connections.isEmpty();
      case "archive" -> archive.isPresent();
      case "past" -> archive.isPresent() || plan.isPresent();
      case "names" -> !isAnonymized;
      default -> throw new IllegalArgumentException(what);
    };
  }

  /// The commands of the command line, in this process.
  @FunctionalInterface
  public interface Program {
    Outcome run(List<String> arguments);
  }

  /// What came of a command.
  ///
  /// @param status its exit status
  /// @param output what it printed as a result
  /// @param messages what it said beside it; passwords are masked
  public record Outcome(int status, String output, String messages) {}
}
