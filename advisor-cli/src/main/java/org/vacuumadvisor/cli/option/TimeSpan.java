package org.vacuumadvisor.cli.option;

import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.vacuumadvisor.cli.program.WrongUsage;
import org.vacuumadvisor.model.history.Notice;
import org.vacuumadvisor.model.history.Run;
import org.vacuumadvisor.model.history.RunSink;
import org.vacuumadvisor.model.history.Stamp;
import picocli.CommandLine.Option;

/// A span of a log's own time. Times are compared as the log writes them, so nobody has to think of
/// zones; what has no time is within every span.
public final class TimeSpan {
  private static final Pattern TIME =
      Pattern.compile(
          "[0-9]{4}-[0-9]{2}-[0-9]{2}([ T][0-9]{2}(:[0-9]{2}(:[0-9]{2}([.][0-9]{1,6})?)?)?)?");

  @Option(names = "--since", paramLabel = "TIME")
  private @Nullable String since;

  @Option(names = "--until", paramLabel = "TIME")
  private @Nullable String until;

  private @Nullable String earliest;
  private @Nullable String latest;
  private boolean isFound;

  public boolean isGiven() {
    return since != null || until != null;
  }

  /// Refuses what is no time, before the work begins.
  public void check() {
    for (var time : new String[] {since, until}) {
      if (time != null && !TIME.matcher(time).matches()) {
        throw new WrongUsage(
            "'%s' is no time: write 2026-11-21 or '2026-11-21 14:30'".formatted(time));
      }
    }
  }

  /// Why nothing was found in the time that was asked for, though the logs have times.
  public Optional<String> refusal() {
    var from = earliest;
    return isFound || from == null
        ? Optional.empty()
        : Optional.of(
            "Nothing about VACUUM was logged in the time asked for: the logs tell of %s to %s."
                .formatted(from, latest));
  }

  /// Lets through what is within.
  public RunSink before(RunSink sink) {
    if (!isGiven()) {
      return sink;
    }
    return new RunSink() {
      @Override
      public void run(Run run) {
        if (isWithin(run.heading().stamp())) {
          sink.run(run);
        }
      }

      @Override
      public void notice(Notice notice) {
        if (isWithin(notice.stamp())) {
          sink.notice(notice);
        }
      }
    };
  }

  private boolean isWithin(Stamp stamp) {
    var time = stamp.timestamp();
    if (time == null) {
      return true;
    }
    earliest = earliest == null || time.compareTo(earliest) < 0 ? time : earliest;
    latest = latest == null || time.compareTo(latest) > 0 ? time : latest;
    boolean isWithin =
        (since == null || time.compareTo(since.replace('T', ' ')) >= 0)
            && (until == null || time.compareTo(until.replace('T', ' ')) < 0);
    isFound |= isWithin;
    return isWithin;
  }
}
