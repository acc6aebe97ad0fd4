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
import org.vacuumadvisor.fleet.history.ArchivedServer;
import org.vacuumadvisor.gui.screen.Shell;
import org.vacuumadvisor.gui.work.Origin;
import org.vacuumadvisor.gui.work.Work;
import org.vacuumadvisor.gui.work.Workbench.Opened;
import org.vacuumadvisor.gui.work.Workbench.Past;
import org.vacuumadvisor.model.RelationName;
import org.vacuumadvisor.report.Part;

/// The archive that was chosen, and what it tells of the server that is open. It is read beside the
/// window, when a server is opened and now and then while it is watched.
public final class Archives {
  private static final String FOLDER = "archive.folder";
  private static final Duration FRESH = Duration.ofMinutes(10);

  private final Shell shell;

  /// What it tells.
  public final ObjectProperty<ArchivePast> past =
      new SimpleObjectProperty<>(new ArchivePast.None());

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
    past.subscribe(known -> shell.workbench().past.set(moments(known)));
  }

  /// How tables grew, in bytes, as far as it tells.
  public Map<RelationName, Long> growth() {
    return past.get() instanceof ArchivePast.Known known ? known.growth() : Map.of();
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
    past.set(new ArchivePast.None());
  }

  /// Reads what it tells of a table; nothing happens where no archive tells of the server.
  ///
  /// @param then given the table's figures at some hundred moments, and who kept its dead rows
  public void read(
      Opened opened,
      RelationName table,
      BiConsumer<List<ArchivedServer.TableMoment>, List<Part>> then) {
    if (past.get() instanceof ArchivePast.Known known && isOf(opened)) {
      var survey = opened.assessment().evidence().survey();
      var _ =
          shell.start(
              _ -> ArchiveReader.of(known.folder(), survey, known.cluster(), table),
              read -> then.accept(read.moments(), read.kept()),
              why -> past.set(new ArchivePast.Failed(known.folder(), why, known.clusters())));
    }
  }

  private Optional<Past> moments(ArchivePast told) {
    return told instanceof ArchivePast.Known known && of.isPresent()
        ? Optional.of(new Moments(known, of.get()))
        : Optional.empty();
  }

  /// The moments that an archive knows of a server.
  private final class Moments implements Past {
    private final ArchivePast.Known known;
    private final Opened server;

    Moments(ArchivePast.Known known, Opened server) {
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
      past.set(new ArchivePast.None());
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
    if (!(past.get() instanceof ArchivePast.Known known && known.folder().equals(from))) {
      past.set(new ArchivePast.Reading(from));
    }
    work =
        Optional.of(
            shell.start(
                _ -> ArchiveReader.of(from, survey, cluster, server),
                past::set,
                why -> past.set(new ArchivePast.Failed(from, why, List.of()))));
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
  public sealed interface ArchivePast {
    /// No archive was chosen, or no server is open.
    record None() implements ArchivePast {}

    /// It is being read.
    record Reading(Path folder) implements ArchivePast {}

    /// It tells something.
    ///
    /// @param cluster what the server is called there
    /// @param clusters all that are in it
    /// @param moments of the whole server, in the order of time
    /// @param growth of tables, in bytes; without those that were seen only once
    /// @param kept who kept dead rows in that time
    record Known(
        Path folder,
        String cluster,
        List<String> clusters,
        List<ArchivedServer.Moment> moments,
        Map<RelationName, Long> growth,
        List<Part> kept)
        implements ArchivePast {
      public Known {
        clusters = List.copyOf(clusters);
        moments = List.copyOf(moments);
        growth = Map.copyOf(growth);
        kept = List.copyOf(kept);
      }
    }

    /// It tells nothing of this server, or cannot be read.
    ///
    /// @param why a sentence
    /// @param clusters those one may choose from
    record Failed(Path folder, String why, List<String> clusters) implements ArchivePast {
      public Failed {
        clusters = List.copyOf(clusters);
      }
    }
  }
}
