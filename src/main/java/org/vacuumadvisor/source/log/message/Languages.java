package org.vacuumadvisor.source.log.message;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.vacuumadvisor.model.history.Notice;
import org.vacuumadvisor.model.history.NoticeKind;
import org.vacuumadvisor.model.history.Stamp;
import org.vacuumadvisor.source.log.Entry;
import org.vacuumadvisor.source.log.Scan;
import org.vacuumadvisor.source.log.Word;
import org.vacuumadvisor.source.log.template.Lines;
import org.vacuumadvisor.source.log.template.Phrase;
import org.vacuumadvisor.source.log.template.Translations;

/// The languages that messages come in (`lc_messages`): puts what is translated into English, so
/// that it is read like that, and tells once for each input that it is not in English. Lines that
/// nobody knows stay as they are: they count as unknown, and the figures in them stay unknown.
final class Languages {
  private final OpenRuns openRuns;
  private final NoticeReader notices;
  private ForeignReport foreignReport = new ForeignReport();
  private boolean isOn;
  private boolean hasTranslated;

  /// The first line of a run in what was asked for last.
  private @Nullable Phrase heading;

  private boolean isTold;
  private boolean hasToldAny;

  Languages(OpenRuns openRuns, NoticeReader notices) {
    this.openRuns = openRuns;
    this.notices = notices;
  }

  /// Another input begins.
  void reset() {
    isTold = false;
    foreignReport = new ForeignReport();
    isOn = false;
    notices.translated(false);
  }

  /// Whether a translation was found in this input.
  boolean isOn() {
    return isOn;
  }

  /// Whether what was put into English last was in another language.
  boolean hasTranslated() {
    return hasTranslated;
  }

  /// Whether any input was not in English.
  boolean hasToldAny() {
    return hasToldAny;
  }

  /// Whether the first line of a message is the first translation in this input.
  boolean isFirstTranslation(Entry entry) {
    int from = Lines.message(entry);
    int to = Lines.end(entry.bytes(), from, entry.to(0));
    return !isOn
        && Translations.isPossible(entry.bytes(), from, to)
        && Translations.find(entry.bytes(), from, to) != null;
  }

  Entry english(Entry entry) {
    hasTranslated = false;
    heading = null;
    var text = new ArrayList<Entry.Line>();
    for (int line = 0; line < entry.lines(); line++) {
      int begin = Lines.start(entry.bytes(), entry.from(line), entry.to(line));
      int end = Lines.end(entry.bytes(), begin, entry.to(line));
      var english = translated(entry.bytes(), begin, end);
      text.add(new Entry.Line(entry.section(line), english, entry.number(line)));
    }
    notices.translated(hasTranslated);
    tell(entry.number(0));
    return hasTranslated ? entry.with(text) : entry;
  }

  byte[] english(byte[] bytes, int from, int to, long line) {
    hasTranslated = false;
    heading = null;
    var english = translated(bytes, from, to);
    tell(line);
    return english;
  }

  private byte[] translated(byte[] bytes, int from, int to) {
    var phrase =
        isOn || Translations.isPossible(bytes, from, to)
            ? Translations.find(bytes, from, to)
            : null;
    if (phrase == null) {
      return Arrays.copyOfRange(bytes, from, to);
    }
    isOn = true;
    hasTranslated = true;
    heading = heading == null && phrase.isHeading() ? phrase : heading;
    return phrase.english(bytes, from, to);
  }

  /// Looks whether a line that nobody knows is of a report in a language that is not known.
  void look(byte[] bytes, int from, int to, long line) {
    if (isTold) {
      return;
    }
    long heading = foreignReport.look(bytes, from, to, line);
    if (heading > 0) {
      tell(heading, null);
    }
  }

  private void tell(long line) {
    if (heading != null) {
      tell(line, heading.language());
    }
  }

  /// @param language null if it is not known
  private void tell(long line, @Nullable String language) {
    if (!isTold) {
      isTold = true;
      hasToldAny = true;
      openRuns.notice(
          new Notice(NoticeKind.UNSUPPORTED_LANGUAGE, openRuns.place(line), Stamp.NONE, language));
    }
  }

  /// Recognises a report in a language of which no word is known, by what no translation changes: a
  /// name with database and schema, and under it a line with two rates in `MB/s`.
  private static final class ForeignReport {
    private static final Word RATE = new Word("MB/s");
    private static final int LONGEST = 400;

    /// Lines of a report between its heading and its rates: three dozen indexes.
    private static final int FARTHEST = 60;

    private @Nullable String name;
    private long heading;
    private int distance;

    /// Looks at a line that the grammar does not know.
    ///
    /// @return the line on which a report begins that this line belongs to; 0 if none does
    long look(byte[] bytes, int from, int to, long line) {
      if (to - from > LONGEST || ++distance > FARTHEST) {
        name = null;
        distance = 0;
      }
      if (to - from > LONGEST) {
        return 0;
      }
      if (name != null && hasTwoRates(bytes, from, to)) {
        return heading;
      }
      var other = qualifiedName(bytes, from, to);
      if (other != null && !other.equals(name)) {
        name = other;
        heading = line;
        distance = 0;
      }
      return 0;
    }

    private static boolean hasTwoRates(byte[] bytes, int from, int to) {
      for (int at = from; at < to; at++) {
        if (RATE.standsAt(bytes, at, to)) {
          return RATE.find(bytes, at + RATE.length(), to) >= 0;
        }
      }
      return false;
    }

    /// The first text between blanks or quotes that begins with a letter and has two dots.
    private static @Nullable String qualifiedName(byte[] bytes, int from, int to) {
      int begin = from;
      int dots = 0;
      for (int at = from; at <= to; at++) {
        if (at == to || bytes[at] == ' ' || bytes[at] == '"' || bytes[at] < 0) {
          if (dots >= 2
              && (Scan.isLetter(bytes[begin]) || bytes[begin] == '_')
              && bytes[at - 1] != '.') {
            return new String(bytes, begin, at - begin, StandardCharsets.UTF_8);
          }
          begin = at + 1;
          dots = 0;
        } else if (bytes[at] == '.') {
          dots++;
        }
      }
      return null;
    }
  }
}
