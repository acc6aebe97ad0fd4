package org.vacuumadvisor.mcp;

import io.modelcontextprotocol.json.McpJsonDefaults;
import io.modelcontextprotocol.json.TypeRef;
import io.modelcontextprotocol.spec.McpSchema.CallToolResult;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.vacuumadvisor.Advisor;
import org.vacuumadvisor.catalogue.Catalogue;
import org.vacuumadvisor.postgres.Setting;
import org.vacuumadvisor.report.TerminalText;
import org.vacuumadvisor.report.data.JsonReport;
import org.vacuumadvisor.source.SourceException;
import org.vacuumadvisor.source.paste.Paste;

/// What each tool does: a command of the command line with checked arguments, or a text judged by
/// the engine. Nothing of a call becomes a connection, an option or SQL.
final class Calls {
  private static final TypeRef<Map<String, Object>> DOCUMENT = new TypeRef<>() {};

  private static final int SAMPLE_SECONDS = 60;

  private final Assistant assistant;

  Calls(Assistant assistant) {
    this.assistant = assistant;
  }

  /// Answers a call; what goes wrong is an answer as well.
  ///
  /// @param given as the tool's schema has it
  CallToolResult answer(Tools.Description tool, Map<String, Object> given) {
    try {
      return switch (tool.name()) {
        case "judge_text" -> Answer.document(judged(given));
        case "who_blocks_cleanup" -> Answer.document(blockers(ran(tool, given)));
        case "explain_finding" -> Answer.page(Pages.rule(text(given, "finding").orElse("")));
        default -> Answer.document(ran(tool, given));
      };
    } catch (CannotAnswer | IllegalArgumentException refused) {
      return Answer.failure(String.valueOf(refused.getMessage()));
    } catch (SourceException unreadable) {
      return Answer.failure(unreadable.explanation());
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
      return Answer.failure("The call was ended.");
    } catch (IOException failed) {
      return Answer.failure("A file for the survey cannot be written: " + failed.getMessage());
    }
  }

  /// Why a call has no document, as the command said it.
  private static final class CannotAnswer extends Exception {
    CannotAnswer(String why) {
      super(why);
    }
  }

  private static Optional<String> text(Map<String, Object> given, String name) {
    return Optional.ofNullable(given.get(name)).map(Object::toString);
  }

  /// The document of the tool's command. An option has its value in one word: no value is taken for
  /// another option.
  private Map<String, Object> ran(Tools.Description tool, Map<String, Object> given)
      throws CannotAnswer, IOException, InterruptedException {
    var line = new ArrayList<>(List.of(String.valueOf(tool.command()), "--format=json"));
    if (tool.isOf("verify")) {
      line.add(assistant.plan().map(Path::toString).orElse("-"));
    }
    if (tool.isOf("verify") || tool.isOf("history")) {
      assistant.archive().ifPresent(archive -> line.add("--archive=" + archive));
    }
    if (given.get("settings") instanceof Map<?, ?> settings) {
      settings.forEach((name, value) -> line.add("--set=%s=%s".formatted(name, value)));
    }
    tool.options()
        .forEach((argument, option) ->
            text(given, argument).ifPresent(value -> line.add(option + "=" + value)));
    if (!tool.takes("connection")) {
      return document(line);
    }
    var connection = text(given, "connection").orElse("");
    if (!assistant.connections().contains(connection)) {
      throw new IllegalArgumentException("There is no connection of this name.");
    }
    var sample =
        text(given, "sample_seconds")
            .map(Integer::valueOf)
            .or(() -> tool.isOf("simulate") ? Optional.of(SAMPLE_SECONDS) : Optional.empty());
    if (assistant.isAnonymized()) {
      return ofSurveys(line, connection, sample);
    }
    line.add("--no-password");
    sample.ifPresent(seconds -> line.add("--sample=" + seconds + "s"));
    if (Boolean.TRUE.equals(given.get("all_databases"))) {
      line.add("--all-databases");
    }
    line.addAll(List.of("--", connection));
    return document(line);
  }

