package org.vacuumadvisor.source.log.line;

import java.util.Arrays;
import org.vacuumadvisor.source.log.EntrySink;
import org.vacuumadvisor.source.log.Scan;
import org.vacuumadvisor.source.log.Word;

/// Takes the lines of an input and frees each of what is wrapped around it, layer by layer. Every
/// line shows by itself what it is, so that wrappers may change anywhere: in the middle of standard
/// input, or where one file was appended to another.
public final class Unwrapper {
  /// What came out of order is put right if it is no later than this.
  static final int MOST_LINES_LATE = 1_000;

  private static final int DEEPEST = 6;
  private static final Word OUT = new Word("stdout ");
  private static final Word ERR = new Word("stderr ");
  private static final Word POD = new Word("[pod/");
  private static final Word TAB_ESCAPE = new Word("#01");

  private final LogFormat format;
  private final LayersSeen evidence;
  private final Streams streams;
  private final LineMarks marks;
  private final CsvRecord csv;
  private final JsonWrapper json;
  private final Syslog syslog;
  private final Wrapping wrapping = new Wrapping();
  private final Stamps stamps = new Stamps();
  private final Partial partial = new Partial();
  private final LineOrder order;
  private int csvDepth;
  private int objectDepth;

  public Unwrapper(EntrySink sink, ReadOptions options, Habits habits, LayersSeen evidence) {
    this.format = options.format();
    this.syslog = new Syslog(options.years());
    this.evidence = evidence;
    this.marks = habits.marks();
    this.streams = new Streams(sink, options.prefix(), habits, evidence);
    this.csv = new CsvRecord(sink, evidence);
    this.json = new JsonWrapper(sink, evidence, habits, this::ofObject, this::flush);
    this.order = new LineOrder(habits, this::inOrder);
  }

  public Streams streams() {
    return streams;
  }

  /// Whether the next line may be looked at by itself: nothing that spans lines is open.
  public boolean isBetweenRecords() {
    return !csv.isOpen() && !json.isOpen() && partial.isEmpty() && order.isEmpty();
  }

  /// Passes over a line at first sight, as [Messages#skim] does.
  public int skim(byte[] in, int from, int to) {
    return streams.main().skim(in, from, to);
  }

  /// The next line, without its end.
  public void line(byte[] in, int from, int to, long number) {
    if (csv.isOpen() && csvDepth == 0 && goesOn(in, from, to, number)) {
      return;
    }
    if (json.isOpen() && json.add(in, from, to, number)) {
      return;
    }
    wrapping.clear();
    peel(in, from, to, number, 0);
  }

  /// More of a line that is too long to be held: only quotes in it may matter.
  public void tooLong(byte[] in, int from, int to) {
    if (csv.isOpen()) {
      csv.tooLong(in, from, to);
    }
  }

  /// The input is over.
  public void end() {
    order.release();
    csv.cut();
    json.cut();
    if (!partial.isEmpty()) {
      partial.release(this::inner, wrapping);
    }
    streams.flush();
  }

  /// Hands on the lines that wait for others of their wrapper, before one that is not of it.
  private void releaseAt(int depth) {
    if (depth == 0 && !order.isEmpty()) {
      order.release();
    }
  }

  private void flush() {
    order.release();
    streams.flush();
  }

  /// A line in the order in which it was written.
  private void inOrder(byte[] in, int from, int to, long number, Wrapping around) {
    if (around.piece >= 0) {
      wrapping.take(around);
      piece(in, from, to, number, 0);
    } else {
      inner(in, from, to, number, around);
    }
  }

  /// A line out of an object of JSON.
  private void ofObject(byte[] in, int from, int to, long number, Wrapping around) {
    if (objectDepth > 0 || around.timestamp == null) {
      inner(in, from, to, number, around);
      return;
    }
    byte[] moment = Scan.bytes(around.timestamp);
    byte[] text = Arrays.copyOf(moment, moment.length + to - from);
    System.arraycopy(in, from, text, moment.length, to - from);
    order.add(text, 0, moment.length, text.length, number, around);
  }

  /// A line out of a wrapper, which may be wrapped again.
  private void inner(byte[] in, int from, int to, long number, Wrapping around) {
    wrapping.take(around);
    peel(in, from, to, number, 1);
  }

  /// Whether the line goes on with the record of csvlog that is open.
  private boolean goesOn(byte[] in, int from, int to, long number) {
    if (CsvRecord.begins(in, from, to)) {
      csv.interrupt();
      return false;
    }
    csv.add(in, from, to, number);
    return true;
  }

