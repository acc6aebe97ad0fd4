package org.vacuumadvisor.gui.paste;

import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.vacuumadvisor.model.history.Command;
import org.vacuumadvisor.model.history.Moments;
import org.vacuumadvisor.model.history.Run;
import org.vacuumadvisor.model.history.Trait;
import org.vacuumadvisor.model.history.Trigger;
import org.vacuumadvisor.report.TerminalText;

/// The figures of a run as the window shows and sorts them. Null is what the run does not say.
final class RunFigures {
  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss", Locale.ROOT).withZone(ZoneOffset.UTC);

  private static final long PAGE = 8192;

  private RunFigures() {}

  static String table(Run run) {
    var name = run.heading().name();
    var schema = name.schema() == null ? "" : name.schema() + ".";
    return TerminalText.escaped(name.table() == null ? "(cut off)" : schema + name.table());
  }

  static String kind(Run run) {
    var heading = run.heading();
    var by = isManual(run) ? "manual " : "";
    if (heading.command() == Command.ANALYZE) {
      return by + "analyze";
    }
    return by
        + (run.is(Trait.TO_PREVENT_WRAPAROUND)
            ? "forced "
            : run.is(Trait.AGGRESSIVE) ? "aggressive " : "")
        + "vacuum";
  }

  /// Whether somebody gave the command.
  static boolean isManual(Run run) {
    return run.heading().trigger() == Trigger.MANUAL;
  }

  /// When something was, in UTC.
  static String time(Instant instant) {
    return TIME.format(instant);
  }

  /// In UTC; empty where the log has no times.
  static String ended(Run run) {
    return Moments.end(run).map(TIME::format).orElse("");
  }

  static @Nullable Double seconds(Run run) {
    return run.elapsedSeconds();
  }

  /// Seconds of the run in which it slept for the cost limit.
  static @Nullable Double slept(Run run) {
    var delay = run.usage().delayMs();
    return delay == null ? null : delay / 1e3;
  }

  static @Nullable Long removed(Run run) {
    var tuples = run.outcome().tuples();
    return tuples.removed() == null ? tuples.removable() : tuples.removed();
  }

  static @Nullable Long kept(Run run) {
    return run.outcome().tuples().deadNotRemovable();
  }

  static @Nullable Long scanned(Run run) {
    var pages = run.outcome().pages();
    return pages.scanned();
  }

  /// Pages of the table, when the run began as far as that is known.
  static @Nullable Long pages(Run run) {
    var pages = run.outcome().pages();
    var removed = pages.removed() == null ? 0L : pages.removed();
    return pages.total() != null
        ? pages.total()
        : pages.remain() == null ? null : Long.valueOf(pages.remain() + removed);
  }

  static @Nullable Long indexScans(Run run) {
    return run.outcome().indexScans();
  }

  /// Bytes read, of pages of the usual size.
  static @Nullable Long read(Run run) {
    var buffers = run.usage().buffers();
    return buffers == null ? null : buffers.reads() * PAGE;
  }

  /// Bytes of pages that were changed, likewise.
  static @Nullable Long dirtied(Run run) {
    var buffers = run.usage().buffers();
    return buffers == null ? null : buffers.dirtied() * PAGE;
  }

  static @Nullable Double readRate(Run run) {
    var rates = run.usage().rates();
    return rates == null ? null : rates.readMBps();
  }

  static @Nullable Double writeRate(Run run) {
    var rates = run.usage().rates();
    return rates == null ? null : rates.writeMBps();
  }
}
