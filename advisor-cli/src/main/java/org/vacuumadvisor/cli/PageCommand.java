package org.vacuumadvisor.cli;

import java.io.IOException;
import java.io.Writer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.vacuumadvisor.cli.option.ConnectionOptions;
import org.vacuumadvisor.cli.output.Destination;
import org.vacuumadvisor.cli.output.ProgressBar;
import org.vacuumadvisor.cli.program.ExitStatus;
import org.vacuumadvisor.cli.program.Program;
import org.vacuumadvisor.cli.program.WrongUsage;
import org.vacuumadvisor.page.HeapPage;
import org.vacuumadvisor.page.relation.RawPage;
import org.vacuumadvisor.page.relation.RelationFiles;
import org.vacuumadvisor.page.relation.RelationScan;
import org.vacuumadvisor.page.report.JsonXray;
import org.vacuumadvisor.page.report.TextXray;
import org.vacuumadvisor.page.report.XrayReport;
import org.vacuumadvisor.page.xray.PageXray;
import org.vacuumadvisor.source.SourceException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/// Looks into the pages of a table.
@Command(
    name = "page",
    customSynopsis = {
      "vacuum-advisor page [--block N] [OPTIONS] FILE...",
      "       vacuum-advisor page --table TABLE --block N [OPTIONS] [CONNECTION]"
    },
    exitCodeList =
        " 3:no input: no connection, no permission, no table; or a file cannot be written")
final class PageCommand implements Callable<Integer> {
  @Spec private CommandSpec command;
  @Mixin private ConnectionOptions connection;
  @Mixin private Destination destination;

  @Parameters(index = "1..*", arity = "0..*", paramLabel = "FILE", descriptionKey = "FILE")
  private List<String> more = new ArrayList<>();

  @Option(names = "--table", paramLabel = "TABLE")
  private @Nullable String table;

  @Option(names = "--block", paramLabel = "N")
  private @Nullable Long block;

  @Option(names = "--format", paramLabel = "FORMAT", defaultValue = "text")
  private Form format;

  /// The forms an X-ray can have.
  enum Form {
    TEXT,
    JSON
  }

  @Override
  public Integer call() throws SourceException, InterruptedException {
    checkUsage();
    destination.check();
    var reports = table == null ? fromFiles() : List.of(fromServer(table));
    report(reports);
    return ExitStatus.FINE;
  }

  private void checkUsage() {
    if (table != null) {
      demand(block != null, "--table needs --block N: which page?");
      demand(more.isEmpty(), "--table names one server: leave out what follows it");
    } else {
      demand(connection.conninfo().isPresent(), "name a file of a table, or --table and a server");
      demand(!connection.hasOptions(), "a connection needs --table and --block");
      demand(block == null || more.isEmpty(), "--block shows a page of one file");
    }
    demand(block == null || block >= 0, "blocks are counted from 0");
  }

  private void demand(boolean met, String otherwise) {
    if (!met) {
      throw new WrongUsage(otherwise);
    }
  }

  private List<XrayReport> fromFiles() throws SourceException, InterruptedException {
    var paths = Stream.concat(connection.conninfo().stream(), more.stream()).map(this::path);
    var reports = new ArrayList<XrayReport>();
    try (var progress = Program.progress(command)) {
      for (var relation : RelationFiles.of(paths.toList())) {
        reports.add(
            block == null
                ? all(relation, progress)
                : page(
                    relation.base().toString(),
                    PageXray.of(HeapPage.of(relation.page(block)), block)));
      }
    }
    return reports;
  }

  /// All pages of a relation, read on all processors.
  private static XrayReport all(RelationFiles relation, ProgressBar progress)
      throws SourceException, InterruptedException {
    var done = new AtomicLong();
    var xray =
        RelationScan.of(
            relation,
            Runtime.getRuntime().availableProcessors(),
            pages -> progress.step("reading pages", done.addAndGet(pages), relation.pages()));
    return new XrayReport(
        relation.base().toString(), relation.incomplete(), Optional.of(xray), Optional.empty());
  }

  private Path path(String name) {
    try {
      return Path.of(name);
    } catch (java.nio.file.InvalidPathException _) {
      throw new WrongUsage("that is no name of a file");
    }
  }

  private XrayReport fromServer(String name) throws SourceException, InterruptedException {
    var raw = connection.read((server, _) -> RawPage.read(server, name, block == null ? 0 : block));
    return page(raw.table(), PageXray.of(raw.page(), raw.block()));
  }

  private static XrayReport page(String name, PageXray xray) {
    return new XrayReport(name, 0, Optional.empty(), Optional.of(xray));
  }

  private void report(List<XrayReport> reports) throws SourceException {
    destination.give(to -> write(reports, to), "");
  }

  private void write(List<XrayReport> reports, Writer to) throws IOException {
    var colour = destination.colour();
    switch (format) {
      case JSON -> JsonXray.write(reports, to);
      case TEXT -> {
        var texts = reports.stream().map(report -> TextXray.render(report, colour)).toList();
        to.write(String.join("\n", texts));
      }
    }
  }
}
