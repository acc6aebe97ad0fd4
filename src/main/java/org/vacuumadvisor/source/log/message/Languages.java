package org.vacuumadvisor.source.log.message;

import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;
import org.vacuumadvisor.model.history.Notice;
import org.vacuumadvisor.model.history.NoticeKind;
import org.vacuumadvisor.model.history.Stamp;
import org.vacuumadvisor.source.log.Entry;
import org.vacuumadvisor.source.log.template.Lines;
import org.vacuumadvisor.source.log.template.Translations;
import org.vacuumadvisor.source.log.template.Translator;
import org.vacuumadvisor.source.log.template.Word;

/// The languages that messages come in (`lc_messages`): puts what is translated into English, and
/// tells once for each input that it is not in English.
final class Languages {
  private final OpenRuns openRuns;
  private final NoticeReader notices;
  private final Translator translator = new Translator();
  private ForeignReport foreignReport = new ForeignReport();
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
    translator.reset();
    notices.translated(false);
  }

  /// Whether a translation was found in this input.
  boolean isOn() {
    return translator.isOn();
  }

  /// Whether what was put into English last was in another language.
  boolean hasTranslated() {
    return translator.hasTranslated();
  }

  /// Whether any input was not in English.
  boolean hasToldAny() {
    return hasToldAny;
  }

  /// Whether the first line of a message is the first translation in this input.
  boolean isFirstTranslation(Entry entry) {
    int from = Lines.message(entry);
    int to = Lines.end(entry.bytes(), from, entry.to(0));
    return !translator.isOn()
        && Translations.isPossible(entry.bytes(), from, to)
        && Translations.find(entry.bytes(), from, to) != null;
  }

  Entry english(Entry entry) {
    var english = translator.entry(entry);
    notices.translated(translator.hasTranslated());
    tell(entry.number(0));
    return english;
  }

  byte[] english(byte[] bytes, int from, int to, long line) {
    var english = translator.line(bytes, from, to);
    tell(line);
    return english;
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
    var heading = translator.heading();
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
          if (dots >= 2 && isLetter(bytes[begin]) && bytes[at - 1] != '.') {
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

    private static boolean isLetter(byte each) {
      return (each >= 'a' && each <= 'z') || (each >= 'A' && each <= 'Z') || each == '_';
    }
  }
}
