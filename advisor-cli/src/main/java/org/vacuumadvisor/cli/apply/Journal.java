package org.vacuumadvisor.cli.apply;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.vacuumadvisor.cli.apply.Attempt.Result;
import org.vacuumadvisor.cli.apply.JournalLine.Event;
import org.vacuumadvisor.report.TerminalText;
import org.vacuumadvisor.report.data.RecordJson;
import org.vacuumadvisor.source.SourceException;

/// What was set, taken back and tried of one plan: lines of JSON in a file beside it, which is only
/// ever added to. Each line is on the disk before what it announces is done. While it is open, no
/// other run of the program can work on the plan.
public final class Journal implements AutoCloseable {
  private static final RecordJson<JournalLine> JSON =
      new RecordJson<>(JournalLine.class, Nothing.class);
  private static final String CUT_OFF = " (cut off)";
  private static final Nothing NOTHING = new Nothing();

  private final Path file;
  private final FileChannel channel;
  private final List<JournalLine> lines = new ArrayList<>();
  private final Map<Integer, State> states = new HashMap<>();

  record Nothing() {}

  /// What the journal knows of a change.
  ///
  /// @param applied the intent by which it is in force; null where it is not
  /// @param open an intent without outcome; null where there is none
  /// @param left whether it was left alone because something else stood there
  record State(@Nullable JournalLine applied, @Nullable JournalLine open, boolean left) {
    private static final State NONE = new State(null, null, false);

    private State after(JournalLine line, Attempt attempt) {
      if (line.event() != Event.OUTCOME) {
        return new State(applied, line, false);
      }
      return open == null || attempt.result() != Result.SET
          ? new State(applied, null, attempt.result() == Result.DIFFERS)
          : new State(open.event() == Event.APPLY ? open : null, null, false);
    }
  }

  private Journal(Path file, FileChannel channel) {
    this.file = file;
    this.channel = channel;
  }

  static Path beside(Path plan) {
    return plan.resolveSibling(plan.getFileName() + ".journal");
  }

  /// When those changes of a plan that are in force were made, by their number; none where nothing
  /// was applied. It is only read, a run may have it open: `close` would take its empty file away.
  ///
  /// @throws SourceException if it cannot be read, or is none
  public static Map<Integer, Instant> madeAt(Path plan) throws SourceException {
    var file = beside(plan);
    if (!Files.exists(file)) {
      return Map.of();
    }
    try (var channel = FileChannel.open(file, StandardOpenOption.READ)) {
      var journal = new Journal(file, channel);
      var _ = journal.taken();
      var made = new HashMap<Integer, Instant>();
      for (var change : journal.states.keySet()) {
        journal.appliedAt(change).ifPresent(at -> made.put(change, at));
      }
      return made;
    } catch (IOException failure) {
      throw new SourceException("Cannot read the journal %s.".formatted(shown(file)), failure);
    }
  }

  /// Opens it for one run, with all that stands in it; makes it where there is none. A line that
  /// was cut off while it was written announced something that was not begun.
  static Journal open(Path file) throws SourceException {
    try {
      boolean isNew = !Files.exists(file);
      var channel =
          FileChannel.open(
              file,
              Set.of(StandardOpenOption.CREATE, StandardOpenOption.APPEND),
              ofItsOwnerAlone(file));
      try {
        if (channel.tryLock() == null) {
          throw new SourceException(
              "Another run of vacuum-advisor works on this plan (%s is locked). Wait until it ends."
                  .formatted(shown(file)));
        }
        if (isNew) {
          forceDirectory(file);
        }
        var journal = new Journal(file, channel);
        var rest = journal.taken();
        if (!rest.isEmpty()) {
          journal.write(journal.isTaken(rest) ? "\n" : CUT_OFF + "\n");
        }
        return journal;
      } catch (IOException | SourceException failure) {
        channel.close();
        throw failure;
      }
    } catch (IOException failure) {
      throw unusable(file, failure);
    }
  }

  private static FileAttribute<?>[] ofItsOwnerAlone(Path file) {
    return file.getFileSystem().supportedFileAttributeViews().contains("posix")
        ? new FileAttribute<?>[] {
          PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"))
        }
        : new FileAttribute<?>[0];
  }

  /// So that the name of a new file survives a crash of the machine, too; not every system can.
  private static void forceDirectory(Path file) {
    try (var directory = FileChannel.open(file.toAbsolutePath().getParent())) {
      directory.force(true);
    } catch (IOException _) {
      // Windows cannot open directories.
    }
  }

  /// Takes all whole lines. One that was cut off may end within a character.
  ///
  /// @return what stands after them
  private String taken() throws IOException, SourceException {
    var text = new String(Files.readAllBytes(file), StandardCharsets.UTF_8);
    var whole = text.substring(0, text.lastIndexOf('\n') + 1);
    int number = 0;
    for (var each : whole.lines().toList()) {
      number++;
      if (!each.endsWith(CUT_OFF) && !isTaken(each)) {
        throw new SourceException(
            "Line %d of %s is none of a journal: the file was damaged or written by something else. Nothing was done."
                .formatted(number, shown(file)));
      }
    }
    return text.substring(whole.length());
  }

  private boolean isTaken(String line) {
    try {
      take(JSON.read(line, NOTHING));
      return true;
    } catch (IllegalArgumentException _) {
      return false;
    }
  }

  /// Adds a line, and returns when it is on the disk.
  void add(JournalLine line) throws SourceException {
    try {
      write(JSON.write(line) + "\n");
      take(line);
    } catch (IOException failure) {
      throw unusable(file, failure);
    }
  }

  private void write(String text) throws IOException {
    var bytes = ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8));
    while (bytes.hasRemaining()) {
      channel.write(bytes);
    }
    channel.force(true);
  }

  private void take(JournalLine line) {
    lines.add(line);
    var attempt = line.attempt();
    if (attempt != null) {
      states.put(attempt.change(), state(attempt.change()).after(line, attempt));
    }
  }

  /// What is known of a change, begun or not.
  State state(int change) {
    return states.getOrDefault(change, State.NONE);
  }

  /// When it was made; empty where it is not in force.
  Optional<Instant> appliedAt(int change) {
    return Optional.ofNullable(state(change).applied()).map(JournalLine::at);
  }

  /// Whether anything was begun of a change.
  boolean knows(int change) {
    return states.containsKey(change);
  }

  /// Of what it is; empty where nothing was begun.
  Optional<JournalLine.Begun> begun() {
    return lines.stream().flatMap(each -> Stream.ofNullable(each.begun())).findFirst();
  }

  private static SourceException unusable(Path file, IOException failure) {
    return new SourceException(
        "Cannot write the journal %s: %s. Without it nothing is set: put the plan where you may write."
            .formatted(shown(file), TerminalText.escaped(String.valueOf(failure.getMessage()))),
        failure);
  }

  private static String shown(Path file) {
    return TerminalText.escaped(file.toString());
  }

  @Override
  public void close() throws SourceException {
    try {
      if (lines.isEmpty()) {
        Files.deleteIfExists(file);
      }
      channel.close();
    } catch (IOException failure) {
      throw unusable(file, failure);
    }
  }
}
