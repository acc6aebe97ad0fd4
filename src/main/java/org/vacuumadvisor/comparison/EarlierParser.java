package org.vacuumadvisor.comparison;

import java.io.IOException;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.vacuumadvisor.diagnosis.Severity;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;

/// The members of an assessment in JSON that a later one is compared with; all others are passed
/// over. See `docs/json.md`.
final class EarlierParser {
  private static final int VERSION = 1;

  private final JsonParser json;
  private final List<Claim> findings = new ArrayList<>();
  private final List<Advised> recommendations = new ArrayList<>();
  private final Map<Figures.Name, Double> figures = new EnumMap<>(Figures.Name.class);
  private @Nullable JsonObject server;
  private boolean hasFindings;

  EarlierParser(JsonParser json) {
    this.json = json;
  }

  /// The assessment; empty if it is a survey.
  Optional<Earlier> read() throws IOException {
    if (json.nextToken() != JsonToken.START_OBJECT) {
      throw new IOException("it is not a JSON object");
    }
    while (json.nextToken() == JsonToken.PROPERTY_NAME) {
      var name = json.currentName();
      json.nextToken();
      switch (name) {
        case "format" -> {
          return Optional.empty();
        }
        case "schemaVersion" -> checkVersion();
        case "server" -> server = JsonObject.read(json);
        case "findings" -> {
          hasFindings = true;
          each(finding -> findings.add(claim(finding)));
        }
        case "recommendations" -> each(each -> recommendations.add(advised(each)));
        case "figures" -> figures(JsonObject.read(json));
        default -> json.skipChildren();
      }
    }
    return Optional.of(earlier());
  }

  private Earlier earlier() throws IOException {
    var about = server;
    if (about == null || !hasFindings) {
      throw new IOException("it is neither an assessment nor a survey");
    }
    try {
      return new Earlier(
          Instant.parse(about.text("surveyedAt")),
          Instant.parse(about.text("startedAt")),
          about.text("version"),
          Set.copyOf(about.texts("databases")),
          findings,
          recommendations,
          new Figures(figures));
    } catch (DateTimeException wrong) {
      throw new IOException("it does not say when the server was surveyed", wrong);
    }
  }

  private void checkVersion() throws IOException {
    if (json.currentToken() != JsonToken.VALUE_NUMBER_INT || json.getIntValue() != VERSION) {
      throw new IOException(
          "its schemaVersion is %s; this program reads %d".formatted(json.getString(), VERSION));
    }
  }

  private void each(Consumer<JsonObject> element) throws IOException {
    if (json.currentToken() != JsonToken.START_ARRAY) {
      throw new IOException("a list is missing in it");
    }
    while (json.nextToken() == JsonToken.START_OBJECT) {
      element.accept(JsonObject.read(json));
    }
  }

  private static Claim claim(JsonObject finding) {
    return new Claim(
        finding.text("id"),
        severity(finding.text("severity")),
        about(finding.object("subject")),
        finding.text("headline"));
  }

  /// What a later version may call a severity is at least worth knowing.
  private static Severity severity(String word) {
    for (var each : Severity.values()) {
      if (each.name().toLowerCase(Locale.ROOT).equals(word)) {
        return each;
      }
    }
    return Severity.INFO;
  }

  private static Advised advised(JsonObject recommendation) {
    return new Advised(
        recommendation.text("title"),
        about(recommendation.object("appliesTo")),
        recommendation.optionalText("sql"),
        recommendation.object("change").flatMap(EarlierParser::change));
  }

  private static Optional<Change> change(JsonObject change) {
    for (var kind : Change.Kind.values()) {
      if (kind.name().toLowerCase(Locale.ROOT).equals(change.text("kind"))) {
        var set = new TreeMap<String, String>();
        change.objects("set").forEach(each -> set.put(each.text("name"), each.text("value")));
        return Optional.of(new Change(kind, set, new TreeSet<>(change.texts("reset"))));
      }
    }
    return Optional.empty();
  }

  private static About about(Optional<JsonObject> subject) {
    return subject
        .map(each ->
            new About(
                each.text("kind"),
                each.optionalText("database").orElse(null),
                each.optionalText("schema").orElse(null),
                each.optionalText("name").orElse(null),
                each.optionalText("table").orElse(null)))
        .orElse(new About("cluster", null, null, null, null));
  }

  private void figures(JsonObject object) {
    for (var name : Figures.Name.values()) {
      object.number(name.member()).ifPresent(value -> figures.put(name, value));
    }
  }
}
