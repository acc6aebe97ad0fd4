package org.vacuumadvisor.benchmark.compaction;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.results.format.ResultFormatType;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.OptionsBuilder;

/// Measures compaction and writes down what came of it: all figures as JSON and a chart into a
/// folder, and tables between two marks of a text.
///
/// Run: `java -cp benchmarks/target/benchmarks.jar org.vacuumadvisor.benchmark.compaction.Measure
/// benchmarks/results benchmarks/README.md`
public final class Measure {
  private static final String BEGIN = "<!-- Measure writes from here -->\n";
  private static final String END = "<!-- to here -->\n";

  private Measure() {}

  public static void main(String[] arguments) throws RunnerException, IOException {
    if (arguments.length != 2) {
      System.err.println("Name a folder for the results, and the text whose tables to replace.");
      System.exit(2);
    }
    var folder = Files.createDirectories(Path.of(arguments[0]));
    var shapes = new ArrayList<ShapeResult>();
    var sideBySide =
        new Runner(
                new OptionsBuilder()
                    .include("SideBySideBenchmark")
                    .include("HistoryBenchmark")
                    .resultFormat(ResultFormatType.JSON)
                    .result(folder.resolve("side-by-side.json").toString())
                    .build())
            .run();
    sideBySide.forEach(each -> shapes.add(ShapeResult.of(each)));
    var replay =
        new Runner(
                new OptionsBuilder()
                    .include("ReplayBenchmark")
                    .resultFormat(ResultFormatType.JSON)
                    .result(folder.resolve("replay.json").toString())
                    .build())
            .run();
    replaceTables(Path.of(arguments[1]), table(shapes, List.copyOf(replay)));
    Files.writeString(folder.resolve("compaction.svg"), new Chart(shapes).toString());
  }

  static void replaceTables(Path file, String tables) throws IOException {
    var text = Files.readString(file);
    int begin = text.indexOf(BEGIN);
    int end = text.indexOf(END);
    if (begin < 0 || end < begin) {
      throw new IOException(file + " has no place for the tables: " + BEGIN + END);
    }
    Files.writeString(
        file,
        text.substring(0, begin + BEGIN.length()) + "\n" + tables + "\n" + text.substring(end));
  }

  private static String table(List<ShapeResult> shapes, List<RunResult> replay) {
    var text = new StringBuilder();
    text.append(
        """
        | order | sort-free : C | sorted : sort-free | sort-free : ours |
        |---|--:|--:|--:|
        """);
    shapes.stream()
        .collect(Collectors.groupingBy(ShapeResult::name, LinkedHashMap::new, Collectors.toList()))
        .forEach((order, each) -> text.append(row(order, each)));
    text.append(row("all", shapes)).append('\n');
    text.append("| pages of a table of 100,000 rows | median, ms |\n|---|--:|\n");
    for (var result : replay) {
      for (var metric : result.getSecondaryResults().keySet().stream().sorted().toList()) {
        double median = ShapeResult.median(ShapeResult.values(result, metric));
        text.append(String.format(Locale.ROOT, "| %s | %.1f |%n", metric, median));
      }
    }
    return text.toString();
  }

  private static String row(String order, List<ShapeResult> shapes) {
    return String.format(
        Locale.ROOT,
        "| %s | %.2f | %.2f | %.2f |%n",
        order,
        mean(shapes, ShapeResult::toC),
        mean(shapes, ShapeResult::gain),
        mean(shapes, ShapeResult::ours));
  }

  /// Of those that could be measured; NaN of none.
  private static double mean(List<ShapeResult> shapes, ToDoubleFunction<ShapeResult> ratio) {
    return Math.exp(
        shapes.stream()
            .mapToDouble(ratio)
            .filter(each -> each > 0)
            .map(Math::log)
            .average()
            .orElse(Double.NaN));
  }
}
