package org.vacuumadvisor.source.saved;

import static org.vacuumadvisor.source.saved.SurveyFormat.word;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.vacuumadvisor.model.Gap;
import org.vacuumadvisor.source.Columns;
import org.vacuumadvisor.source.Sink;
import org.vacuumadvisor.source.Topic;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.PrettyPrinter;
import tools.jackson.core.TokenStreamContext;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.core.json.JsonWriteFeature;
import tools.jackson.core.util.MinimalPrettyPrinter;

/// Writes the rows of a survey to a file as they arrive. The file is whole, and is where it should
/// be, only after [#finish()]: of a survey that failed half-way nothing is left.
///
/// What cannot be written is told by [#finish()], too, as the giver of rows has no use for it.
public final class SurveyWriter implements Sink, AutoCloseable {
  /// ASCII only, so that no mail program or editor can harm it.
  private static final JsonFactory JSON =
      JsonFactory.builder().enable(JsonWriteFeature.ESCAPE_NON_ASCII).build();

  private static final ObjectWriteContext LINES =
      new ObjectWriteContext.Base() {
        @Override
        public PrettyPrinter getPrettyPrinter() {
          return new OneRowALine();
        }
      };

  /// Stands for no set; the first has the number after it.
  private static final int NONE = 0;

  private final Destination destination;
  private final JsonGenerator json;
  private final List<Gap> gaps = new ArrayList<>();
  private int sets = NONE;
  private int current = NONE;
  private @Nullable JacksonException failure;

  private record RowSet(int number, Topic topic, @Nullable String database, Columns columns) {}

  private SurveyWriter(Destination destination) {
    this.destination = destination;
    this.json = JSON.createGenerator(LINES, destination.stream());
    attempt(this::begin);
  }

  /// Writes to a stream, which is flushed at the end and stays open.
  public static SurveyWriter to(OutputStream stream) {
    return new SurveyWriter(Destination.of(stream));
  }

  /// Writes to a file, compressed if its name ends in `.gz`. A file that is there is replaced when
  /// the new one is whole.
  ///
  /// @throws IOException if nothing can be written there; its message says why
  public static SurveyWriter to(Path file) throws IOException {
    return new SurveyWriter(Destination.of(file));
  }

  @Override
  public Consumer<List<@Nullable String>> open(
      Topic topic, @Nullable String database, Columns columns) {
    var set = new RowSet(++sets, topic, database, columns);
    attempt(() -> begin(set));
    return (List<@Nullable String> cells) -> attempt(() -> write(set, cells));
  }

  @Override
  public void gap(Gap gap) {
    gaps.add(gap);
  }

  /// Writes the end.
  ///
  /// @throws IOException if something could not be written; its message says what and why
  public void finish() throws IOException {
    attempt(this::end);
    if (failure != null) {
      throw destination.failed(failure.getCause() == null ? failure : failure.getCause());
    }
    destination.keep();
  }

  /// Removes what was written unless it was finished.
  @Override
  public void close() {
    destination.discard();
  }

  private void begin() {
    json.writeStartObject();
    json.writeStringProperty(SurveyFormat.FORMAT, SurveyFormat.NAME);
    json.writeNumberProperty(SurveyFormat.SCHEMA_VERSION, SurveyFormat.VERSION);
    json.writeArrayPropertyStart(SurveyFormat.SETS);
  }

  private void begin(RowSet set) {
    endSet();
    current = set.number();
    json.writeStartObject();
    json.writeStringProperty(SurveyFormat.TOPIC, word(set.topic()));
    if (set.database() != null) {
      json.writeStringProperty(SurveyFormat.DATABASE, set.database());
    }
    json.writeStringProperty(SurveyFormat.ABSENT, word(set.columns().absent()));
    json.writeArrayPropertyStart(SurveyFormat.COLUMNS);
    set.columns().names().forEach(json::writeString);
    json.writeEndArray();
    json.writeArrayPropertyStart(SurveyFormat.VALUES);
  }

  /// Rows of a set that another one interrupted go on in a set of their own.
  private void write(RowSet set, List<@Nullable String> cells) {
    if (current != set.number()) {
      begin(set);
    }
    json.writeStartArray();
    for (int at = 0; at < set.columns().names().size(); at++) {
      String cell = at < cells.size() ? cells.get(at) : null;
      if (cell == null) {
        json.writeNull();
      } else {
        json.writeString(cell);
      }
    }
    json.writeEndArray();
  }

  private void endSet() {
    if (current != NONE) {
      json.writeEndArray();
      json.writeEndObject();
      current = NONE;
    }
  }

  private void end() {
    endSet();
    json.writeEndArray();
    json.writeArrayPropertyStart(SurveyFormat.GAPS);
    gaps.forEach(this::write);
    json.writeEndArray();
    json.writeEndObject();
    json.writeRaw('\n');
    json.flush();
  }

  private void write(Gap gap) {
    json.writeStartObject();
    json.writeStringProperty(SurveyFormat.KIND, word(gap.kind()));
    json.writeStringProperty(SurveyFormat.WHAT, gap.what());
    json.writeStringProperty(SurveyFormat.HIDES, gap.hides());
    if (gap.remedy() != null) {
      json.writeStringProperty(SurveyFormat.REMEDY, gap.remedy());
    }
    json.writeEndObject();
  }

  /// After the first failure nothing is written any more.
  private void attempt(Runnable write) {
    if (failure == null) {
      try {
        write.run();
      } catch (JacksonException failed) {
        failure = failed;
      }
    }
  }

  /// Puts each set and each row on a line of its own, so that files can be looked at and compared.
  private static final class OneRowALine extends MinimalPrettyPrinter {
    private static final long serialVersionUID = 1;

    @Override
    public void beforeArrayValues(JsonGenerator json) {
      if (isListOfLines(json)) {
        json.writeRaw('\n');
      }
    }

    @Override
    public void writeArrayValueSeparator(JsonGenerator json) {
      json.writeRaw(isListOfLines(json) ? ",\n" : ",");
    }

    private static boolean isListOfLines(JsonGenerator json) {
      TokenStreamContext list = json.streamWriteContext().getParent();
      String name = list == null ? null : list.currentName();
      return SurveyFormat.SETS.equals(name)
          || SurveyFormat.VALUES.equals(name)
          || SurveyFormat.GAPS.equals(name);
    }
  }
}
