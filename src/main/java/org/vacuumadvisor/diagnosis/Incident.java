package org.vacuumadvisor.diagnosis;

import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.vacuumadvisor.evidence.Evidence;
import org.vacuumadvisor.model.history.Moments;
import org.vacuumadvisor.model.history.NoticeKind;
import org.vacuumadvisor.model.history.Occurrences;
import org.vacuumadvisor.model.history.Place;
import org.vacuumadvisor.postgres.Identifiers;

/// What logs tell of by messages of one kind, at one table, or at none that is named.
///
/// @param table empty where the message names none
record Incident(Evidence evidence, Optional<LoggedTable> table, Occurrences told) {
  /// The lines that a server writes between its last words and the end of its process. Our choice.
  private static final int JUST_BELOW = 20;

  /// The file of a relation, as messages name it below the data directory (`GetRelationPath()`).
  private static final Pattern RELATION_FILE =
      Pattern.compile("(?:base|pg_tblspc/(?<space>\\d+)/\\w+)/(?<database>\\d+)/(?<file>\\d+)");

  /// The same of a file that nobody showed.
  static final String OWNER_OF_FILE =
      "The message in the server's log names the file (base/DATABASE/FILE): SELECT"
          + " pg_filenode_relation(0, FILE); in the database with that OID says whose it is";

  private static final Pattern FILE = Pattern.compile("\"{1,2}(pg_[\\w/]+)\"");

  /// Where relations have their files (the manual, "Database File Layout").
  private static final Pattern OF_RELATION = Pattern.compile("\\b(base|global|pg_tblspc)/");

  /// Where logs tell of it.
  static Stream<Incident> of(Evidence evidence, NoticeKind... kinds) {
    return Stream.of(kinds)
        .filter(kind -> evidence.notices(kind).isPresent())
        .flatMap(kind -> {
          var tables =
              LoggedTable.all(evidence)
                  .flatMap(each ->
                      each.history().notices(kind).stream()
                          .map(told -> new Incident(evidence, Optional.of(each), told)))
                  .sorted((one, other) -> Long.compare(other.told.count(), one.told.count()))
                  .toList();
          return Stream.concat(tables.stream(), nameless(evidence, kind, tables));
        });
  }

  /// At no table that is named: as far as the first and the last of that kind tell, where one is.
  private static Stream<Incident> nameless(Evidence all, NoticeKind kind, List<Incident> tables) {
    long more =
        all.notices(kind).orElseThrow().count()
            - tables.stream().mapToLong(each -> each.told.count()).sum();
    return all.notices(kind).stream()
        .flatMap(told ->
            tables.isEmpty()
                ? Stream.of(told)
                : Stream.of(told.first(), told.last())
                    .distinct()
                    .filter(each -> more > 0 && each.name().table() == null)
                    .map(each -> new Occurrences(more, 0, each, each)))
        .map(told -> new Incident(all, Optional.empty(), told));
  }

  Subject subject() {
    return table.map(LoggedTable::subject).orElseGet(Subject.Cluster::new);
  }

  String name() {
    return table
        .map(LoggedTable::name)
        .orElseGet(() ->
            relationFile()
                    .map(each -> "the relation of file " + each.group())
                    .orElse("a table that the message does not name")
                + vacuumed());
  }

  /// The only table of which a vacuum is told.
  private String vacuumed() {
    var others =
        LoggedTable.all(evidence)
            .filter(each -> each.history().notices(told.last().kind()).isEmpty())
            .limit(2)
            .toList();
    return others.size() == 1 ? "; %s was vacuumed".formatted(others.getFirst().name()) : "";
  }

