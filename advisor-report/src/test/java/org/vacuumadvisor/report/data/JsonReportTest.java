package org.vacuumadvisor.report.data;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.vacuumadvisor.Advisor;
import org.vacuumadvisor.JsonSchema;
import org.vacuumadvisor.advice.Assessment;
import org.vacuumadvisor.advice.Assessments;
import org.vacuumadvisor.advice.Recommendation;
import org.vacuumadvisor.diagnosis.Effect;
import org.vacuumadvisor.diagnosis.Remedy;
import org.vacuumadvisor.diagnosis.Severity;
import org.vacuumadvisor.diagnosis.Subject;
import org.vacuumadvisor.diagnosis.rule.Given;
import org.vacuumadvisor.diagnosis.rule.Logs;
import org.vacuumadvisor.evidence.Evidence;
import org.vacuumadvisor.model.Coverage;
import org.vacuumadvisor.model.Gap;
import org.vacuumadvisor.model.Relation;
import org.vacuumadvisor.postgres.Release;
import org.vacuumadvisor.postgres.Setting;
import org.vacuumadvisor.report.assessment.Sample;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class JsonReportTest {
  private static final JsonSchema SCHEMA =
      JsonSchema.of("/org/vacuumadvisor/report/assessment.schema.json");

  private static final Relation ORDERS = Sample.table(16385, "public", "orders", 1000);

  @Test
  void followsItsSchema() throws IOException {
    assertEquals(List.of(), SCHEMA.errors(text(everything())));
  }

  @Test
  void ofAServerKnownFromLogsNothingElseIsTold() throws IOException {
    var run =
        """
        2026-11-22 11:22:07.100 UTC [71] LOG:  automatic vacuum of table "shop.public.jobs": index scans: 1
        \tpages: 0 removed, 100 remain, 0 skipped due to pins, 0 skipped frozen
        \ttuples: 40 removed, 60 remain, 0 are dead but not yet removable, oldest xmin: 900
        \tbuffer usage: 300 hits, 0 misses, 0 dirtied
        \tavg read rate: 0.000 MB/s, avg write rate: 0.000 MB/s
        \tsystem usage: CPU: user: 0.00 s, system: 0.00 s, elapsed: 0.01 s
        """;
    var text = text(Advisor.assessLogs(Logs.history(run)));
    var server = JsonMapper.shared().readTree(text).get("server");

    assertEquals(List.of(), SCHEMA.errors(text));
    for (var unknown :
        List.of("version", "release", "provider", "standby", "role", "startedAt", "surveyedAt")) {
      assertTrue(server.get(unknown).isNull(), unknown + ": " + server.get(unknown));
    }
  }

  @Test
  void theSchemaRejectsEveryMisspelledMember() throws IOException {
    SCHEMA.assertRejectsEveryMisspelling(text(everything()));
  }

  @Test
  void theSchemaRejectsWordsWeDoNotUse() throws IOException {
    var document = text(everything());
    for (var word : List.of("critical", "high", "cluster", "since_reset", "engine", "at_once")) {
      assertTrue(document.contains("\"" + word + "\""), word);
      assertFalse(
          SCHEMA.errors(document.replace("\"" + word + "\"", "\"" + word + "s\"")).isEmpty(), word);
    }
  }

  @Test
  void everyConstantFollowsTheSchema() throws IOException {
    for (var severity : Severity.values()) {
      for (var kind : Gap.Kind.values()) {
        var survey =
            Sample.survey(
                new Coverage(1, 1, 0, List.of(new Gap(kind, "what", "hides", null))), ORDERS);
        var finding = Sample.finding("xmin-held", severity, new Subject.Cluster(), "headline");

        assertEquals(List.of(), SCHEMA.errors(text(Sample.assessment(survey, finding))));
      }
    }
  }

  @Test
  void aRealAssessmentFollowsTheSchema() throws IOException {
    assertEquals(List.of(), SCHEMA.errors(text(Advisor.assess(Sample.survey(ORDERS)))));
  }

  @Test
  void theLeadingFindingComesFirst() throws IOException {
    var findings = tree(everything()).get("findings");

    assertEquals("xmin-held-by-transaction", findings.get(0).get("id").asString());
    assertEquals("threshold-too-high", findings.get(1).get("id").asString());
  }

  @Test
  void tellsAFindingWithItsProof() throws IOException {
    var finding = tree(everything()).get("findings").get(1);

    assertEquals("warning", finding.get("severity").asString());
    assertEquals("medium", finding.get("confidence").asString());
    assertEquals("table", finding.get("subject").get("kind").asString());
    assertEquals("shop", finding.get("subject").get("database").asString());
    assertEquals("public", finding.get("subject").get("schema").asString());
    assertEquals("orders", finding.get("subject").get("name").asString());
    assertEquals("12,345,678", finding.get("evidence").get(0).get("value").asString());
    assertTrue(finding.get("evidence").get(0).get("provenance").isNull());
    assertEquals("engine", finding.get("evidence").get(1).get("provenance").asString());
  }

  @Test
  void tellsARecommendationAsAContract() throws IOException {
    var recommendation = tree(everything()).get("recommendations").get(0);

    assertTrue(recommendation.get("sql").asString().startsWith("ALTER TABLE public.orders SET"));
    assertTrue(recommendation.get("undo").asString().startsWith("ALTER TABLE public.orders RESET"));
    assertEquals("predicted", recommendation.get("expected").get("kind").asString());
    assertEquals("1,100,000", recommendation.get("expected").get("high").asString());
    assertEquals("at_once", recommendation.get("risk").get("takesEffect").asString());
    assertEquals("threshold-too-high", recommendation.get("because").get(0).asString());
    assertTrue(recommendation.get("how").isNull());
  }

  /// Names come back from any parser as they are in the catalogs, but for what UTF-8 cannot write.
  /// 10 workers have a limit of 200 for themselves; its default is meant for 3.
  @Test
  void tellsTheSettingsToChangeFirst() throws IOException {
    var server =
        Given.server(Release.V18)
            .with(Setting.AUTOVACUUM_NAPTIME, "60")
            .with(Setting.AUTOVACUUM_MAX_WORKERS, "10");
    var assessment = Advisor.assess(server.survey());
    var settings = tree(assessment).get("settings");

    assertEquals("autovacuum_vacuum_cost_limit", settings.get(0).get("setting").asString());
    assertEquals("700", settings.get(0).get("wanted").asString());
    assertFalse(settings.get(0).get("needsRestart").asBoolean());
    assertTrue(settings.get(1).get("wanted").isNull());
    assertEquals(List.of(), SCHEMA.errors(text(assessment)));
  }

  @Test
  void anyNameComesBack() throws IOException {
    for (var name : hostileNames()) {
      var tree = tree(named(name));

      assertEquals(
          name.replaceAll(
              "(?<![\\ud800-\\udbff])[\\udc00-\\udfff]|[\\ud800-\\udbff](?![\\udc00-\\udfff])",
              "\ufffd"),
          tree.get("findings").get(0).get("subject").get("name").asString());
    }
  }

  @Test
  void anyNameFollowsTheSchema() throws IOException {
    for (var name : hostileNames()) {
      assertEquals(List.of(), SCHEMA.errors(text(named(name))));
    }
  }

  /// Nothing that steers a terminal or turns text around is in the document as itself.
  @Test
  void nothingInADocumentSteersATerminal() throws IOException {
    for (var name : hostileNames()) {
      var document = text(named(name)).replace("\n", "");

      assertEquals(
          List.of(),
          document
              .chars()
              .filter(each ->
                  Character.isISOControl(each) || Character.getType(each) == Character.FORMAT)
              .mapToObj(Integer::toHexString)
              .toList());
    }
  }

  @Test
  void writesUtf8() throws IOException {
    var document = bytes(named("größe 表 \ud83d\udc18"));

    assertTrue(
        StandardCharsets.UTF_8
            .newDecoder()
            .decode(ByteBuffer.wrap(document))
            .toString()
            .contains("größe 表 \ud83d\udc18"));
  }

  @Test
  void leavesTheStreamOpen() throws IOException {
    var closed = new ArrayList<String>();
    write(
        everything(),
        new ByteArrayOutputStream() {
          @Override
          public void close() {
            closed.add("closed");
          }
        });

    assertEquals(List.of(), closed);
  }

  @Test
  void saysThatItCannotWrite() {
    var failure =
        assertThrows(
            IOException.class,
            () ->
                write(
                    everything(),
                    new OutputStream() {
                      @Override
                      public void write(int one) throws IOException {
                        throw new IOException("no space left on device");
                      }
                    }));

    assertEquals("no space left on device", failure.getMessage());
  }

  private static Assessment everything() {
    var survey = Sample.survey(new Coverage(1, 2, 3, List.of(Sample.noPrivilege())), ORDERS);
    var act =
        new Recommendation(
            new Remedy.Act("wait"),
            Optional.empty(),
            "Wait",
            "Wait",
            Optional.empty(),
            Optional.empty(),
            Optional.of("wait"),
            Optional.empty(),
            new Effect.NotPredicted("nobody knows"),
            Sample.tune(ORDERS).risk(),
            "look again",
            new Subject.Cluster(),
            List.of(
                Sample.finding("xmin-held", Severity.WARNING, new Subject.Cluster(), "it passes")));
    return Assessments.of(
        Evidence.of(survey),
        List.of(
            Sample.held(),
            Sample.finding(
                "threshold-too-high",
                Severity.WARNING,
                new Subject.OfRelation(ORDERS),
                "Autovacuum comes late")),
        List.of(Sample.tune(ORDERS), act),
        List.of(Sample.notFull(ORDERS)));
  }

  private static Assessment named(String name) {
    var relation = Sample.table(16385, name, name, 1000);
    return Sample.assessment(
        Sample.survey(relation),
        Sample.finding("xmin-held", Severity.INFO, new Subject.OfRelation(relation), name));
  }

  private static List<String> hostileNames() {
    var names = new ArrayList<String>();
    for (int from = 0; from < 0x10000; from += 63) {
      var name = new StringBuilder();
      for (int at = from; at < from + 63 && at < 0x10000; at++) {
        name.append((char) at);
      }
      names.add(name.toString());
    }
    names.add("\"},{\"id\":\"x\"}],\"a\":[{\"");
    names.add("\\\" \\u0022 \\\\");
    names.add("</script><script>alert(1)</script>");
    names.add("\ud83d\udc18\udc18\ud83d");
    return names;
  }

  private static JsonNode tree(Assessment assessment) throws IOException {
    return new JsonMapper().readTree(text(assessment));
  }

  private static String text(Assessment assessment) throws IOException {
    return new String(bytes(assessment), StandardCharsets.UTF_8);
  }

  private static byte[] bytes(Assessment assessment) throws IOException {
    var bytes = new ByteArrayOutputStream();
    write(assessment, bytes);
    return bytes.toByteArray();
  }

  private static void write(Assessment assessment, OutputStream to) throws IOException {
    var writer = new OutputStreamWriter(to, StandardCharsets.UTF_8);
    JsonReport.write(assessment, writer);
  }
}
