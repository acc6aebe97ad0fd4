package org.vacuumadvisor.gui.paste;

import java.util.SortedSet;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.vacuumadvisor.diagnosis.Fact;
import org.vacuumadvisor.diagnosis.Finding;

/// The lines of a document that a finding rests on, as the sources of its figures name them:
/// `postgresql.log:17`, `postgresql.log, line 17`, or `line 17` where there is one text.
final class Citations {
  private static final Pattern LINE = Pattern.compile("\\bline (\\d{1,9})\\b");

  private final Document document;

  Citations(Document document) {
    this.document = document;
  }

  /// With what belongs to the messages that begin there.
  SortedSet<Integer> lines(Finding finding) {
    var lines = new TreeSet<Integer>();
    finding.evidence().stream().map(Fact::source).forEach(source -> cite(source, lines));
    lines.removeIf(each -> each < 0 || each >= document.lines());
    var whole = new TreeSet<Integer>();
    lines.forEach(each -> whole.addAll(document.message(each)));
    return whole;
  }

  private void cite(String source, SortedSet<Integer> lines) {
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
  }
}
