package org.vacuumadvisor.spark;

import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.regex.Pattern;
import org.apache.spark.sql.SparkSession;
import org.jspecify.annotations.Nullable;
import org.vacuumadvisor.fleet.ingest.ClusterNames;
import org.vacuumadvisor.fleet.ingest.IngestOptions;
import org.vacuumadvisor.fleet.ingest.IngestTally;
import org.vacuumadvisor.report.TerminalText;
import org.vacuumadvisor.source.SourceException;
import org.vacuumadvisor.source.log.line.LinePrefix;
import org.vacuumadvisor.source.log.line.LogFormat;
import org.vacuumadvisor.source.log.line.ReadOptions;
import picocli.CommandLine;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/// The program of the job.
@Command(
    name = "spark-submit … advisor-spark.jar",
    description = {
      "Read server logs into an archive, as `vacuum-advisor ingest` does, with the machines of a"
          + " Spark cluster, and judge each server by its logs.",
      "All of them have to see SRC and DEST under the same names. Ended at any moment, the job"
          + " leaves nothing that is half there; run it again and it goes on."
    },
    mixinStandardHelpOptions = true,
    version = "0.1.0",
    exitCodeListHeading = "%nExit status:%n",
    exitCodeList = {
      " 0:done",
      " 2:wrong usage",
      " 3:a log cannot be read, or the archive cannot be written",
      "70:a bug of ours"
    })
public final class SparkIngest implements Callable<Integer> {
  private static final int NO_INPUT = 3;
  private static final int BUG = 70;

  @Spec private CommandSpec command;

  @Parameters(
      arity = "2..*",
      paramLabel = "SRC… DEST",
      description =
          "Logs in any format that the command logs reads, or folders with such logs; and the"
              + " archive's folder.")
  private List<Path> places;

  @ArgGroup private @Nullable Naming naming;

  /// How clusters are called.
  static final class Naming {
    @Option(
        names = "--cluster",
        paramLabel = "NAME",
        description = "The cluster that the logs are of. Default: the name of a log's folder.")
    private @Nullable String name;

    @Option(
        names = "--cluster-from",
        paramLabel = "REGEX",
        description = "Find the cluster's name in the path of each log: the first group is it.")
    private @Nullable Pattern pattern;
  }

  @Option(
      names = "--log-format",
      paramLabel = "FORMAT",
      defaultValue = "auto",
      description =
          "How the logs are written, where finding it out goes wrong: auto, stderr, csvlog,"
              + " jsonlog. Default: ${DEFAULT-VALUE}.")
  private LogFormat format;

  @Option(
      names = "--log-line-prefix",
      paramLabel = "PREFIX",
      description = "The server's log_line_prefix, such as '%%m [%%p] '.")
  private @Nullable String prefix;

  @Option(
      names = "--split",
      paramLabel = "MB",
      defaultValue = "256",
      description =
          "About how much a task reads; never less than a log. Default: ${DEFAULT-VALUE}.")
  private long split;

  @Option(
      names = "--commit-every",
      paramLabel = "GB",
      defaultValue = "256",
      description = "About how much is read before it counts. Default: ${DEFAULT-VALUE}.")
  private long batch;

  /// Runs the job, and ends the process with its exit status.
  public static void main(String[] arguments) {
    System.exit(execute(arguments));
  }

  static int execute(String... arguments) {
    return new CommandLine(new SparkIngest())
        .setCaseInsensitiveEnumValuesAllowed(true)
        .setOut(new PrintWriter(System.out, true, StandardCharsets.UTF_8))
        .setExecutionExceptionHandler((failure, line, _) -> {
          if (failure instanceof SourceException told) {
            told.explanation().lines().forEach(each -> line.getErr().println(shown(each)));
            return NO_INPUT;
          }
          failure.printStackTrace(line.getErr());
          return BUG;
        })
        .execute(arguments);
  }

  @Override
  public Integer call() throws SourceException {
    if (split < 1 || batch < 1) {
      throw new CommandLine.ParameterException(
          command.commandLine(), "--split and --commit-every are at least 1.");
    }
    var clusters =
        naming == null ? ClusterNames.BY_FOLDER : new ClusterNames(naming.name, naming.pattern);
    var said = new ReadOptions(format, prefix == null ? null : new LinePrefix(prefix));
    var archive = places.getLast().toAbsolutePath().normalize();
    var options =
        new JobOptions(
            places.subList(0, places.size() - 1),
            archive,
            new IngestOptions(clusters, said),
            split << 20,
            batch << 30);
    IngestTally tally;
    var spark = SparkSession.builder().appName("vacuum-advisor ingest").getOrCreate();
    try {
      tally = LogJob.run(spark, options);
    } finally {
      spark.stop();
    }
    var out = command.commandLine().getOut();
    var err = command.commandLine().getErr();
    tally.problems().forEach(problem -> err.println(shown(problem)));
    err.flush();
    tally.inWords(archive).forEach(out::println);
    out.flush();
    return tally.problems().isEmpty() ? 0 : NO_INPUT;
  }

  private static String shown(String problem) {
    return "vacuum-advisor: " + TerminalText.escaped(problem);
  }
}
