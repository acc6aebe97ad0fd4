package org.vacuumadvisor.mcp;

import io.modelcontextprotocol.json.TypeRef;
import io.modelcontextprotocol.server.McpServerFeatures.SyncToolSpecification;
import io.modelcontextprotocol.spec.McpSchema.CallToolResult;
import io.modelcontextprotocol.spec.McpSchema.Tool;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
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

/// The tools, as `tools.json` describes them, and what each does: a command of the command line, or
/// a text judged by the engine. What a tool is given is checked before it is called; nothing of it
/// becomes a connection, an option or SQL.
record Tools(Assistant assistant) {
  private static final TypeRef<List<Description>> DESCRIPTIONS = new TypeRef<>() {};
  private static final TypeRef<Map<String, Object>> DOCUMENT = new TypeRef<>() {};

  /// Clients give up after a minute, many of them; advice is the same after half of one.
  private static final int SAMPLE_SECONDS = 30;

  /// A tool of `tools.json`.
  ///
  /// @param tool as an assistant is told of it
  /// @param command of the command line that answers; null where the engine does
  /// @param options of the command, each by the argument whose value it is given
  /// @param needs what an assistant must be given for it
  record Description(
      Tool tool, @Nullable String command, Map<String, String> options, List<String> needs) {}

  /// Those that can work with what the assistant is given.
  static List<SyncToolSpecification> of(Assistant assistant) {
    var tools = new Tools(assistant);
    return descriptions(assistant.connections()).stream()
        .filter(each -> each.needs().stream().allMatch(assistant::has))
        .map(each ->
            SyncToolSpecification.builder()
                .tool(each.tool())
                .callHandler((_, request) -> tools.answer(each, request.arguments()))
                .build())
        .toList();
  }

  /// @param connections names of servers that an argument may have
  static List<Description> descriptions(Collection<String> connections) {
    return Answer.parsed(
        Pages.resource("tools.json")
            .replace("\"$connections\"", Answer.json(connections))
            .replace("\"$findings\"", Answer.json(Pages.rules())),
        DESCRIPTIONS);
  }

  /// Answers a call; what goes wrong is an answer as well.
  ///
  /// @param arguments as the tool's schema has them; null where a call has none
  private CallToolResult answer(Description tool, @Nullable Map<String, Object> arguments) {
    var given = arguments == null ? Map.<String, Object>of() : arguments;
    try {
      return switch (tool.tool().name()) {
        case "judge_text" -> Answer.document(judged(given));
        case "who_blocks_cleanup" -> Answer.document(blockers(ran(tool, given)));
        case "explain_finding" -> Answer.text(Pages.rule(text(given, "finding").orElse("")), false);
        default -> Answer.document(ran(tool, given));
      };
    } catch (IllegalArgumentException | SourceException refused) {
      return Answer.failure(String.valueOf(refused.getMessage()));
    } catch (IOException impossible) {
      throw new UncheckedIOException(impossible);
    }
  }

  private static Optional<String> text(Map<String, Object> given, String name) {
    return Optional.ofNullable(given.get(name)).map(Object::toString);
  }

  /// The document of the tool's command.
  private Map<String, Object> ran(Description tool, Map<String, Object> given)
      throws SourceException {
    var values = new HashMap<>(given);
    values.put("plan", assistant.plan().map(Path::toString).orElse("-"));
    assistant.archive().ifPresent(archive -> values.put("archive", archive));
    if ("simulate".equals(tool.command())) {
      values.putIfAbsent("sample_seconds", SAMPLE_SECONDS);
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
      line.add("--anonymize");
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

  private Map<String, Object> document(List<String> command) throws SourceException {
    var outcome = assistant.program().run(command);
    if (outcome.output().isBlank()) {
      throw new SourceException(
          assistant.isAnonymized()
              ? "There is no answer. Why may hold names, which stay here: run vacuum-advisor %s by hand to see it."
                  .formatted(command.getFirst())
              : outcome.messages());
    }
    return Answer.parsed(outcome.output(), DOCUMENT);
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
    return Answer.parsed(json.toString(), DOCUMENT);
  }

  /// Figures as clients write rows in JSON, if all of their names are known.
  private static String written(List<?> rows) {
    var known =
        Catalogue.columns().stream().map(Catalogue.Column::name).collect(Collectors.toSet());
    var unknown =
        rows.stream()
            .flatMap(each -> ((Map<?, ?>) each).keySet().stream().map(String::valueOf))
            .filter(name -> !known.contains(name) && Setting.named(name).isEmpty())
            .map(TerminalText::escaped)
            .collect(Collectors.toCollection(TreeSet::new));
    if (!unknown.isEmpty()) {
      throw new IllegalArgumentException(
          "No column of PostgreSQL's views and no setting of vacuum has the name %s. Use their own names, such as n_dead_tup, n_live_tup, last_autovacuum, autovacuum_naptime."
              .formatted(String.join(", ", unknown)));
    }
    return Answer.json(rows);
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
    var found = new LinkedHashMap<>(diagnosis);
    found.keySet().retainAll(Set.of("schemaVersion", "questions", "coverage"));
    found.put(
        "verdict", holding.isEmpty() ? "nobody is seen to keep dead rows" : "dead rows are kept");
    found.put("blockers", holding);
    return found;
  }
}
