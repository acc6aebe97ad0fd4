package org.vacuumadvisor.diagnosis;

import static java.util.function.Predicate.not;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;
import org.vacuumadvisor.evidence.Evidence;
import org.vacuumadvisor.evidence.Question;
import org.vacuumadvisor.model.history.NoticeKind;
import org.vacuumadvisor.unit.Resource;
import org.vacuumadvisor.workload.Confidence;

/// What the server says in its log where nothing is left to weigh: what it means and what to do.
/// Each is a block of the resource `messages.txt`, which says how one is written.
///
/// @param words what else the first line of the block says
/// @param lines those from the third one on
public record Message(
    List<NoticeKind> kinds,
    Severity severity,
    List<String> words,
    String headline,
    List<String> lines) {
  private static final String SURER = "certain: ";
  private static final String MORE = "more: ";
  private static final String GROUND = "fewer: ";

  private static final List<Message> ALL =
      Resource.blocks(Message.class, "messages.txt").stream().map(Message::of).toList();

  private static Message of(List<String> lines) {
    var words = List.of(lines.getFirst().split(" ", -1));
    return new Message(
        Stream.of(words.getFirst().split(",", -1)).map(NoticeKind::valueOf).toList(),
        Severity.valueOf(words.get(1).toUpperCase(Locale.ROOT)),
        words.subList(2, words.size()),
        lines.get(1),
        lines.subList(2, lines.size()));
  }

  private static Stream<Message> of(Rule rule) {
    return ALL.stream()
        .filter(each -> each.word("rule").orElse("server-message").equals(rule.id()));
  }

  /// What logs tell by messages that are a rule's to explain.
  public static Stream<Finding> findings(Rule rule, Evidence evidence) {
    return of(rule).flatMap(each -> each.findingsOf(rule, evidence));
  }

  /// The message of that kind, where the server shows by its views what it would say in its log.
  ///
  /// @param said what the message would say of the reason
  /// @param name whose it is
  /// @param words the server's words
  public static FindingBuilder ofView(
      NoticeKind kind, String said, Rule rule, String name, String words) {
    var message =
        of(rule)
            .filter(each -> each.kinds.contains(kind))
            .filter(each -> each.word("said").filter(not(it -> Incident.says(it, said))).isEmpty())
            .findFirst()
            .orElseThrow();
    return message.found(
        rule,
        new Subject.Cluster(),
        message.severity,
        name,
        words,
        "",
        "",
        "",
        "",
        Incident.OWNER_OF_FILE);
  }

  private Stream<Finding> findingsOf(Rule rule, Evidence evidence) {
    var least = word("times").map(Long::valueOf);
    return least.isPresent()
        ? kinds.stream()
            .flatMap(kind -> evidence.notices(kind).stream())
            .map(told -> new Incident(evidence, Optional.empty(), told))
            .map(each -> often(each, least.get(), rule))
        : withoutDoubles(
                kinds.stream()
                    .flatMap(kind -> Incident.of(evidence, kind))
                    .filter(this::concerns)
                    .toList())
            .map(each -> once(each, rule));
  }

  /// What is told without a table may be what is told of one.
  private static Stream<Incident> withoutDoubles(List<Incident> all) {
    boolean isNamed = all.stream().anyMatch(each -> each.table().isPresent());
    return isNamed ? all.stream().filter(each -> each.table().isPresent()) : all.stream().limit(1);
  }

  private boolean concerns(Incident incident) {
    var table = incident.table().map(each -> each.relation().name().name());
    return word("only").filter(only -> table.filter(each -> each.matches(only)).isEmpty()).isEmpty()
        && word("said").filter(said -> !incident.says(said)).isEmpty()
        && word("but").filter(but -> table.filter(each -> each.matches(but)).isPresent()).isEmpty()
        && !(words.contains("nameless") && table.isPresent())
        && !words.contains(incident.isOfIndex() ? "heap" : "index")
        && !(words.contains("passing") && incident.isOver())
        && !incident.isOfFullDisk();
  }

  private Finding once(Incident incident, Rule rule) {
    return found(severity, incident, rule).facts(incident.facts()).build();
  }

  /// It is grave where it comes often enough, and daily.
  private Finding often(Incident incident, long least, Rule rule) {
    return found(
            incident.told().count() >= least && incident.isDaily() ? severity : Severity.INFO,
            incident,
            rule)
        .told(incident.told(), "told")
        .chosen("limit", least + " times, and once a day", line(GROUND).orElse(""))
        .confidence(Confidence.MEDIUM)
        .build();
  }

  private FindingBuilder found(Severity grave, Incident of, Rule rule) {
    var times = LogFacts.times(of.told().count());
    return found(
        rule,
        of.subject(),
        grave,
        of.name(),
        of.said(),
        of.rebuild(),
        times,
        of.row(),
        of.file(),
        of.ownerOfFile());
  }

  private FindingBuilder found(Rule rule, Subject subject, Severity grave, Object... places) {
    var found =
        rule.found(grave, subject)
            .headline(headline, places)
            .because(lines.getFirst())
            .toBeCertain(line(SURER).orElse(null));
    lines.stream()
        .skip(1)
        .filter(each -> !each.startsWith(SURER) && !each.startsWith(GROUND))
        .forEach(each ->
            after(MORE, List.of(each))
                .ifPresentOrElse(
                    more -> found.besides(more, places), () -> found.act(each, places)));
    return words.contains("tables")
        ? found
            .toBeCertain(
                "What pg_stat_user_tables shows tells whether the tables wait for a vacuum.")
            .ask(Question.TABLES)
        : found;
  }

  private Optional<String> word(String name) {
    return after(name + "=", words);
  }

  private Optional<String> line(String beginning) {
    return after(beginning, lines);
  }

  private static Optional<String> after(String beginning, List<String> some) {
    return some.stream()
        .filter(each -> each.startsWith(beginning))
        .map(each -> each.substring(beginning.length()))
        .findFirst();
  }
}