  /// The statement that builds the index anew; of a catalog PostgreSQL refuses CONCURRENTLY
  /// (`ReindexIndex()`).
  String rebuild() {
    var index = Objects.requireNonNullElse(told.last().spot().index(), "");
    if (index.startsWith("pg_") && !index.startsWith("pg_toast")) {
      return "REINDEX INDEX %s (whoever needs the catalog waits)"
          .formatted(Identifiers.qualified("pg_catalog", index));
    }
    var schema = table.map(each -> each.relation().name().schema()).orElse("");
    return "REINDEX INDEX CONCURRENTLY %s (before 12 without CONCURRENTLY)"
        .formatted(
            index.isEmpty()
                ? "with the name in the message"
                : Identifiers.qualified(schema, index));
  }

  /// Whether it is about an index, or about a relation's file while vacuum read nothing but one.
  boolean isOfIndex() {
    return told.last().kind() == NoticeKind.CORRUPT_INDEX
        || (told.last().kind() == NoticeKind.CORRUPT_FILE
            && told.last().spot().index() != null
            && OF_RELATION.matcher(text()).find());
  }

  /// Whether a vacuum of the table ended well since.
  boolean isOver() {
    return table.filter(each -> each.history().wasVacuumedSince(told)).isPresent();
  }

  /// Whether it came at least once a day on average, from its first time to its last. Our choice:
  /// the server tells it of a single round of autovacuum, which comes a thousand times a day.
  /// Without times, what was told often enough counts.
  boolean isDaily() {
    var first = Moments.of(told.first());
    var last = Moments.of(told.last());
    return first.isEmpty()
        || last.isEmpty()
        || Duration.between(first.get(), last.get()).compareTo(Duration.ofDays(told.count())) <= 0;
  }

  /// Whether a process crashed just below the message that the disk is full: a server that cannot
  /// write its log ends itself (PANIC).
  boolean isOfFullDisk() {
    return told.last().kind() == NoticeKind.PROCESS_CRASHED
        && told.count() == 1
        && evidence
            .notices(NoticeKind.DISK_FULL)
            .filter(full -> follows(told.last().place(), full.last().place()))
            .isPresent();
  }

  private static boolean follows(Place one, Place other) {
    return one.input().equals(other.input())
        && one.line() > other.line()
        && one.line() - other.line() <= JUST_BELOW;
  }

  /// Whether the server's words have that in them, a regular expression.
  boolean says(String what) {
    return says(what, text());
  }

  static boolean says(String what, String words) {
    return Pattern.compile(what).matcher(words).find();
  }

  /// The place of the row that it is about: "row (163,13)".
  String row() {
    var spot = told.last().spot();
    return spot.offset() == null ? "the row" : "row (%d,%d)".formatted(spot.block(), spot.offset());
  }

  /// The file of the server that the message names, below its data directory.
  String file() {
    return FILE.matcher(text()).results().map(each -> each.group(1)).findFirst().orElse("a file");
  }

  /// How to learn whose the file of a relation is.
  String ownerOfFile() {
    var file = relationFile();
    return file.isPresent()
        ? "SELECT pg_filenode_relation(%s, %s); in the database with OID %s says whose file %s is"
            .formatted(
                Objects.requireNonNullElse(file.get().group("space"), "0"),
                file.get().group("file"),
                file.get().group("database"),
                file.get().group())
        : OWNER_OF_FILE;
  }

  /// A checksum's warning beside the error does not name it.
  private Optional<MatchResult> relationFile() {
    return Stream.of(told.last(), told.first())
        .flatMap(each -> Stream.ofNullable(each.text()))
        .flatMap(each -> RELATION_FILE.matcher(each).results())
        .findFirst();
  }

  private String text() {
    return Objects.requireNonNullElse(told.last().text(), "");
  }

  /// The first sentence of what the server said last; empty where the kind says it all.
  String said() {
    return text().split("\\. ", 2)[0];
  }

  Facts facts() {
    var last = told.last();
    return new Facts()
        .told(last, "the message", last.text())
        .told(last, "while", LogFacts.spot(last))
        .told(told, "told")
        .engine("limit", "once", "the server says so only where it happened");
  }
}
