package org.vacuumadvisor.source.saved;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.vacuumadvisor.model.Gap;
import org.vacuumadvisor.model.Reading.Why;
import org.vacuumadvisor.source.Columns;
import org.vacuumadvisor.source.Sink;
import org.vacuumadvisor.source.SourceException;
import org.vacuumadvisor.source.Topic;
import org.vacuumadvisor.source.Topic.Scope;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;

/// One reading of one survey file. Members we do not know are passed over; sets of rows on topics
/// we do not know are, too, and counted.
final class SurveyParser {
  static final String WHENCE = "A survey file is what a survey of a server was saved to.";

  private static final int MOST_COLUMNS = 1000;

  private final JsonParser json;
  private final String name;
  private final Sink sink;
  private final TreeSet<String> unknownTopics = new TreeSet<>();
  private boolean formatSeen;
  private boolean versionSeen;
  private boolean setsSeen;

  SurveyParser(JsonParser json, String name, Sink sink) {
    this.json = json;
    this.name = name;
    this.sink = sink;
  }

  void read() throws SourceException {
    JsonToken first = json.nextToken();
    if (first == null) {
      throw new SourceException("%s is empty. %s".formatted(name, WHENCE));
    }
    if (first != JsonToken.START_OBJECT) {
      throw otherFormat();
    }
    for (var member = nextMember(); member.isPresent(); member = nextMember()) {
      switch (member.get()) {
        case SurveyFormat.FORMAT -> format();
        case SurveyFormat.SCHEMA_VERSION -> version();
        case SurveyFormat.SETS -> sets();
        case SurveyFormat.GAPS -> each(this::gap);
        default -> json.skipChildren();
      }
    }
    if (!setsSeen) {
      throw otherFormat();
    }
    if (json.nextToken() != null) {
      throw malformed("something follows its end");
    }
    reportUnknownTopics();
  }

  /// A file that stops before its end.
  static SourceException cutOff(String name, Throwable cause) {
    return new SourceException(
        ("%s stops before its end: it was not copied or written to the end."
                + " Copy it again, or survey the server again.")
            .formatted(name),
        cause);
  }

  private void format() throws SourceException {
    if (!SurveyFormat.NAME.equals(json.getValueAsString())) {
      throw otherFormat();
    }
    formatSeen = true;
  }

  private void version() throws SourceException {
    if (json.currentToken() != JsonToken.VALUE_NUMBER_INT) {
      throw malformed("its schemaVersion is not a number");
    }
    int version = json.getIntValue();
    if (version > SurveyFormat.VERSION) {
      throw new SourceException(
          ("%s was written by a newer Vacuum Advisor: it is a survey of format %d, and this one"
                  + " reads up to %d. Use the newer Vacuum Advisor, or survey the server with this"
                  + " one.")
              .formatted(name, version, SurveyFormat.VERSION));
    }
    versionSeen = true;
  }

  private void sets() throws SourceException {
    if (!formatSeen || !versionSeen) {
      throw otherFormat();
    }
    setsSeen = true;
    each(this::set);
  }

  private void set() throws SourceException {
    String topic = null;
    String database = null;
    var absent = Why.NOT_COLLECTED;
    List<String> columns = null;
    boolean delivered = false;
    for (var member = nextMember(); member.isPresent(); member = nextMember()) {
      switch (member.get()) {
        case SurveyFormat.TOPIC -> topic = text();
        case SurveyFormat.DATABASE -> database = text();
        case SurveyFormat.ABSENT ->
            absent = SurveyFormat.constant(Why.class, text()).orElse(Why.NOT_COLLECTED);
        case SurveyFormat.COLUMNS -> columns = columns();
        case SurveyFormat.VALUES -> {
          if (topic == null || columns == null) {
            throw malformed("a set has values before its topic and columns");
          }
          rows(topic, database, Columns.of(columns, absent));
          delivered = true;
        }
        default -> json.skipChildren();
      }
    }
    if (!delivered) {
      throw malformed("a set has no values");
    }
  }

