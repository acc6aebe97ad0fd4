package org.vacuumadvisor.cli.archive;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.vacuumadvisor.cli.option.ConnectionOptions.SurveyScope;
import org.vacuumadvisor.cli.output.OutputFile;
import org.vacuumadvisor.cli.program.ExitStatus;
import org.vacuumadvisor.cli.program.Program;
import org.vacuumadvisor.cli.program.WrongUsage;
import org.vacuumadvisor.fleet.metrics.ListenAddress;
import org.vacuumadvisor.fleet.metrics.Metrics;
import org.vacuumadvisor.fleet.metrics.MetricsOptions;
import org.vacuumadvisor.fleet.metrics.ScrapeEndpoint;
import org.vacuumadvisor.fleet.watch.Look;
import org.vacuumadvisor.fleet.watch.Target;
import org.vacuumadvisor.fleet.watch.WatchOptions;
import org.vacuumadvisor.fleet.watch.Watcher;
import org.vacuumadvisor.report.About;
import org.vacuumadvisor.report.TerminalText;
import org.vacuumadvisor.report.Words;
import org.vacuumadvisor.report.assessment.WhyNotJudged;
import org.vacuumadvisor.report.data.CheckLine;
import org.vacuumadvisor.source.SourceException;
import org.vacuumadvisor.unit.Quantities;
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
    Program.tell(command, TerminalText.escaped(what));
  }

  /// What a watch prints: a line whenever something changes at a server.
  static final class WatchReport {
    private final PrintWriter output;
    private final Duration every;
    private final Map<String, String> states = new HashMap<>();
    private final Set<String> unseen = new HashSet<>();
    private final Set<String> rare = new HashSet<>();

    /// @param every how often servers shall be surveyed
    WatchReport(PrintWriter output, Duration every) {
      this.output = output;
      this.every = every;
    }

    void add(Look look) {
      switch (look) {
        case Look.Failed failed -> {
          unseen.add(look.target().name());
          tell(look, "failed", "cannot be seen: " + failed.reason());
        }
        case Look.Glance _ -> {
          unseen.remove(look.target().name());
          if (Objects.equals(states.get(look.target().name()), "failed")) {
            tell(look, "seen", "can be seen again");
          }
        }
        case Look.Full full -> {
          unseen.remove(look.target().name());
          tellPace(full);
          var assessment = full.assessment();
          var verdict = assessment.judgement().condition().inWords();
          var problems = assessment.problems();
          if (problems.isEmpty()) {
            tell(look, verdict, verdict + WhyNotJudged.of(assessment).map(": "::concat).orElse(""));
          } else {
            var first = problems.getFirst();
            tell(
                look,
                verdict + first.cause().id() + About.of(first.cause().subject()),
                "%s: %s".formatted(verdict, CheckLine.headline(problems)));
          }
        }
      }
    }

    /// Whether a server could not be seen the last time.
    boolean hasUnseen() {
      return !unseen.isEmpty();
    }

    private void tellPace(Look.Full full) {
      if (full.again().compareTo(every) <= 0) {
        rare.remove(full.target().name());
      } else if (rare.add(full.target().name())) {
        print(
            full,
            "is surveyed every %s only, as a survey takes %s"
                .formatted(
                    Quantities.duration(full.again().truncatedTo(ChronoUnit.SECONDS)),
                    millis(full.took())));
      }
    }

    private void tell(Look look, String state, String what) {
      if (Objects.equals(states.put(look.target().name(), state), state)) {
        return;
      }
      print(look, what);
    }

    private void print(Look look, String what) {
      output.println(
          TerminalText.escaped(
              "%s  %s  %s"
                  .formatted(
                      Words.moment(look.time()),
                      look.target().name(),
                      what.lines().findFirst().orElse(""))));
      output.flush();
    }

    private static String millis(Duration duration) {
      return duration.toMillis() + " ms";
    }
  }

  /// What monitoring systems are told of watched servers.
  static final class WatchMetrics {
    @Option(names = "--listen", paramLabel = "[HOST:]PORT")
    private @Nullable String listen;

    @Option(names = "--textfile", paramLabel = "FILE")
    private @Nullable Path textfile;

    @Option(names = "--top-tables", paramLabel = "N", defaultValue = "15")
    private int topTables;

    @Option(names = "--runbooks", paramLabel = "URL", defaultValue = "docs/rules/")
    private String runbooks;

    /// Fails before the work begins if what is asked for cannot be.
    ///
    /// @param once whether each server is looked at just once
    Metrics opened(Duration every, boolean once) throws SourceException {
      if (topTables < 0 || topTables > MetricsOptions.MOST_TOP_TABLES) {
        throw new WrongUsage(
            "--top-tables is a number from 0 to " + MetricsOptions.MOST_TOP_TABLES + ".");
      }
      if (textfile != null && !once) {
        throw new WrongUsage("--textfile goes with --once; a watch that stays has --listen.");
      }
      if (textfile != null) {
        new OutputFile(textfile).check();
      }
      return new Metrics(new MetricsOptions(topTables, runbooks, every));
    }

    /// Writes the file that was asked for.
    void write(Metrics metrics) throws SourceException {
      if (textfile != null) {
        new OutputFile(textfile).write(writer -> writer.write(metrics.text(Instant.now())));
      }
    }

    /// Lets Prometheus ask, where that was asked for.
    @Nullable ScrapeEndpoint listening(Metrics metrics) throws SourceException {
      try {
        return listen == null ? null : ScrapeEndpoint.open(ListenAddress.of(listen), metrics);
      } catch (IllegalArgumentException wrong) {
        throw new WrongUsage("--listen: " + wrong.getMessage() + ".");
      }
    }
  }
}
