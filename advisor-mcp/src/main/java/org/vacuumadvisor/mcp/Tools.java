package org.vacuumadvisor.mcp;

import io.modelcontextprotocol.json.McpJsonDefaults;
import io.modelcontextprotocol.json.TypeRef;
import io.modelcontextprotocol.server.McpServerFeatures.SyncToolSpecification;
import io.modelcontextprotocol.spec.McpSchema.Tool;
import io.modelcontextprotocol.spec.McpSchema.ToolAnnotations;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The tools, as `tools.json` describes them; what each is given is checked against that before it
/// is called.
final class Tools {
  private static final TypeRef<List<Description>> DESCRIPTIONS = new TypeRef<>() {};

  /// A tool of `tools.json`.
  ///
  /// @param input its arguments, each with its JSON Schema
  /// @param schema which of our schemas its answer has; null where none
  /// @param command of the command line that answers; null where the engine does
  /// @param options of the command, each by the argument whose value it is given
  record Description(
      String name,
      String title,
      String description,
      Map<String, Map<String, Object>> input,
      List<String> required,
      @Nullable String schema,
      @Nullable String command,
      Map<String, String> options) {
    boolean isOf(String command) {
      return command.equals(this.command);
    }

    boolean takes(String argument) {
      return input.containsKey(argument);
    }
  }

  private Tools() {}

  /// Those that can work with what the assistant is given.
  static List<SyncToolSpecification> of(Assistant assistant) {
    var calls = new Calls(assistant);
    var tools = new ArrayList<SyncToolSpecification>();
    for (var each : descriptions()) {
      boolean works =
          (!each.takes("connection") || !assistant.connections().isEmpty())
              && switch (each.name()) {
                case "history" -> assistant.archive().isPresent() && !assistant.isAnonymized();
                case "verify" ->
                    (assistant.archive().isPresent() || assistant.plan().isPresent())
                        && !assistant.isAnonymized();
                default -> true;
              };
      if (works) {
        tools.add(
            SyncToolSpecification.builder()
                .tool(tool(each, assistant))
                .callHandler((_, request) -> calls.answer(each, request.arguments()))
                .build());
      }
    }
    return tools;
  }

  static List<Description> descriptions() {
    try {
      return McpJsonDefaults.getMapper().readValue(Pages.resource("tools.json"), DESCRIPTIONS);
    } catch (IOException broken) {
      throw new UncheckedIOException(broken);
    }
  }

  private static Tool tool(Description of, Assistant assistant) {
    var properties = new LinkedHashMap<String, Object>(of.input());
    properties.computeIfPresent(
        "connection",
        (_, _) ->
            choice(
                "A server, by its name in the configuration file.",
                List.copyOf(assistant.connections())));
    properties.computeIfPresent("finding", (_, _) -> choice("The id of a finding.", Pages.rules()));
    var builder =
        Tool.builder(
                of.name(),
                Map.of(
                    "type",
                    "object",
                    "properties",
                    properties,
                    "required",
                    of.required(),
                    "additionalProperties",
                    false))
            .title(of.title())
            .description(of.description())
            .annotations(
                ToolAnnotations.builder()
                    .title(of.title())
                    .readOnlyHint(true)
                    .destructiveHint(false)
                    .idempotentHint(true)
                    .openWorldHint(false)
                    .build());
    return (of.schema() == null
            ? builder
            : builder.outputSchema(
                Map.of(
                    "type",
                    "object",
                    "description",
                    Pages.SCHEMAS + of.schema(),
                    "required",
                    List.of("schemaVersion"))))
        .build();
  }

  private static Map<String, Object> choice(String description, List<String> values) {
    return Map.of("type", "string", "description", description, "enum", values);
  }
}
