package org.vacuumadvisor.gui.past;

import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import javafx.beans.property.ObjectProperty;
import javafx.beans.property.SimpleObjectProperty;
import org.vacuumadvisor.advice.Assessment;
import org.vacuumadvisor.fleet.archive.Archive;
import org.vacuumadvisor.fleet.archive.Question;
import org.vacuumadvisor.fleet.history.ArchivedClusters;
import org.vacuumadvisor.fleet.history.ArchivedServer;
import org.vacuumadvisor.fleet.history.ArchivedSurveys;
import org.vacuumadvisor.fleet.history.HistoryReport;
import org.vacuumadvisor.gui.past.Archives.ArchivePast;
import org.vacuumadvisor.gui.screen.Shell;
import org.vacuumadvisor.gui.work.Background.Work;
import org.vacuumadvisor.gui.work.Judged;
import org.vacuumadvisor.gui.work.Origin;
import org.vacuumadvisor.gui.work.Workbench.Opened;
import org.vacuumadvisor.gui.work.Workbench.Past;
import org.vacuumadvisor.model.RelationName;
import org.vacuumadvisor.model.Survey;
import org.vacuumadvisor.report.Part;
import org.vacuumadvisor.report.Words;
import org.vacuumadvisor.source.SourceException;

/// The archive that was chosen, and what it tells of the server that is open. It is read beside the
/// window, when a server is opened and now and then while it is watched.
public final class Archives {
  private static final String FOLDER = "archive.folder";
  private static final ArchivePast NONE =
      ArchivePast.of(
          "Trends of the weeks before you connected are in an archive, if one was kept of this"
              + " server.");
  private static final Duration FRESH = Duration.ofMinutes(10);

  private final Shell shell;

  /// What it tells.
  public final ObjectProperty<ArchivePast> past = new SimpleObjectProperty<>(NONE);

  private Optional<Path> folder;
  private Optional<String> named = Optional.empty();
  private Optional<Opened> of = Optional.empty();
  private Instant readAt = Instant.MIN;
  private Optional<Work> work = Optional.empty();

  /// The archive that was chosen when the window was open last, if it is still there.
  public Archives(Shell shell) {
    this.shell = shell;
    this.folder = shell.memory().value(FOLDER).flatMap(Archives::existing);
    shell.workbench().openedProperty().subscribe(this::follow);
    past.subscribe(told ->
        shell
            .workbench()
            .past
            .set(told.known().flatMap(known -> of.map(server -> new Moments(known, server)))));
  }

  /// How tables grew, in bytes, as far as it tells.
  public Map<RelationName, Long> growth() {
    return past.get().known().map(Known::growth).orElse(Map.of());
  }

  /// The folder of the archive; empty where none is chosen.
  public Optional<Path> folder() {
    return folder;
  }

  /// Reads this archive from now on.
  public void choose(Path next) {
    folder = Optional.of(next);
    named = Optional.empty();
    shell.memory().keep(FOLDER, next.toString());
    shell.memory().save();
    read();
  }

  /// Takes the server for this cluster of the archive.
  public void choose(String cluster) {
    named = Optional.of(cluster);
    read();
  }

  /// Reads no archive any more.
  public void forget() {
    folder = Optional.empty();
    named = Optional.empty();
    shell.memory().forget(FOLDER);
    shell.memory().save();
    stop();
    past.set(NONE);
  }

  /// Reads what it tells of a table; nothing happens where no archive tells of the server.
  ///
  /// @param then given the table's figures at some hundred moments, and who kept its dead rows
  public void read(
      Opened opened,
      RelationName table,
      BiConsumer<List<ArchivedServer.TableMoment>, List<Part>> then) {
    var survey = opened.assessment().evidence().survey();
    past.get()
        .known()
        .filter(_ -> isOf(opened))
        .ifPresent(known ->
            shell.start(
                _ -> ArchiveReader.of(known.folder(), survey, known.cluster(), table),
                read -> then.accept(read.moments(), read.kept()),
                why -> past.set(ArchivePast.of(failed(why, known.folder())))));
  }

