package org.vacuumadvisor.diagnosis.rule;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.vacuumadvisor.diagnosis.Finding;
import org.vacuumadvisor.diagnosis.LogFacts;
import org.vacuumadvisor.diagnosis.Rule;
import org.vacuumadvisor.diagnosis.Severity;
import org.vacuumadvisor.diagnosis.Subject;
import org.vacuumadvisor.diagnosis.Verdict;
import org.vacuumadvisor.evidence.Evidence;
import org.vacuumadvisor.evidence.Question;
import org.vacuumadvisor.model.HorizonHolder;
import org.vacuumadvisor.model.history.NoticeKind;
import org.vacuumadvisor.model.history.Place;
import org.vacuumadvisor.unit.Resource;

/// The server said what kept a vacuum from its work, and nothing needs to be weighed: what it means
/// and what to do. The messages are blocks of the resource `messages.txt`.
public final class ServerMessage implements Rule {
  /// The lines that a server writes between its last words and the end of its process. Our choice.
  private static final int JUST_BELOW = 20;

  private static final List<Message> MESSAGES =
      Stream.of(Resource.text(ServerMessage.class, "messages.txt").split("\n\n", -1))
          .filter(each -> !each.startsWith("#"))
          .map(Message::of)
          .toList();

  /// @param isOfTables whether it leaves open how the tables are
  /// @param headline with a place for the table, if the message is about one, and one for what the
  ///   server said
  private record Message(
      NoticeKind kind,
      Severity severity,
      boolean isOfTables,
      String headline,
      String because,
      String act) {
    static Message of(String block) {
      var lines = block.strip().split("\n", -1);
      var words = lines[0].split(" ", -1);
      return new Message(
          NoticeKind.valueOf(words[0]),
          Severity.valueOf(words[1].toUpperCase(Locale.ROOT)),
          words.length > 2,
          lines[1],
          lines[2],
          lines[3]);
    }
  }

  @Override
  public Stream<Verdict> examine(Evidence evidence) {
    var messages =
        MESSAGES.stream()
            .flatMap(each ->
                Incident.of(evidence, each.kind())
                    .filter(incident -> each.severity() != Severity.CRITICAL || !incident.isOver())
                    .filter(incident -> !isExplained(each.kind(), incident))
                    // of a table it is told with what it means for that table
                    .filter(incident ->
                        each.kind() != NoticeKind.VACUUM_ERROR || incident.table().isEmpty())
                    .map(incident -> finding(each, incident)));
    return LogFacts.verdicts(
        evidence, Stream.concat(messages, lostSlots(evidence).stream()).toList());
  }

  /// Whether a message stands just below another one.
  private static boolean follows(Place one, Place other) {
    return one.input().equals(other.input())
        && one.line() > other.line()
        && one.line() - other.line() <= JUST_BELOW;
  }

  /// A server that cannot write its log ends itself (PANIC), and who may not vacuum the catalogs
  /// that all databases share leaves them to autovacuum.
  private static boolean isExplained(NoticeKind kind, Incident incident) {
    return switch (kind) {
      case PROCESS_CRASHED ->
          incident.told().count() == 1
              && incident
                  .evidence()
                  .notices(NoticeKind.DISK_FULL)
                  .filter(full -> follows(incident.told().last().place(), full.last().place()))
                  .isPresent();
      case SKIPPED_PERMISSION ->
          incident
              .table()
              .filter(each -> each.relation().name().name().startsWith("pg_"))
              .isPresent();
      default -> false;
    };
  }

  private Finding finding(Message message, Incident incident) {
    var found =
        found(
                message.severity(),
                incident.subject(),
                message.headline(),
                incident.name(),
                incident.sentence())
            .facts(incident.facts())
            .because(message.because())
            .act("%s", message.act());
    return message.isOfTables()
        ? found
            .toBeCertain(
                "What pg_stat_user_tables shows tells whether the tables wait for a vacuum.")
            .ask(Question.TABLES)
            .build()
        : found.build();
  }

  /// Slots that `wal_status` says of what a message may say, too.
  private Optional<Finding> lostSlots(Evidence evidence) {
    var names =
        evidence.machinery().otherSlots().stream()
            .filter(HorizonHolder.Slot::isLost)
            .map(HorizonHolder.Slot::name)
            .collect(Collectors.joining(", "));
    return MESSAGES.stream()
        .filter(each -> each.kind() == NoticeKind.SLOT_INVALIDATED && !names.isEmpty())
        .filter(each -> Incident.of(evidence, each.kind()).findAny().isEmpty())
        .map(each ->
            found(each.severity(), new Subject.Cluster(), each.headline(), "", names)
                .observed("lost slots", names, "pg_replication_slots", "wal_status")
                .because(each.because())
                .act("%s", each.act())
                .build())
        .findFirst();
  }
}
