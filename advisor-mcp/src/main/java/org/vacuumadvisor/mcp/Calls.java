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

  /// Exit statuses with which a command printed its document.
  private static final int MOST_THAT_ANSWERS = 1;

  private static final int SAMPLE_SECONDS = 60;

  private final Assistant assistant;

  Calls(Assistant assistant) {
    this.assistant = assistant;
  }

  /// Answers a call; what goes wrong is an answer as well.
  ///
  /// @param arguments as the tool's schema has them
  CallToolResult answer(String tool, Map<String, Object> arguments) {
    try {
      var given = new Arguments(arguments);
      return switch (tool) {
        case "diagnose_server" -> Answer.document(diagnosed(given));
        case "judge_text" -> Answer.document(judged(given));
        case "who_blocks_cleanup" -> Answer.document(blockers(diagnosed(given)));
        case "explain_finding" -> Answer.page(RulePages.page(given.text("finding").orElse("")));
        case "simulate_change" -> Answer.document(simulated(given));
        case "freeze_plan" -> Answer.document(frozen(given));
        case "history" -> Answer.document(past(given));
        case "verify" -> Answer.document(verified(given));
        default -> Answer.failure("There is no tool %s.".formatted(tool));
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

  /// The arguments of a call, checked by the tool's schema.
  private record Arguments(Map<String, Object> all) {
    Optional<String> text(String name) {
      return Optional.ofNullable(all.get(name)).map(Object::toString);
    }

    boolean flag(String name) {
      return Boolean.TRUE.equals(all.get(name));
    }

    /// An option with its value in one word: no value is taken for another option.
    Optional<String> option(String option, String name) {
      return text(name).map(value -> option + "=" + value);
    }

    Map<?, ?> members(String name) {
      return all.get(name) instanceof Map<?, ?> map ? map : Map.of();
    }
  }

  private Map<String, Object> diagnosed(Arguments given)
      throws CannotAnswer, IOException, InterruptedException {
    var seconds = given.text("sample_seconds").map(Integer::valueOf);
    return ofServer("advise", given, seconds, List.of());
  }

  private Map<String, Object> simulated(Arguments given)
      throws CannotAnswer, IOException, InterruptedException {
    var options = new ArrayList<String>();
    given
        .members("settings")
        .forEach((name, value) -> options.add("--set=%s=%s".formatted(name, value)));
    given.option("--days", "days").ifPresent(options::add);
    given.option("--workload-factor", "workload_factor").ifPresent(options::add);
    int seconds = given.text("sample_seconds").map(Integer::valueOf).orElse(SAMPLE_SECONDS);
    return ofServer("simulate", given, Optional.of(seconds), options);
  }

  private Map<String, Object> frozen(Arguments given)
      throws CannotAnswer, IOException, InterruptedException {
    return ofServer(
        "freeze", given, Optional.empty(), given.option("--days", "days").stream().toList());
  }

  private Map<String, Object> past(Arguments given) throws CannotAnswer {
    var command = new ArrayList<>(List.of("history", "--format=json"));
    command.add("--archive=" + assistant.archive().orElseThrow());
    given.option("--cluster", "cluster").ifPresent(command::add);
    given.option("--table", "table").ifPresent(command::add);
    given.option("--at", "at").ifPresent(command::add);
    given.option("--days", "days").ifPresent(command::add);
    return document(command);
  }

  private Map<String, Object> verified(Arguments given)
      throws CannotAnswer, IOException, InterruptedException {
    var options = new ArrayList<String>();
    options.add(assistant.plan().map(Path::toString).orElse("-"));
    assistant.archive().ifPresent(archive -> options.add("--archive=" + archive));
    given.option("--cluster", "cluster").ifPresent(options::add);
    given.option("--changed-at", "changed_at").ifPresent(options::add);
    return ofServer("verify", given, Optional.empty(), options);
  }

  private Map<String, Object> ofServer(
      String command, Arguments given, Optional<Integer> sample, List<String> options)
      throws CannotAnswer, IOException, InterruptedException {
    var name = given.text("connection").orElse("");
    if (!assistant.connections().contains(name)) {
      throw new IllegalArgumentException("There is no connection of this name.");
    }
    var line = new ArrayList<>(List.of(command, "--format=json"));
    line.addAll(options);
    if (assistant.isAnonymized()) {
      return ofSurveys(line, name, sample);
    }
    line.add("--no-password");
    sample.ifPresent(seconds -> line.add("--sample=" + seconds + "s"));
    if (given.flag("all_databases")) {
      line.add("--all-databases");
    }
    line.addAll(List.of("--", name));
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
    if (outcome.status() > MOST_THAT_ANSWERS && outcome.output().isBlank()) {
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

  private static Map<String, Object> judged(Arguments given) throws SourceException, IOException {
    var texts = new ArrayList<Paste.Text>();
    given
        .text("text")
        .filter(text -> !text.isBlank())
        .ifPresent(text -> texts.add(new Paste.Text("pasted text", text)));
    if (given.all().get("figures") instanceof List<?> rows && !rows.isEmpty()) {
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
    var found = new LinkedHashMap<String, Object>();
    found.put("schemaVersion", diagnosis.get("schemaVersion"));
    found.put(
        "blockers",
        ((List<?>) diagnosis.getOrDefault("findings", List.of()))
            .stream()
                .filter(each ->
                    each instanceof Map<?, ?> finding
                        && String.valueOf(finding.get("id")).startsWith("xmin-held"))
                .toList());
    found.put("questions", diagnosis.getOrDefault("questions", List.of()));
    found.put("coverage", diagnosis.get("coverage"));
    return found;
  }
}
