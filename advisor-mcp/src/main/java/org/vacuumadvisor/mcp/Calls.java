package org.vacuumadvisor.mcp;

import io.modelcontextprotocol.spec.McpSchema.CallToolResult;
import java.io.IOException;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
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
  private static final int SAMPLE_SECONDS = 60;

  /// Arguments that say how a server is looked at, where that is not done by surveys.
  private static final Set<String> OF_SERVER = Set.of("sample_seconds", "all_databases");

  private final Assistant assistant;

  Calls(Assistant assistant) {
    this.assistant = assistant;
  }

  /// Answers a call; what goes wrong is an answer as well.
  ///
  /// @param arguments as the tool's schema has them; null where a call has none
  CallToolResult answer(Tools.Description tool, @Nullable Map<String, Object> arguments) {
    var given = arguments == null ? Map.<String, Object>of() : arguments;
    try {
      return switch (tool.tool().name()) {
        case "judge_text" -> Answer.document(judged(given));
        case "who_blocks_cleanup" -> Answer.document(blockers(ran(tool, given)));
        case "explain_finding" -> Answer.page(Pages.rule(text(given, "finding").orElse("")));
        default -> Answer.document(ran(tool, given));
      };
    } catch (IllegalArgumentException | SourceException refused) {
      return Answer.failure(String.valueOf(refused.getMessage()));
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
      return Answer.failure("The call was ended.");
    } catch (IOException failed) {
      return Answer.failure("A file for the survey cannot be written: " + failed.getMessage());
    }
  }

  private static Optional<String> text(Map<String, Object> given, String name) {
    return Optional.ofNullable(given.get(name)).map(Object::toString);
  }

  /// The document of the tool's command.
  private Map<String, Object> ran(Tools.Description tool, Map<String, Object> given)
      throws SourceException, IOException, InterruptedException {
    var values = new HashMap<>(given);
    values.put("plan", assistant.plan().map(Path::toString).orElse("-"));
    assistant.archive().ifPresent(archive -> values.put("archive", archive));
    if ("simulate".equals(tool.command())) {
      values.putIfAbsent("sample_seconds", SAMPLE_SECONDS);
    }
    var sample = text(values, "sample_seconds").map(Integer::valueOf);
    if (assistant.isAnonymized()) {
      values.keySet().removeAll(OF_SERVER);
    }
    var line = new ArrayList<>(List.of(String.valueOf(tool.command()), "--format=json"));
    tool.options().forEach((argument, option) -> line.addAll(words(option, values.get(argument))));
    if (!tool.needs().contains("connection")) {
      return document(line);
    }
    var connection = text(given, "connection").orElse("");
    if (!assistant.connections().contains(connection)) {
      throw new IllegalArgumentException("There is no connection of this name.");
    }
    if (assistant.isAnonymized()) {
      return ofSurveys(line, connection, sample);
    }
    line.addAll(List.of("--no-password", "--", connection));
    return document(line);
  }

  /// An option with its value in one word: no value is taken for another option.
  private static List<String> words(String option, @Nullable Object value) {
    return switch (value) {
      case null -> List.of();
      case Boolean isGiven -> isGiven ? List.of(option) : List.of();
      case Map<?, ?> settings ->
          settings.entrySet().stream()
              .map(each -> option.formatted(each.getKey() + "=" + each.getValue()))
              .toList();
      default -> List.of(option.formatted(value));
    };
  }

  /// By surveys without names, which are read back and deleted.
  private Map<String, Object> ofSurveys(
      List<String> line, String connection, Optional<Integer> sample)
      throws SourceException, IOException, InterruptedException {
    var folder = Files.createTempDirectory("vacuum-advisor");
    var newer = folder.resolve("survey.json");
    var older = folder.resolve("older.json");
    try {
      if (sample.isPresent()) {
        line.add("--since=" + surveyed(connection, older));
        Thread.sleep(sample.get() * 1000L);
      }
      line.add("--survey=" + surveyed(connection, newer));
      return document(line);
    } finally {
      Files.deleteIfExists(newer);
      Files.deleteIfExists(older);
      Files.deleteIfExists(folder);
    }
  }

  private Path surveyed(String connection, Path to) throws SourceException {
    var command =
        List.of("survey", "--anonymize", "--no-password", "--output=" + to, "--", connection);
    var outcome = assistant.program().run(command);
    if (outcome.status() != 0) {
      throw new SourceException(outcome.messages());
    }
    return to;
  }

  private Map<String, Object> document(List<String> command) throws SourceException {
    var outcome = assistant.program().run(command);
    if (outcome.output().isBlank()) {
      throw new SourceException(outcome.messages());
    }
    return Answer.parsed(outcome.output());
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
    return Answer.parsed(json.toString());
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
