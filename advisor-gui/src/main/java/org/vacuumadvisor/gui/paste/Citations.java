package org.vacuumadvisor.gui.paste;

import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.vacuumadvisor.diagnosis.Fact;
import org.vacuumadvisor.diagnosis.Finding;

/// The lines of a document that a finding rests on, as the sources of its figures name them:
/// `postgresql.log:17`, `postgresql.log, line 17`, or `line 17` where there is one text. A source
/// names the first line of a message; the line that proves a figure is the one that shows it, or of
/// a row in psql's expanded form the one that begins it.
final class Citations {
  private static final Pattern LINE = Pattern.compile("\\bline (\\d{1,9})\\b");
  private static final Pattern NUMBER = Pattern.compile("\\d[\\d,]*(?:\\.\\d+)?");

  private final Document document;

  Citations(Document document) {
    this.document = document;
  }

  /// The lines that show the figures, and what belongs to their messages; the first figure leads.
  /// Where no line shows one, the first lines of the messages are what there is.
  Marks lines(Finding finding) {
    var proof = new TreeSet<Integer>();
    var firsts = new TreeSet<Integer>();
    var around = new TreeSet<Integer>();
    Integer lead = null;
    for (var fact : finding.evidence()) {
      for (int first : cited(fact)) {
        firsts.add(first);
        var message = document.message(first);
        around.addAll(message);
        var showing = showing(fact, message);
        proof.addAll(showing);
        if (showing.isEmpty() && document.isRecord(first)) {
          proof.add(first);
        }
        if (lead == null && !proof.isEmpty()) {
          lead = proof.first();
        }
      }
    }
    if (proof.isEmpty()) {
      proof.addAll(firsts);
      lead = firsts.isEmpty() ? null : firsts.first();
    }
    around.removeAll(proof);
    return new Marks(proof, around, Optional.ofNullable(lead), true);
  }

  /// The line of the message with most of the figures, of several that with the leading one; none
  /// where most of them are elsewhere.
  private Set<Integer> showing(Fact fact, Collection<Integer> message) {
    var figures = numbers(fact.value());
    int best = 0;
    Integer line = null;
    for (int each : message) {
      var there = numbers(document.line(each));
      boolean leads = figures.stream().limit(1).anyMatch(there::contains);
      int shown = 2 * (int) figures.stream().filter(there::contains).count() + (leads ? 1 : 0);
      if (shown > best) {
        best = shown;
        line = each;
      }
    }
    return line == null || best < figures.size() ? Set.of() : Set.of(line);
  }

  /// `1,402, removed: 15` is 1402 and 15.
  private static List<String> numbers(String text) {
    return NUMBER
        .matcher(text)
        .results()
        .map(each -> each.group().replace(",", ""))
        .distinct()
        .toList();
  }

  private SortedSet<Integer> cited(Fact fact) {
    var lines = new TreeSet<Integer>();
    var source = fact.source();
    for (int part = 0; part < document.names().size(); part++) {
      var name = Pattern.quote(document.names().get(part));
      var places = Pattern.compile(name + "(?::|, line )(\\d{1,9})").matcher(source);
      while (places.find()) {
        lines.add(document.number(part, Long.parseLong(places.group(1))));
      }
    }
    if (document.names().size() == 1) {
      var places = LINE.matcher(source);
      while (places.find()) {
        lines.add(document.number(0, Long.parseLong(places.group(1))));
      }
    }
    lines.removeIf(each -> each < 0 || each >= document.lines());
    return lines;
  }

  /// Lines that light up, counted from 0.
  ///
  /// @param proof those that prove it
  /// @param around what else belongs to their messages
  /// @param lead the one to look at first, of those that prove it; empty where there is none
  /// @param isAsked whether somebody asked to see them; false where they are shown unasked
  record Marks(
      SortedSet<Integer> proof,
      SortedSet<Integer> around,
      Optional<Integer> lead,
      boolean isAsked) {
    static final Marks NONE = new Marks(new TreeSet<>(), new TreeSet<>(), Optional.empty(), false);

    Marks {
      proof = Collections.unmodifiableSortedSet(new TreeSet<>(proof));
      around = Collections.unmodifiableSortedSet(new TreeSet<>(around));
    }

    /// Lines of which all are as good as another.
    static Marks of(SortedSet<Integer> lines) {
      return new Marks(lines, new TreeSet<>(), lines.stream().findFirst(), true);
    }

    boolean isEmpty() {
      return proof.isEmpty() && around.isEmpty();
    }

    /// All that light up.
    SortedSet<Integer> all() {
      var all = new TreeSet<>(proof);
      all.addAll(around);
      return all;
    }

    Marks asked(boolean isAskedNow) {
      return new Marks(proof, around, lead, isAskedNow);
    }
  }
}
