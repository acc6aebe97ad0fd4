package org.vacuumadvisor.report.assessment;

import java.util.List;
import java.util.stream.Stream;
import org.vacuumadvisor.advice.Assessment;
import org.vacuumadvisor.advice.Assessments;
import org.vacuumadvisor.diagnosis.Severity;
import org.vacuumadvisor.diagnosis.Subject;
import org.vacuumadvisor.evidence.Evidence;
import org.vacuumadvisor.model.Coverage;
import org.vacuumadvisor.model.Relation;

/// Names that PostgreSQL allows and that mean something to somebody else.
public final class Hostile {
  public static final List<String> NAMES =
      List.of(
          "<script>alert(1)</script>",
          "\"><img src=x onerror=alert(1)>",
          "</title></style></pre><svg onload=alert(1)>",
          "&lt;b&gt; &amp; &#60;",
          "javascript:alert(1)",
          "[click](http://evil.example) ![i](http://evil.example/i.png)",
          "http://evil.example/ www.evil.example evil@evil.example",
          "a|b|c \\| d \\\\| `|` |",
          "``` ~~~ `code` ``` end",
          "# head\n## head\n- item\n1. item\n> quote\n---\n===",
          "**bold** _it_ ~~no~~ <!-- x --> @all #1 !2 $3 :smile: &1 GH-12 ABC-123",
          "0123abcd4567 deadbeef",
          "it's \"quoted\" $$ $x$ E'\\'' -- ; /* */ \\q \\! id :var :'var' :\"var\"",
          "line\r\nbreak \u2028 \u202edetrever\u202c \u0007\u001b[2J\u009b31m \ufeff\u200b",
          "--",
          " leading and trailing ",
          "    four",
          "U&\"\\0041\" U&'x' E'\\n'",
          "\ud83d\ude00 \u4e2d\u6587 \u00e9",
          "\\",
          "'",
          "\"",
          "%s %d %%");

  private Hostile() {}

  /// An assessment that says each of the names wherever a report says names.
  public static Assessment assessment() {
    var relations =
        Stream.iterate(0, at -> at < NAMES.size(), at -> at + 1)
            .map(at -> Sample.table(20_000 + at, "s" + NAMES.get(at), NAMES.get(at), 1000 + at))
            .toList();
    var findings =
        relations.stream()
            .map(each ->
                Sample.finding(
                    "rule-" + each.key().oid(),
                    Severity.WARNING,
                    new Subject.OfRelation(each),
                    "Too late for " + each.name().sql() + " of " + each.name().name()))
            .toList();
    var survey =
        Sample.survey(
            new Coverage(1, 2, 3, List.of(Sample.noPrivilege())),
            relations.toArray(Relation[]::new));
    return Assessments.of(
        Evidence.of(survey),
        findings,
        relations.stream().map(Sample::tune).toList(),
        relations.stream().map(Sample::notFull).toList());
  }
}
