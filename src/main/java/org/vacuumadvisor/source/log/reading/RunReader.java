package org.vacuumadvisor.source.log.reading;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.vacuumadvisor.model.history.Input;
import org.vacuumadvisor.model.history.Notice;
import org.vacuumadvisor.model.history.NoticeKind;
import org.vacuumadvisor.model.history.Place;
import org.vacuumadvisor.model.history.RunSink;
import org.vacuumadvisor.model.history.Stamp;
import org.vacuumadvisor.source.SourceException;
import org.vacuumadvisor.source.log.file.LogSource;
import org.vacuumadvisor.source.log.file.Progress;
import org.vacuumadvisor.source.log.line.Detection;
import org.vacuumadvisor.source.log.line.MessageOrder;
import org.vacuumadvisor.source.log.line.ReadOptions;
import org.vacuumadvisor.source.log.message.Assembler;

/// Reads logs and pasted text to runs and notices.
public final class RunReader {
  private final ReadOptions options;

  public RunReader(ReadOptions options) {
    this.options = options;
  }

  /// Reads these inputs as one log, in their order. What an input as a whole is, empty, or without
  /// a word about VACUUM, is told last.
  ///
  /// @throws SourceException if an input cannot be opened or read
  public Result read(List<LogSource> sources, RunSink sink, Progress progress)
      throws SourceException {
    var assembler = new Assembler(sink);
    var order = new MessageOrder(assembler);
    return tell(new LogReader(options).read(sources, order, progress), assembler, order, sink);
  }

  private static Result tell(
      List<Detection> detections, Assembler assembler, MessageOrder order, RunSink sink) {
    order
        .leftOut()
        .forEach((input, reports) ->
            sink.notice(about(input, NoticeKind.LINES_OUT_OF_ORDER, Long.toString(reports))));
    boolean isSilent = !assembler.hasSeenAny();
    for (var detection : detections) {
      switch (detection.contents()) {
        case EMPTY, BLANK -> sink.notice(about(detection.input(), NoticeKind.EMPTY_INPUT));
        case BINARY -> sink.notice(about(detection.input(), NoticeKind.BINARY_INPUT));
        case TEXT -> {
          if (isSilent) {
            sink.notice(about(detection.input(), NoticeKind.NO_VACUUM_OUTPUT));
            if (!detection.hasMessages()) {
              sink.notice(about(detection.input(), NoticeKind.NOT_A_LOG));
            }
          }
        }
      }
    }
    var broken =
        detections.stream()
            .filter(Detection::isCut)
            .map(each -> new Place(each.input(), Math.max(1, each.lines())))
            .toList();
    return new Result(detections, assembler.understanding().brokenAt(broken), isSilent);
  }

  private static Notice about(Input input, NoticeKind kind) {
    return about(input, kind, null);
  }

  private static Notice about(Input input, NoticeKind kind, @Nullable String text) {
    return new Notice(kind, new Place(input, 1), Stamp.NONE, text);
  }
}
