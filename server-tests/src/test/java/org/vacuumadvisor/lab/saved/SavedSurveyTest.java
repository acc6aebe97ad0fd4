package org.vacuumadvisor.lab.saved;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.vacuumadvisor.Advisor;
import org.vacuumadvisor.advice.Assessment;
import org.vacuumadvisor.diagnosis.Finding;
import org.vacuumadvisor.diagnosis.Subject;
import org.vacuumadvisor.model.Gap;
import org.vacuumadvisor.model.Relation;
import org.vacuumadvisor.model.RelationKey;
import org.vacuumadvisor.model.Survey;
import org.vacuumadvisor.postgres.Release;
import org.vacuumadvisor.report.data.JsonReport;
import org.vacuumadvisor.source.Columns;
import org.vacuumadvisor.source.OneServer;
import org.vacuumadvisor.source.Sink;
import org.vacuumadvisor.source.SourceException;
import org.vacuumadvisor.source.SurveyBuilder;
import org.vacuumadvisor.source.Topic;
import org.vacuumadvisor.source.jdbc.Databases;
import org.vacuumadvisor.source.jdbc.Progress;
import org.vacuumadvisor.source.saved.Anonymizer;
import org.vacuumadvisor.source.saved.SurveyReader;
import org.vacuumadvisor.source.saved.SurveyWriter;

/// A survey of a real server tells from a file what it told live, and nothing of the names that
/// were replaced.
class SavedSurveyTest {
  private static final String RELEASES = "org.vacuumadvisor.lab.server.Releases#underTest";

  /// Columns whose values do not pass the anonymizer: extensions can name what a session waits for.
  private static final Set<String> KEPT_BACK = Set.of("SESSIONS.wait_event");

  private static final Map<Release, NamedServer> SERVERS = new HashMap<>();

  @TempDir private Path folder;

  /// One reading of a server, built at once and read from the file.
  private record Reading(Survey live, Survey saved, Path file) {}

  @AfterAll
  static void closeServers() throws SQLException {
    for (var server : SERVERS.values()) {
      server.close();
    }
  }

  @ParameterizedTest
  @MethodSource(RELEASES)
  void aFileTellsWhatTheServerTold(Release release) throws Exception {
    var reading = read(release, "survey.json", Function.identity());

    assertEquals(reading.live(), reading.saved());
    assertEquals(
        document(Advisor.assess(reading.live())), document(Advisor.assess(reading.saved())));
  }

  @ParameterizedTest
  @MethodSource(RELEASES)
  void twoFilesTellWhatTheServerToldOfAWindow(Release release) throws Exception {
    var older = read(release, "older.json.gz", Function.identity());
    var newer = read(release, "newer.json.gz", Function.identity());

    OneServer.check(older.saved(), newer.saved());
    assertEquals(
        document(Advisor.assess(older.live(), newer.live())),
        document(Advisor.assess(older.saved(), newer.saved())));
  }

  @ParameterizedTest
  @MethodSource(RELEASES)
  void noNameIsInAnAnonymousFile(Release release) throws Exception {
    var named = read(release, "named.json", Function.identity());
    var nameless = read(release, "nameless.json", Anonymizer::before);

    var text = Files.readString(named.file());
    NamedServer.NAMED.forEach(each -> assertTrue(text.contains(NamedServer.SECRET + each), each));
    assertFalse(namesAnything(Files.readString(nameless.file())));
    assertFalse(namesAnything(document(Advisor.assess(nameless.saved()))));
  }

  @ParameterizedTest
  @MethodSource(RELEASES)
  void anAnonymousFileLeadsToTheSameVerdicts(Release release) throws Exception {
    var nameless = read(release, "nameless.json", Anonymizer::before);

    assertEquals(verdicts(nameless.live()), verdicts(nameless.saved()));
    assertEquals(
        Advisor.assess(nameless.live()).evidence().workloads(),
        Advisor.assess(nameless.saved()).evidence().workloads());
  }

  @ParameterizedTest
  @MethodSource(RELEASES)
  void twoAnonymousFilesAgreeOnNames(Release release) throws Exception {
    var older = read(release, "older.json", Anonymizer::before);
    var newer = read(release, "newer.json", Anonymizer::before);

    OneServer.check(older.saved(), newer.saved());
    assertEquals(names(older.saved()), names(newer.saved()));
  }

  /// Of the columns of this release none is lost, unless on purpose.
  @ParameterizedTest
  @MethodSource(RELEASES)
  void figuresSurviveTheAnonymizer(Release release) throws Exception {
    var before = new Filled();
    var after = new Filled();
    server(release)
        .source()
        .read(Databases.ALL, Sink.tee(before, Anonymizer.before(after)), Progress.NONE);

    var lost = new TreeSet<>(before.columns);
    lost.removeAll(after.columns);
    lost.removeAll(KEPT_BACK);
    assertEquals(Set.of(), lost);
    assertTrue(before.columns.size() > 100, before.columns.toString());
  }

  private Reading read(Release release, String name, Function<Sink, Sink> disguise)
      throws SQLException, SourceException, InterruptedException, IOException {
    var file = folder.resolve(name);
    var builder = new SurveyBuilder();
    try (var writer = SurveyWriter.to(file)) {
      server(release)
          .source()
          .read(Databases.ALL, Sink.tee(builder, disguise.apply(writer)), Progress.NONE);
      writer.finish();
    }
    return new Reading(builder.build(), SurveyReader.read(file), file);
  }

  private static NamedServer server(Release release) throws SQLException {
    var running = SERVERS.get(release);
    if (running == null) {
      running = new NamedServer(release);
      SERVERS.put(release, running);
    }
    return running;
  }

  private static boolean namesAnything(String document) {
    return document.toLowerCase(Locale.ROOT).contains(NamedServer.SECRET);
  }

  private static String document(Assessment assessment) throws IOException {
    var writer = new StringWriter();
    JsonReport.write(assessment, writer);
    return writer.toString();
  }

  private static List<String> verdicts(Survey survey) {
    var findings = Advisor.assess(survey).findings();
    assertFalse(findings.isEmpty());
    return findings.stream().map(each -> verdict(each, survey)).sorted().toList();
  }

  private static String verdict(Finding finding, Survey survey) {
    var subject =
        switch (finding.subject()) {
          case Subject.Cluster() -> "server";
          case Subject.OfDatabase(var name) -> survey.database(name).orElseThrow().oid();
          case Subject.OfRelation(var relation) -> relation.key();
          case Subject.OfIndex(var table, var index) -> table.key() + " " + index.oid();
        };
    return finding.id() + " " + finding.severity() + " " + finding.confidence() + " " + subject;
  }

  private static Map<RelationKey, String> names(Survey survey) {
    return survey.relations().stream()
        .collect(Collectors.toMap(Relation::key, each -> each.name().toString()));
  }

  /// The columns in which there was anything.
  private static final class Filled implements Sink {
    private final Set<String> columns = new TreeSet<>();

    @Override
    public Consumer<List<@Nullable String>> open(
        Topic topic, @Nullable String database, Columns names) {
      return (List<@Nullable String> cells) -> {
        for (int at = 0; at < cells.size(); at++) {
          if (cells.get(at) != null) {
            columns.add(topic + "." + names.names().get(at));
          }
        }
      };
    }

    @Override
    public void gap(Gap gap) {}
  }
}
