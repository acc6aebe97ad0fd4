package org.vacuumadvisor.source.log.template;

import java.util.ArrayList;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;
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
    var text = new ArrayList<Entry.Line>();
    for (int line = 0; line < entry.lines(); line++) {
      int from = line == 0 ? Lines.message(entry) : entry.from(line);
      int begin = Lines.start(entry.bytes(), from, entry.to(line));
      int end = Lines.end(entry.bytes(), begin, entry.to(line));
      var english = translated(entry.bytes(), begin, end);
      text.add(new Entry.Line(entry.section(line), english, entry.number(line)));
    }
    return hasTranslated ? entry.with(text) : entry;
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