  /// By surveys without names, which are read back and deleted.
  private Map<String, Object> ofSurveys(
      List<String> line, String connection, Optional<Integer> sample)
      throws CannotAnswer, IOException, InterruptedException {
    var folder = Files.createTempDirectory("vacuum-advisor");
    var newer = folder.resolve("survey.json");
    var older = folder.resolve("older.json");
    try {
      if (sample.isPresent()) {
        survey(connection, older);
        Thread.sleep(sample.get() * 1000L);
      }
      survey(connection, newer);
      line.add("--survey=" + newer);
      if (sample.isPresent()) {
        line.add("--since=" + older);
      }
      return document(line);
    } finally {
      Files.deleteIfExists(newer);
      Files.deleteIfExists(older);
      Files.deleteIfExists(folder);
    }
  }

  private void survey(String connection, Path to) throws CannotAnswer {
    var outcome =
        assistant
            .program()
            .run(
                List.of(
                    "survey", "--anonymize", "--no-password", "--output=" + to, "--", connection));
    if (outcome.status() != 0) {
      throw new CannotAnswer(outcome.messages());
    }
  }

  private Map<String, Object> document(List<String> command) throws CannotAnswer {
    var outcome = assistant.program().run(command);
    if (outcome.output().isBlank()) {
      throw new CannotAnswer(outcome.messages());
    }
    return parsed(outcome.output());
  }

  private static Map<String, Object> parsed(String json) {
    try {
      return McpJsonDefaults.getMapper().readValue(json, DOCUMENT);
    } catch (IOException broken) {
      throw new UncheckedIOException(broken);
    }
  }

  private static Map<String, Object> judged(Map<String, Object> given)
      throws SourceException, IOException {
    var texts = new ArrayList<Paste.Text>();
    text(given, "text")
        .filter(text -> !text.isBlank())
        .ifPresent(text -> texts.add(new Paste.Text("pasted text", text)));
    if (given.get("figures") instanceof List<?> rows && !rows.isEmpty()) {
      texts.add(new Paste.Text("figures", written(rows)));
    }
    if (texts.isEmpty()) {
      throw new IllegalArgumentException("Give a text, or figures, or both.");
    }
    var json = new StringWriter();
    JsonReport.write(Advisor.assess(texts), json);
    return parsed(json.toString());
  }

  /// Figures as psql's expanded form writes rows.
  private static String written(List<?> rows) {
    var known =
        Catalogue.columns().stream().map(Catalogue.Column::name).collect(Collectors.toSet());
    var unknown = new TreeSet<String>();
    var text = new StringBuilder();
    for (int at = 0; at < rows.size(); at++) {
      text.append("-[ RECORD %d ]\n".formatted(at + 1));
      for (var each : ((Map<?, ?>) rows.get(at)).entrySet()) {
        var name = String.valueOf(each.getKey());
        if (!known.contains(name) && Setting.named(name).isEmpty()) {
          unknown.add(TerminalText.escaped(name));
        }
        var value = String.valueOf(each.getValue()).replaceAll("\\p{Cc}", " ");
        text.append(name).append(" | ").append(value).append('\n');
      }
    }
    if (!unknown.isEmpty()) {
      throw new IllegalArgumentException(
          "No column of PostgreSQL's views and no setting of vacuum has the name %s. Use their own names, such as n_dead_tup, n_live_tup, last_autovacuum, autovacuum_naptime."
              .formatted(String.join(", ", unknown)));
    }
    return text.toString();
  }

  /// Of a diagnosis what keeps dead rows, and what would show more.
  private static Map<String, Object> blockers(Map<String, Object> diagnosis) {
    var holding =
        ((List<?>) diagnosis.getOrDefault("findings", List.of()))
            .stream()
                .filter(each ->
                    each instanceof Map<?, ?> finding
                        && String.valueOf(finding.get("id")).startsWith("xmin-held"))
                .toList();
    var found = new LinkedHashMap<String, Object>();
    found.put("schemaVersion", diagnosis.get("schemaVersion"));
    found.put(
        "verdict", holding.isEmpty() ? "nobody is seen to keep dead rows" : "dead rows are kept");
    found.put("blockers", holding);
    found.put("questions", diagnosis.getOrDefault("questions", List.of()));
    found.put("coverage", diagnosis.get("coverage"));
    return found;
  }
}
