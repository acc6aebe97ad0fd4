package org.vacuumadvisor.fleet.watch;

import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.vacuumadvisor.fleet.archive.Archive;
import org.vacuumadvisor.fleet.archive.ArchiveWriter;
import org.vacuumadvisor.fleet.archive.Dataset;
import org.vacuumadvisor.fleet.archive.Upkeep;
import org.vacuumadvisor.fleet.judged.FirstTold;
import org.vacuumadvisor.source.SourceException;

/// Watches many servers, each in a thread of its own, and keeps what is seen. It only reads from
/// servers.
public final class Watcher {
  private static final Duration COMMIT_EVERY = Duration.ofSeconds(10);
  private static final Duration TIDY_EVERY = Duration.ofHours(1);

  /// Where the archive cannot be written, so many rows wait for its disk to be mended.
  private static final long MOST_PENDING = 500_000;

  /// Looks that wait to be kept; servers wait when there are more.
  private static final int MOST_WAITING = 200;

  private final List<Target> targets;
  private final WatchOptions options;
  private final ServerWatch.Turns turns;
  private final BlockingQueue<Look> looks = new LinkedBlockingQueue<>(MOST_WAITING);
  private final Consumer<Look> told;
  private final Consumer<String> warned;
  private @Nullable ArchiveWriter writer;
  private @Nullable LookRows rows;
  private boolean isArchiveFailing;
  private volatile boolean isStopping;

  /// @param told of each look, from one thread
  /// @param warned of an archive that cannot be written for now
  public Watcher(
      List<Target> targets, WatchOptions options, Consumer<Look> told, Consumer<String> warned) {
    this.targets = List.copyOf(targets);
    this.options = options;
    this.turns = ServerWatch.Turns.of(options.atOnce());
    this.told = told;
    this.warned = warned;
  }

  /// Surveys each server once.
  ///
  /// @throws SourceException if the archive cannot be written
  public void once(Optional<Path> archive) throws SourceException, InterruptedException {
    try (var _ = open(archive)) {
      var threads = start(ServerWatch::once);
      try {
        for (int at = 0; at < targets.size(); at++) {
          take(looks.take());
        }
        if (writer != null) {
          writer.commit();
        }
      } finally {
        threads.forEach(Thread::interrupt);
      }
    }
  }

  /// Lets [#run] end. An interrupt would break off what is being written.
  public void stop() {
    isStopping = true;
  }

  /// Watches until it is stopped; what was seen until then is kept.
  ///
  /// @throws SourceException if the archive cannot be written
  public void run(Optional<Path> archive) throws SourceException {
    try (var _ = open(archive)) {
      var threads = start(ServerWatch::run);
      try {
        collect();
      } catch (InterruptedException _) {
        isStopping = true;
      } finally {
        threads.forEach(Thread::interrupt);
      }
      for (var look = looks.poll(); look != null; look = looks.poll()) {
        take(look);
      }
      if (writer != null) {
        writer.commit();
      }
    }
  }

  private interface Task {
    void of(ServerWatch watch) throws InterruptedException;
  }

  private @Nullable ArchiveWriter open(Optional<Path> archive) throws SourceException {
    if (archive.isPresent()) {
      writer = ArchiveWriter.open(archive.get());
      rows = new LookRows(writer, firstTold(archive.get()));
    }
    return writer;
  }

  /// What was found in the day before goes on, and did not begin now.
  private static FirstTold firstTold(Path folder) throws SourceException {
    var now = Instant.now();
    var firstTold = new FirstTold();
    try (var archive =
        Archive.open(
            folder,
            new Archive.Span(now.minus(Duration.ofDays(1)), now),
            EnumSet.of(Dataset.SERVERS, Dataset.FINDINGS))) {
      firstTold.read(archive);
    }
    return firstTold;
  }

  private List<Thread> start(Task task) {
    var threads = new ArrayList<Thread>();
    for (var target : targets) {
      var watch = new ServerWatch(target, options, turns, this::keep);
      threads.add(
          Thread.ofVirtual()
              .name("watch-" + target.name())
              .start(() -> {
                try {
                  task.of(watch);
                } catch (InterruptedException _) {
                  Thread.currentThread().interrupt();
                } catch (RuntimeException bug) {
                  keep(failed(target, bug));
                }
              }));
    }
    return threads;
  }

  private static Look failed(Target target, RuntimeException bug) {
    return new Look.Failed(
        target,
        Instant.now(),
        Duration.ZERO,
        "a bug of Vacuum Advisor (%s at %s); it is not looked at any more"
            .formatted(bug, bug.getStackTrace().length > 0 ? bug.getStackTrace()[0] : "?"),
        Optional.empty());
  }

  private void keep(Look look) {
    try {
      looks.put(look);
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
    }
  }

  private void collect() throws SourceException, InterruptedException {
    long committed = System.nanoTime();
    long tidied = committed - TIDY_EVERY.toNanos();
    while (!isStopping) {
      var look = looks.poll(1, TimeUnit.SECONDS);
      if (look != null) {
        take(look);
      }
      long now = System.nanoTime();
      if (now - committed >= COMMIT_EVERY.toNanos()) {
        commit();
        committed = now;
      }
      if (writer != null && now - tidied >= TIDY_EVERY.toNanos()) {
        tidy(writer.upkeep());
        tidied = now;
      }
    }
  }

  /// What cannot be done now is tried again an hour later; the watch goes on.
  private void tidy(Upkeep upkeep) {
    try {
      upkeep.tidy(Instant.now(), options.keepDays());
    } catch (SourceException failed) {
      warned.accept(failed.explanation() + " Joining files is tried again in an hour.");
    }
  }

  private void take(Look look) throws SourceException {
    if (rows != null) {
      rows.add(look);
    }
    told.accept(look);
  }

  /// What cannot be written now is tried again with what comes, as long as there is room for it.
  private void commit() throws SourceException {
    if (writer == null) {
      return;
    }
    try {
      writer.commit();
      if (isArchiveFailing) {
        warned.accept("The archive can be written again; what was seen meanwhile is in it.");
      }
      isArchiveFailing = false;
    } catch (SourceException failed) {
      if (writer.pending() > MOST_PENDING) {
        throw failed;
      }
      if (!isArchiveFailing) {
        warned.accept(failed.explanation() + " It is tried again every 10 s.");
        isArchiveFailing = true;
      }
    }
  }
}
