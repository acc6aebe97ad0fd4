package org.vacuumadvisor.source.log.template;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.vacuumadvisor.source.log.Column;
import org.vacuumadvisor.source.log.Entry;

/// Turns messages of a server that speaks another language into the English ones, so that they are
/// read like these. Lines that it does not know stay as they are: they count as unknown, and the
/// figures in them stay unknown.
public final class Translator {
  private boolean isOn;
  private boolean hasTranslated;
  private @Nullable Phrase heading;

  /// Another input begins.
  public void reset() {
    isOn = false;
    hasTranslated = false;
    heading = null;
  }

  /// Whether a translated line was seen.
  public boolean isOn() {
    return isOn;
  }

  /// Whether anything in what was asked for last was a translation.
  public boolean hasTranslated() {
    return hasTranslated;
  }

  /// The first line of a run in what was asked for last; null if there was none.
  public @Nullable Phrase heading() {
    return heading;
  }

  /// What this line says in English; the line itself if it is no translation.
  public byte[] line(byte[] bytes, int from, int to) {
    hasTranslated = false;
    heading = null;
    return translated(bytes, from, to);
  }

  /// The same message in English; the message itself if nothing in it is a translation.
  public Entry entry(Entry entry) {
    hasTranslated = false;
    heading = null;
    var translated = new Entry();
    var text = new byte[entry.lines()][];
    int size = 0;
    for (int line = 0; line < entry.lines(); line++) {
      int from = line == 0 ? Lines.message(entry) : entry.from(line);
      int begin = Lines.start(entry.bytes(), from, entry.to(line));
      text[line] =
          translated(entry.bytes(), begin, Lines.end(entry.bytes(), begin, entry.to(line)));
      size += text[line].length;
    }
    if (!hasTranslated) {
      return entry;
    }
    int columns = entry.bytes().length;
    var all = new byte[columns + size];
    System.arraycopy(entry.bytes(), 0, all, 0, columns);
    translated.begin(all, entry.level());
    translated.session(entry.session(), entry.pid());
    for (var column : Column.values()) {
      if (entry.has(column)) {
        translated.column(column, entry.from(column), entry.to(column));
      }
    }
    int at = columns;
    for (int line = 0; line < text.length; line++) {
      System.arraycopy(text[line], 0, all, at, text[line].length);
      translated.line(entry.section(line), at, at + text[line].length, entry.number(line));
      at += text[line].length;
    }
    return translated;
  }

  private byte[] translated(byte[] bytes, int from, int to) {
    if (Translations.isPossible(bytes, from, to) || isOn) {
      var phrase = Translations.find(bytes, from, to);
      if (phrase != null) {
        isOn = true;
        hasTranslated = true;
        heading = heading == null && phrase.isHeading() ? phrase : heading;
        return phrase.english(bytes, from, to);
      }
    }
    return Arrays.copyOfRange(bytes, from, to);
  }
}
