package org.vacuumadvisor.source.paste.text;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import org.vacuumadvisor.source.paste.table.Line;
import org.vacuumadvisor.source.paste.thing.Gathered;

/// Figures in English sentences, around PostgreSQL's own names and the few words that everybody
/// uses for them. A sentence may go over lines; it counts in the line where its figure stands.
final class Sentences {
  private static final int LONGEST = 4_000;

  /// `pg_class.reloptions` by itself.
  private static final Pattern OPTIONS =
      Pattern.compile(
          "\\{(?:toast\\.)?(?:autovacuum|vacuum|log_autovacuum|fillfactor)[a-z_]{0,60}=[^{}]{1,2000}}");

  /// A line that ends with a name and its value is no sentence that goes on.
  private static final Pattern VALUE_AT_END = Pattern.compile("[:=]\\s{0,9}[\\w.]{1,40}$");

  private final Told told;
  private final NamedFigures named;
  private final CommonWords words;
  private final SizesInWords sizes;
  private String pending = "";

  Sentences(Gathered gathered) {
    this.told = new Told(gathered);
    this.named = new NamedFigures(told);
    this.words = new CommonWords(told);
    this.sizes = new SizesInWords(told);
  }

  /// How many figures were read.
  int read() {
    return told.read();
  }

  /// A blank line ends a sentence.
  void gap() {
    pending = "";
    sizes.gap();
  }

  /// Whether the line is part of a sentence that states nothing: its figures are no facts.
  boolean isDoubtful(Line line) {
    var words = uncommented(line.text());
    if (words.length() > LONGEST || words.split("\\s+", 6).length < 5) {
      return false;
    }
    int at = pending.isEmpty() ? 0 : -pending.length() - 1;
    for (var sentence : sentences((pending + " " + words).strip())) {
      at += sentence.length() + 1;
      if (at > 0 && !Mood.isStated(sentence)) {
        return true;
      }
    }
    return false;
  }

  /// Takes the figures of a line; false if there are none.
  boolean take(Line line) {
    var text = uncommented(line.text());
    if (text.isEmpty() || text.length() > LONGEST) {
      pending = "";
      return false;
    }
    if (CommonWords.isCount(text)) {
      return true;
    }
    if (OPTIONS.matcher(text).matches()) {
      told.ofTable("reloptions", text, line.number());
      return true;
    }
    if (told.seeRow(text)) {
      pending = "";
    }
    int fresh = pending.isEmpty() ? 0 : pending.length() + 1;
    var sentences = sentences((pending + " " + text).strip());
    pending = sentences.isEmpty() || isEnded(sentences.getLast()) ? "" : sentences.getLast();
    boolean mayGoOn =
        pending.length() <= LONGEST
            && pending.split("\\s+", 4).length > 3
            && !VALUE_AT_END.matcher(pending).find();
    pending = mayGoOn ? pending : "";
    int before = told.read();
    for (var sentence : sentences) {
      told.seeTable(sentence);
      if (Mood.isStated(sentence)) {
        // what ends before the line begins was read with the line before
        named.take(sentence, fresh, line.number());
        words.take(sentence, fresh, line.number());
        sizes.take(sentence, fresh, line.number());
      }
      fresh -= sentence.length() + 1;
    }
    return told.read() > before;
  }

  /// Without a comment of a configuration file, which shows defaults.
  private static String uncommented(String line) {
    int comment = line.indexOf('#');
    return (comment < 0 ? line : line.substring(0, comment)).strip();
  }

  private static boolean isEnded(String sentence) {
    return !sentence.isEmpty() && ".!?:;".indexOf(sentence.charAt(sentence.length() - 1)) >= 0;
  }

  private static List<String> sentences(String text) {
    var all = new ArrayList<String>();
    int from = 0;
    for (int at = 0; at + 1 < text.length(); at++) {
      boolean isEnd =
          ".!?;".indexOf(text.charAt(at)) >= 0
              && text.charAt(at + 1) == ' '
              && !isAbbreviation(text, at);
      if (isEnd) {
        all.add(text.substring(from, at + 1));
        from = at + 2;
      }
    }
    if (from < text.length()) {
      all.add(text.substring(from));
    }
    return all;
  }

  private static boolean isAbbreviation(String text, int dot) {
    int start = dot;
    while (start > 0 && text.charAt(start - 1) != ' ') {
      start--;
    }
    return text.charAt(dot) == '.'
        && List.of(
                "e.g", "i.e", "approx", "ca", "vs", "etc", "no", "tsd", "mio", "mrd", "млн", "тыс")
            .contains(text.substring(start, dot).toLowerCase(Locale.ROOT));
  }
}
