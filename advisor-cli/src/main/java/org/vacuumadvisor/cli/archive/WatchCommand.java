package org.vacuumadvisor.cli.archive;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.vacuumadvisor.cli.option.SurveyScope;
import org.vacuumadvisor.cli.program.ExitStatus;
import org.vacuumadvisor.cli.program.WrongUsage;
import org.vacuumadvisor.fleet.watch.Look;
import org.vacuumadvisor.fleet.watch.Target;
import org.vacuumadvisor.fleet.watch.WatchOptions;
import org.vacuumadvisor.fleet.watch.Watcher;
import org.vacuumadvisor.report.TerminalText;
import org.vacuumadvisor.source.SourceException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/// Watches servers, keeps what it sees, and publishes it.
@Command(
    name = "watch",
    exitCodeList = {
      " 0:done; with --once: every server was seen",
      " 3:with --once: a server could not be seen; or the archive or metrics cannot be written"
    })
public final class WatchCommand implements Callable<Integer> {
  private static final Duration LONGEST_END = Duration.ofSeconds(15);

  @Spec private CommandSpec command;

  @Parameters(arity = "0..*", paramLabel = "CONNECTION", descriptionKey = "CONNECTION")
  private List<String> connections = new ArrayList<>();

  @Option(names = "--targets", paramLabel = "FILE")
  private @Nullable Path targets;

  @Option(names = "--every", paramLabel = "TIME", defaultValue = "60s")
  private Duration every;

  @Option(names = "--glance", paramLabel = "TIME", defaultValue = "5s")
  private Duration glance;

  @Option(names = "--archive", paramLabel = "DIR")
  private @Nullable Path archive;

  @Option(names = "--keep-days", paramLabel = "N")
  private @Nullable Integer keepDays;

  @Option(names = "--once")
  private boolean once;

  @Option(names = "--at-once", paramLabel = "N", defaultValue = "8")
  private int atOnce;

  @Mixin private SurveyScope scope;
  @Mixin private WatchMetrics metrics;

  @Override
  public Integer call() throws SourceException, InterruptedException {
    var servers = servers();
    var output = command.commandLine().getOut();
    var report = new WatchReport(output, every);
    var options =
        new WatchOptions(
            every,
            glance,
            atOnce,
            scope.timeout(),
            scope.databases(),
            keepDays == null ? OptionalInt.empty() : OptionalInt.of(keepDays));
    var published = metrics.opened(every, once);
    try (var _ = metrics.listening(published)) {
      Consumer<Look> told =
          look -> {
            report.add(look);
            published.add(look);
          };
      var watcher = new Watcher(servers, options, told, this::warn);
      if (once) {
        watcher.once(Optional.ofNullable(archive));
        metrics.write(published);
        return report.hasUnseen() ? ExitStatus.NO_INPUT : ExitStatus.FINE;
      }
      untilEnded(watcher, output);
      return ExitStatus.FINE;
    }
  }

  /// A signal ends the watch as a program ends: with what was seen on the disk.
  private void untilEnded(Watcher watcher, PrintWriter output) throws SourceException {
    var ended = new CountDownLatch(1);
    var end =
        new Thread(
            () -> {
              watcher.stop();
              try {
                var _ = ended.await(LONGEST_END.toSeconds(), TimeUnit.SECONDS);
              } catch (InterruptedException _) {
                Thread.currentThread().interrupt();
              }
            },
            "vacuum-advisor-end-of-watch");
    Runtime.getRuntime().addShutdownHook(end);
    try {
      watcher.run(Optional.ofNullable(archive));
    } finally {
      output.flush();
      ended.countDown();
    }
  }

  private List<Target> servers() throws SourceException {
    var servers = new ArrayList<Target>();
    for (var each : connections) {
      servers.add(Target.of(each));
    }
    if (targets != null) {
      var listed = Target.in(targets);
      Target.warning(targets, listed).ifPresent(this::warn);
      servers.addAll(listed);
    }
    if (servers.isEmpty()) {
      throw new WrongUsage("No server is named: give a connection, or --targets FILE.");
    }
    if (atOnce < 1) {
      throw new WrongUsage("--at-once is a number from 1.");
    }
    if (keepDays != null && (keepDays < 1 || archive == null)) {
      throw new WrongUsage("--keep-days is a number from 1, and needs --archive DIR.");
    }
    Target.checkNames(servers);
    for (var server : servers) {
      server.parameters().warnings().forEach(this::warn);
    }
    return servers;
  }

  private void warn(String what) {
    command.commandLine().getErr().println("vacuum-advisor: " + TerminalText.escaped(what));
    command.commandLine().getErr().flush();
  }
}
