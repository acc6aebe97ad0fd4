package org.vacuumadvisor.mcp;

import io.modelcontextprotocol.json.McpJsonDefaults;
import io.modelcontextprotocol.json.TypeRef;
import io.modelcontextprotocol.server.McpServerFeatures.SyncToolSpecification;
import io.modelcontextprotocol.spec.McpSchema.Tool;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The tools, as `tools.json` describes them; what each is given is checked against that before it
/// is called.
final class Tools {
  private static final TypeRef<List<Description>> DESCRIPTIONS = new TypeRef<>() {};

  /// A tool of `tools.json`.
  ///
  /// @param tool as an assistant is told of it
  /// @param command of the command line that answers; null where the engine does
  /// @param options of the command, each by the argument whose value it is given
  /// @param needs what an assistant must be given for it
  record Description(
      Tool tool, @Nullable String command, Map<String, String> options, List<String> needs) {}

  private Tools() {}

  /// Those that can work with what the assistant is given.
  static List<SyncToolSpecification> of(Assistant assistant) {
    var calls = new Calls(assistant);
    return descriptions(assistant.connections()).stream()
        .filter(each -> each.needs().stream().allMatch(assistant::has))
        .map(each ->
            SyncToolSpecification.builder()
                .tool(each.tool())
                .callHandler((_, request) -> calls.answer(each, request.arguments()))
                .build())
        .toList();
  }

  /// @param connections names of servers that an argument may have
  static List<Description> descriptions(Collection<String> connections) {
    var mapper = McpJsonDefaults.getMapper();
    try {
      return mapper.readValue(
          Pages.resource("tools.json")
              .replace("\"$connections\"", mapper.writeValueAsString(connections))
              .replace("\"$findings\"", mapper.writeValueAsString(Pages.rules())),
          DESCRIPTIONS);
    } catch (IOException broken) {
      throw new UncheckedIOException(broken);
    }
  }
}
