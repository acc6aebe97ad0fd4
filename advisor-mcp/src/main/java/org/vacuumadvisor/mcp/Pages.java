package org.vacuumadvisor.mcp;

import io.modelcontextprotocol.server.McpServerFeatures.SyncResourceSpecification;
import io.modelcontextprotocol.spec.McpSchema;
import io.modelcontextprotocol.spec.McpSchema.ReadResourceResult;
import io.modelcontextprotocol.spec.McpSchema.TextResourceContents;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.vacuumadvisor.diagnosis.rule.RuleBook;
import org.vacuumadvisor.unit.Resource;

/// What can be read beside the tools: the pages of `docs/rules`, one for each finding, and the
/// schemas of the documents that tools answer, as they are published.
final class Pages {
  private static final Map<String, String> PLACES =
      Map.of(
          "assessment", "/org/vacuumadvisor/report/assessment.schema.json",
          "simulation", "/org/vacuumadvisor/report/simulation.schema.json",
          "freeze", "/org/vacuumadvisor/freeze/report/freeze.schema.json",
          "verification", "/org/vacuumadvisor/verify/verification.schema.json",
          "history", "/org/vacuumadvisor/fleet/history/history.schema.json");

  private Pages() {}

  /// The ids of all findings, in the order of the alphabet.
  static List<String> rules() {
    return RuleBook.ids().stream().sorted().toList();
  }

  /// The page of a finding, as Markdown.
  ///
  /// @throws IllegalArgumentException if there is no such finding
  static String rule(String id) {
    if (!RuleBook.ids().contains(id)) {
      throw new IllegalArgumentException("There is no finding %s.".formatted(id));
    }
    return resource("rules/%s.md".formatted(id));
  }

  /// All of them; schemas of parts that are not installed are left out.
  static List<SyncResourceSpecification> all() {
    var pages =
        rules().stream()
            .map(id ->
                page("rules/" + id, id, "What the finding means.", "text/markdown", rule(id)));
    var schemas =
        PLACES.entrySet().stream()
            .flatMap(each ->
                Resource.ifAny(Pages.class, each.getValue()).stream()
                    .map(text ->
                        page(
                            "schemas/" + each.getKey(),
                            each.getKey(),
                            "The JSON Schema of this document.",
                            "application/schema+json",
                            text)));
    return Stream.concat(pages, schemas).toList();
  }

  private static SyncResourceSpecification page(
      String place, String name, String description, String type, String text) {
    var address = "vacuum-advisor://" + place;
    var contents = TextResourceContents.builder(address, text).mimeType(type).build();
    return new SyncResourceSpecification(
        McpSchema.Resource.builder(address, name).description(description).mimeType(type).build(),
        (_, _) -> ReadResourceResult.builder(List.of(contents)).build());
  }

  static String resource(String name) {
    return Resource.text(Pages.class, name);
  }
}
