package org.vacuumadvisor.source.log.message;

import org.jspecify.annotations.Nullable;
import org.vacuumadvisor.model.run.Notice;
import org.vacuumadvisor.model.run.NoticeKind;
import org.vacuumadvisor.model.run.PrintedName;
import org.vacuumadvisor.model.run.Spot;
import org.vacuumadvisor.model.run.Stamp;
import org.vacuumadvisor.source.log.Entry;
import org.vacuumadvisor.source.log.template.Lines;
import org.vacuumadvisor.source.log.template.Translations;
import org.vacuumadvisor.source.log.template.Translator;

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
          new Notice(
              NoticeKind.UNSUPPORTED_LANGUAGE,
              openRuns.place(line),
              Stamp.NONE,
              null,
              PrintedName.NONE,
              Spot.NONE,
              Notice.Figures.NONE,
              language,
              false));
    }
  }
}