  private static String failed(String why, Path folder) {
    return "%s (archive %s)".formatted(why, folder);
  }

  /// The moments that an archive knows of a server.
  private final class Moments implements Past {
    private final Known known;
    private final Opened server;

    Moments(Known known, Opened server) {
      this.known = known;
      this.server = server;
    }

    /// One in each hour: surveys of an archive are as far apart.
    @Override
    public List<Instant> moments() {
      var hours = new TreeMap<Instant, Instant>();
      known
          .moments()
          .forEach(each -> hours.putIfAbsent(each.at().truncatedTo(ChronoUnit.HOURS), each.at()));
      return List.copyOf(hours.values());
    }

    @Override
    public boolean isOf(Origin origin) {
      return origin.isSame(server.origin());
    }

    @Override
    public void look(Optional<Instant> then, Consumer<String> failed) {
      stop();
      var workbench = shell.workbench();
      if (then.isEmpty()) {
        workbench.latest().ifPresent(workbench::open);
        return;
      }
      var survey = server.assessment().evidence().survey();
      work =
          Optional.of(
              shell.start(
                  _ -> ArchiveReader.asOf(known.folder(), survey, known.cluster(), then.get()),
                  seen -> workbench.open(opened(seen)),
                  failed));
    }

    private Opened opened(Assessment seen) {
      var at = seen.evidence().survey().takenAt();
      return new Opened(new Origin.Archived(server.origin().name(), at), seen, Instant.now());
    }
  }

  private void follow(Optional<Opened> opened) {
    if (opened.filter(each -> each.origin() instanceof Origin.Archived).isPresent()) {
      return;
    }
    var server = opened.filter(Archives::isServer);
    boolean isAnother = !server.map(Opened::origin).equals(of.map(Opened::origin));
    of = server;
    if (isAnother) {
      named = Optional.empty();
      stop();
      past.set(NONE);
      read();
    } else if (Duration.between(readAt, Instant.now()).compareTo(FRESH) > 0) {
      read();
    }
  }

  /// Only what was surveyed has a server and a moment to look back from.
  private static boolean isServer(Opened opened) {
    return opened.assessment().evidence().isServerSeen()
        && (opened.origin() instanceof Origin.Connected || opened.origin() instanceof Origin.Saved);
  }

  private boolean isOf(Opened opened) {
    return of.filter(each -> each.origin().isSame(opened.origin())).isPresent();
  }

  private void read() {
    if (folder.isEmpty() || of.isEmpty()) {
      return;
    }
    stop();
    readAt = Instant.now();
    var from = folder.get();
    var survey = of.get().assessment().evidence().survey();
    var server = of.get().origin().text();
    var cluster = named;
    if (past.get().known().filter(known -> known.folder().equals(from)).isEmpty()) {
      past.set(ArchivePast.of("Reading the archive %s …".formatted(from)));
    }
    work =
        Optional.of(
            shell.start(
                _ -> ArchiveReader.of(from, survey, cluster, server),
                past::set,
                why -> past.set(ArchivePast.of(failed(why, from)))));
  }

  private void stop() {
    work.ifPresent(Work::cancel);
    work = Optional.empty();
  }

  private static Optional<Path> existing(String text) {
    try {
      return Optional.of(Path.of(text)).filter(Files::isDirectory);
    } catch (InvalidPathException _) {
      return Optional.empty();
    }
  }

  /// What the archive that was chosen tells of the server that is open.
  ///
  /// @param words what there is to say of it, a sentence
  /// @param clusters those one may choose from
  /// @param known empty where it tells nothing of this server, or not yet
  public record ArchivePast(String words, List<String> clusters, Optional<Known> known) {
    public ArchivePast {
      clusters = List.copyOf(clusters);
    }

    private static ArchivePast of(String words) {
      return new ArchivePast(words, List.of(), Optional.empty());
    }

    /// Of the whole server, in the order of time.
    public List<ArchivedServer.Moment> moments() {
      return known.map(Known::moments).orElse(List.of());
    }
  }

