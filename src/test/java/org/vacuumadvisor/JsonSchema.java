package org.vacuumadvisor;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import tools.jackson.core.JsonPointer;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/// A schema of ours, applied by someone else's validator.
public final class JsonSchema {
  private static final JsonMapper JSON = new JsonMapper();

  private final Schema schema;

  private JsonSchema(Schema schema) {
    this.schema = schema;
  }

  /// The schema in a resource.
  public static JsonSchema of(String resource) {
    var registry = SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12);
    var stream = Objects.requireNonNull(JsonSchema.class.getResourceAsStream(resource), resource);
    return new JsonSchema(registry.getSchema(stream));
  }

  /// What is wrong with a document.
  public List<String> errors(String document) {
    return errors(JSON.readTree(document));
  }

  /// The schema accepts the document, and rejects it as soon as the name of any member is another,
  /// or any member is gone that is not optional.
  public void assertRejectsEveryMisspelling(String document) {
    assertEquals(List.of(), errors(document));
    var objects = new ArrayList<JsonPointer>();
    collect(JSON.readTree(document), JsonPointer.empty(), objects);
    for (var place : objects) {
      for (var name : List.copyOf(JSON.readTree(document).at(place).propertyNames())) {
        var changed = JSON.readTree(document);
        var object = (ObjectNode) changed.at(place);
        object.set(name + "s", object.remove(name));

        assertFalse(errors(changed).isEmpty(), place + "/" + name);
      }
    }
  }

  private List<String> errors(JsonNode document) {
    return schema.validate(document).stream().map(Object::toString).toList();
  }

  private static void collect(JsonNode node, JsonPointer place, List<JsonPointer> objects) {
    if (node.isObject()) {
      objects.add(place);
      node.properties()
          .forEach(each -> collect(each.getValue(), place.appendProperty(each.getKey()), objects));
    } else if (node.isArray()) {
      for (int at = 0; at < node.size(); at++) {
        collect(node.get(at), place.appendIndex(at), objects);
      }
    }
  }
}