  private void peel(byte[] in, int from, int to, long number, int depth) {
    if (csv.isOpen() && depth == csvDepth && depth > 0 && goesOn(in, from, to, number)) {
      return;
    }
    int unmarked = depth == 0 ? marks.afterNumber(in, from, to) : -1;
    if (unmarked >= 0) {
      numbered(in, from, unmarked, to, number, depth);
      return;
    }
    boolean isPeeled =
        from < to
            && depth < DEEPEST
            && switch (in[from]) {
              case '\t' -> tabbed(in, from, to, number, depth);
              case '>' -> quote(in, from, to, number, depth);
              case '<' -> priority(in, from, to, number, depth);
              case '{', '[' ->
                  object(in, from, to, number, depth) || pod(in, from, to, number, depth);
              case ' ' -> indented(in, from, to, number, depth);
              default ->
                  Scan.isDigit(in[from])
                      ? digit(in, from, to, number, depth)
                      : letter(in, from, to, number, depth);
            };
    if (!isPeeled) {
      releaseAt(depth);
      streams.of(wrapping, number).line(in, from, to, number, wrapping);
    }
  }

  private boolean quote(byte[] in, int from, int to, long number, int depth) {
    boolean isQuote =
        from + 1 == to
            || in[from + 1] == ' '
            || in[from + 1] == '>'
            || in[from + 1] == '\t'
            || marks.hasQuotes();
    if (isQuote) {
      int begin = from + 1 < to && in[from + 1] == ' ' ? from + 2 : from + 1;
      layer(Layer.QUOTES, in, from, begin, to, number, depth);
    }
    return isQuote;
  }

  private boolean indented(byte[] in, int from, int to, long number, int depth) {
    int begin = Scan.spaces(in, from, to);
    if (begin == to) {
      return false;
    }
    if (in[begin] == '>') {
      return quote(in, begin, to, number, depth);
    }
    if (in[begin] == '{') {
      return object(in, begin, to, number, depth);
    }
    int digits = Scan.digits(in, begin, to);
    if (digits > begin && digits < to && in[digits] == '\t') {
      return numbered(in, from, digits + 1, to, number, depth);
    }
    return CsvRecord.begins(in, begin, to) && digit(in, begin, to, number, depth);
  }

  /// A record of csvlog that was indented by tabs. Inside a message it is that message's text.
  private boolean tabbed(byte[] in, int from, int to, long number, int depth) {
    int begin = from;
    while (begin < to && in[begin] == '\t') {
      begin++;
    }
    return CsvRecord.begins(in, begin, to)
        && streams.main().isOutside()
        && digit(in, begin, to, number, depth);
  }

  private boolean numbered(byte[] in, int from, int begin, int to, long number, int depth) {
    layer(Layer.NUMBERED, in, from, begin, to, number, depth);
    return true;
  }

  /// Takes off what says nothing of the line.
  private void layer(Layer layer, byte[] in, int from, int begin, int to, long number, int depth) {
    releaseAt(depth);
    evidence.see(layer, in, from, to, number);
    peel(in, begin, to, number, depth + 1);
  }

  private boolean priority(byte[] in, int from, int to, long number, int depth) {
    int end = Scan.digits(in, from + 1, Math.min(to, from + 4));
    if (end == from + 1 || end >= to || in[end] != '>') {
      return false;
    }
    boolean isNew = end + 2 < to && in[end + 1] == '1' && in[end + 2] == ' ';
    int begin = isNew ? syslog.structured(in, end + 3, to, wrapping) : end + 1;
    if (!isNew || begin < 0) {
      peel(in, begin < 0 ? end + 1 : begin, to, number, depth + 1);
      return true;
    }
    return syslogText(in, from, begin, to, number, depth);
  }

  private boolean object(byte[] in, int from, int to, long number, int depth) {
    objectDepth = depth;
    return JsonWrapper.mayBegin(in, from, to)
        && format.allows(Layer.JSON_WRAPPER)
        && json.read(in, from, to, number);
  }

  /// `[pod/pg-0/postgres] …`, as `kubectl logs --prefix` writes it.
  private boolean pod(byte[] in, int from, int to, long number, int depth) {
    int end = Scan.find(in, from, Math.min(to, from + 200), ']');
    boolean isPod = POD.standsAt(in, from, to) && end + 1 < to;
    if (isPod) {
      releaseAt(depth);
      wrapping.stream = Scan.hash(in, from, end);
      layer(Layer.COMPOSE, in, from, end + 2, to, number, depth);
    }
    return isPod;
  }