  /// What an archive has of a server.
  ///
  /// @param cluster what the server is called there
  /// @param moments of the whole server, in the order of time
  /// @param growth of tables, in bytes; without those that were seen only once
  /// @param kept who kept dead rows in that time
  public record Known(
      Path folder,
      String cluster,
      List<ArchivedServer.Moment> moments,
      Map<RelationName, Long> growth,
      List<Part> kept) {
    public Known {
      moments = List.copyOf(moments);
      growth = Map.copyOf(growth);
      kept = List.copyOf(kept);
    }

    private String words() {
      return moments.size() < 2
          ? "The archive %s knows less than two looks at %s.".formatted(folder, cluster)
          : "Archive %s, %s: from %s to %s"
              .formatted(
                  folder,
                  cluster,
                  Words.moment(moments.getFirst().at()),
                  Words.moment(moments.getLast().at()));
    }
  }

  /// Reads an archive. DuckDB is loaded when this is used first, never by the window alone.
  static final class ArchiveReader {
    /// As far back as `advise --archive` goes.
    static final Duration BACK = Duration.ofDays(28);

    private ArchiveReader() {}

    /// A table's past.
    ///
    /// @param kept who kept its dead rows, and its latest runs
    record OfTable(List<ArchivedServer.TableMoment> moments, List<Part> kept) {}

    /// What it tells of a server.
    ///
    /// @param named the cluster that somebody chose
    /// @param server what the window calls the server
    static ArchivePast of(Path folder, Survey now, Optional<String> named, String server)
        throws SourceException {
      try (var archive = open(folder, now)) {
        var clusters = ArchivedClusters.surveyed(archive);
        var cluster = ArchivedClusters.choose(clusters, named, server);
        if (cluster.isEmpty()) {
          var why =
              clusters.isEmpty()
                  ? "This archive has no survey of the last 28 days."
                  : "Which of the servers in this archive is it?";
          return new ArchivePast(failed(why, folder), clusters, Optional.empty());
        }
        var past = new ArchivedServer(archive, cluster.get(), now, BACK);
        try {
          past.check(now);
        } catch (SourceException other) {
          return new ArchivePast(failed(other.explanation(), folder), clusters, Optional.empty());
        }
        var known =
            new Known(
                folder,
                cluster.get(),
                past.moments(),
                past.growth(),
                HistoryReport.kept(archive, question(now, cluster.get(), Optional.empty())));
        return new ArchivePast(known.words(), clusters, Optional.of(known));
      }
    }

    /// What it tells of a table of the server.
    static OfTable of(Path folder, Survey now, String cluster, RelationName table)
        throws SourceException {
      try (var archive = open(folder, now)) {
        return new OfTable(
            new ArchivedServer(archive, cluster, now, BACK).moments(table),
            HistoryReport.kept(
                archive, question(now, cluster, Optional.of(table.schema() + "." + table.name()))));
      }
    }

    /// The server as it was surveyed first in an hour, judged by what it did since the hour before.
    ///
    /// @param now what does not change is of it
    static Assessment asOf(Path folder, Survey now, String cluster, Instant then)
        throws SourceException {
      var until = now.takenAt(then.truncatedTo(ChronoUnit.HOURS).plus(1, ChronoUnit.HOURS));
      try (var archive = open(folder, until)) {
        var hour = Duration.ofHours(1);
        var seen = ArchivedSurveys.before(archive, cluster, until, hour.multipliedBy(26), hour);
        if (seen.isEmpty()) {
          throw new SourceException(
              "The archive has no survey of the day before %s.".formatted(Words.moment(then)));
        }
        return Judged.since(seen.reversed().stream().skip(1).findFirst(), seen.getLast());
      }
    }

    private static Archive open(Path folder, Survey now) throws SourceException {
      return Archive.open(
          folder,
          new Archive.Span(now.takenAt().minus(BACK).minus(Duration.ofDays(2)), now.takenAt()));
    }

    private static Question question(Survey now, String cluster, Optional<String> table) {
      return new Question(now.takenAt(), BACK, Optional.of(cluster), table);
    }
  }
}