  private List<String> columns() throws SourceException {
    var columns = new ArrayList<String>();
    each(() -> {
      columns.add(text());
      if (columns.size() > MOST_COLUMNS) {
        throw malformed("a set has more than %d columns".formatted(MOST_COLUMNS));
      }
    });
    return columns;
  }

  private void rows(String word, @Nullable String database, Columns columns)
      throws SourceException {
    var topic = SurveyFormat.constant(Topic.class, word);
    if (topic.isEmpty()) {
      if (unknownTopics.size() < MOST_COLUMNS) {
        unknownTopics.add(word);
      }
      json.skipChildren();
      return;
    }
    if ((database == null) != (topic.get().scope() == Scope.CLUSTER)) {
      throw malformed(
          "a set of %s %s database".formatted(word, database == null ? "names no" : "names a"));
    }
    var rows = sink.open(topic.get(), database, columns);
    each(() -> row(columns.names().size(), rows));
  }

  private void row(int width, Consumer<List<@Nullable String>> to) throws SourceException {
    var cells = new ArrayList<@Nullable String>(width);
    each(() -> {
      if (cells.size() == width) {
        throw malformed("a row has more cells than columns");
      }
      cells.add(json.currentToken() == JsonToken.VALUE_NULL ? null : text());
    });
    if (cells.size() < width) {
      throw malformed("a row has fewer cells than columns");
    }
    to.accept(cells);
  }

  private void gap() throws SourceException {
    var kind = Gap.Kind.FAILED;
    String what = null;
    String hides = null;
    String remedy = null;
    for (var member = nextMember(); member.isPresent(); member = nextMember()) {
      switch (member.get()) {
        case SurveyFormat.KIND ->
            kind = SurveyFormat.constant(Gap.Kind.class, text()).orElse(Gap.Kind.FAILED);
        case SurveyFormat.WHAT -> what = text();
        case SurveyFormat.HIDES -> hides = text();
        case SurveyFormat.REMEDY -> remedy = text();
        default -> json.skipChildren();
      }
    }
    if (what == null || hides == null) {
      throw malformed("a gap does not say what is missing");
    }
    sink.gap(new Gap(kind, what, hides, remedy));
  }

  private void reportUnknownTopics() {
    if (!unknownTopics.isEmpty()) {
      sink.gap(
          new Gap(
              Gap.Kind.FAILED,
              "rows that a newer Vacuum Advisor saved: " + String.join(", ", unknownTopics),
              "what the newer one tells from them",
              "assess the file with the Vacuum Advisor that wrote it"));
    }
  }

  /// The name of the next member of the object we are in, with the parser on its value.
  private Optional<String> nextMember() throws SourceException {
    if (json.currentToken() != JsonToken.START_OBJECT && !json.streamReadContext().inObject()) {
      throw malformed("an object is expected at " + place());
    }
    if (json.nextToken() == JsonToken.END_OBJECT) {
      return Optional.empty();
    }
    var member = json.currentName();
    json.nextToken();
    return Optional.of(member);
  }

  /// Does something with each element of the array we are at.
  private void each(Step step) throws SourceException {
    if (json.currentToken() != JsonToken.START_ARRAY) {
      throw malformed("a list is expected at " + place());
    }
    while (json.nextToken() != JsonToken.END_ARRAY) {
      step.take();
    }
  }

  private String text() throws SourceException {
    if (json.currentToken() != JsonToken.VALUE_STRING) {
      throw malformed("a text is expected at " + place());
    }
    return json.getString();
  }

  private String place() {
    var location = json.currentTokenLocation();
    return "line %d, column %d".formatted(location.getLineNr(), location.getColumnNr());
  }

  private SourceException otherFormat() {
    return new SourceException("%s is not a survey file. %s".formatted(name, WHENCE));
  }

  private SourceException malformed(String how) {
    return new SourceException("%s was changed or damaged: %s. %s".formatted(name, how, WHENCE));
  }

  /// What is done with an element.
  @FunctionalInterface
  private interface Step {
    void take() throws SourceException;
  }
}