  private boolean digit(byte[] in, int from, int to, long number, int depth) {
    if (format.allows(Layer.CSVLOG) && CsvRecord.begins(in, from, to)) {
      releaseAt(depth);
      streams.flush();
      csvDepth = depth;
      csv.begin(in, from, to, number);
      return true;
    }
    int seconds = Stamps.endOfSeconds(in, from, to);
    if (seconds > 0 && in[from + 10] == 'T') {
      stamps.clear();
      int end = stamps.readTimestamp(in, from, to);
      return end < to && in[end] == ' ' && timestamped(in, from, end + 1, to, number, depth);
    }
    if (seconds < 0) {
      int host = syslog.afterEpoch(in, from, to);
      if (host > 0) {
        return syslogText(in, from, host, to, number, depth);
      }
      int begin = Loose.afterGrepMark(in, from, to);
      return begin > 0 && numbered(in, from, begin, to, number, depth);
    }
    return false;
  }

  private boolean timestamped(byte[] in, int from, int rest, int to, long number, int depth) {
    wrapping.time(in, stamps);
    if (OUT.standsAt(in, rest, to) || ERR.standsAt(in, rest, to)) {
      evidence.see(Layer.CRI, in, from, to, number);
      int flag = rest + OUT.length();
      boolean hasFlag = flag < to && (in[flag] == 'F' || in[flag] == 'P');
      int begin = hasFlag ? Math.min(to, flag + 2) : flag;
      boolean isPiece = hasFlag && in[flag] == 'P';
      if (isPiece || !partial.isEmpty()) {
        partial.add(in, begin, to, number);
        if (!isPiece) {
          partial.release(this::inner, wrapping);
        }
        return true;
      }
      if (depth == 0) {
        order.add(in, from, begin, to, number, wrapping);
      } else {
        peel(in, begin, to, number, depth + 1);
      }
      return true;
    }
    int tag = syslog.afterTag(in, rest, to, wrapping);
    if (tag > 0) {
      return syslogText(in, from, tag, to, number, depth);
    }
    evidence.see(Layer.TIMESTAMPS, in, from, to, number);
    if (depth == 0) {
      order.add(in, from, rest, to, number, wrapping);
    } else {
      peel(in, rest, to, number, depth + 1);
    }
    return true;
  }

  private boolean letter(byte[] in, int from, int to, long number, int depth) {
    int tag = syslog.afterDate(in, from, to, wrapping);
    if (tag > 0) {
      return syslogText(in, from, tag, to, number, depth);
    }
    int begin = Syslog.afterService(in, from, to);
    if (begin > 0) {
      Messages messages = streams.main();
      boolean isLog =
          evidence.has(Layer.COMPOSE)
              || (begin < to && in[begin] == '{')
              || CsvRecord.begins(in, begin, to)
              || messages.isHead(in, begin, to);
      if (isLog) {
        releaseAt(depth);
        wrapping.stream = Scan.hash(in, from, Scan.word(in, from, to));
        layer(Layer.COMPOSE, in, from, begin, to, number, depth);
        return true;
      }
    }
    int line = Loose.afterGrepMark(in, from, to);
    return line > 0 && numbered(in, from, line, to, number, depth);
  }

  /// The text behind syslog's header: a message's beginning, or a further piece of one.
  private boolean syslogText(byte[] in, int from, int begin, int to, long number, int depth) {
    evidence.see(syslog.isHeroku() ? Layer.HEROKU : Layer.SYSLOG, in, from, to, number);
    int text = syslog.afterCounter(in, begin, to, wrapping);
    if (depth == 0) {
      order.add(in, text, text, to, number, wrapping);
    } else {
      piece(in, text, to, number, depth);
    }
    return true;
  }

  /// A piece of a message out of syslog.
  private void piece(byte[] in, int from, int to, long number, int depth) {
    int text = from;
    byte[] bytes = in;
    int end = to;
    if (TAB_ESCAPE.find(in, text, to) >= 0) {
      bytes = Syslog.unescape(in, text, to);
      text = 0;
      end = bytes.length;
    }
    Messages messages = streams.of(wrapping, number);
    boolean isFurther = wrapping.piece > 1;
    if (isFurther && !messages.isHead(bytes, text, end)) {
      text = Syslog.afterErrorCode(bytes, text, end);
    }
    boolean isRest =
        isFurther
            && text < end
            && bytes[text] != '\t'
            && !Loose.beginsLineOfReport(bytes, text, end);
    if (isRest && messages.isOpen() && !messages.isHead(bytes, text, end)) {
      messages.rest(bytes, text, end);
      return;
    }
    while (text < end) {
      int feed = Scan.newline(bytes, text, end);
      peel(bytes, text, feed, number, depth + 1);
      text = feed + 1;
    }
  }
}
