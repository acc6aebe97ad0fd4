package org.vacuumadvisor.report.data;

import java.io.BufferedOutputStream;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.vacuumadvisor.advice.Assessment;
import org.vacuumadvisor.model.history.Notice;
import org.vacuumadvisor.model.history.Run;
import org.vacuumadvisor.model.history.RunSink;
import org.vacuumadvisor.model.history.Trait;
import org.vacuumadvisor.model.history.Understanding;
import org.vacuumadvisor.story.Story.Storyteller;
import tools.jackson.core.JsonEncoding;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.exc.JacksonIOException;

/// What was read from one input, for programs: one JSON object on one line.
///
/// | member | holds |
/// |---|---|
/// | `runs` | the runs, in the order of their first lines |
/// | `notices` | the notices, in the order of their lines |
/// | `furtherNotices` | notices of kinds that other readers of logs do not tell |
/// | `translatedRuns` | runs whose messages were in another language than English |
/// | `coverage` | how much of the messages about VACUUM was understood |
/// | `history` | what the runs amount to, table by table; only where all inputs are one log |
/// | `schemaVersion`, `verdict`, `problems`, `questions`, `findings`, `recommendations`,
/// `plan`, `notRecommended` | as in an assessment; likewise |
///
/// What a text does not say is left out, as are empty lists; numbers are as printed. Runs go out as
/// they come: nothing keeps a whole log in memory.
public final class JsonRuns implements RunSink, Closeable {
  private final Writer to;
  private final Storyteller teller = new Storyteller();
  private final JsonGenerator document;
  private final JsonText runs;
  private final JsonList notices = new JsonList();
  private final JsonList further = new JsonList();
  private final JsonList translated = new JsonList();

  /// Begins the object.
  public JsonRuns(Writer to) {
    this.to = to;
    document = JsonText.JSON.createGenerator(ObjectWriteContext.empty(), to);
    runs = new JsonText(document, true);
    document.writeStartObject();
    document.writeArrayPropertyStart("runs");
  }

  @Override
  public void run(Run run) {
    (run.is(Trait.TRANSLATED) ? translated.text() : runs)
        .element(json -> JsonRun.write(run, teller.tell(run), json));
  }

  @Override
  public void notice(Notice notice) {
    boolean isCanonical = JsonRun.kind(notice).isCanonical() && !notice.translated();
    (isCanonical ? notices : further).text().element(json -> JsonRun.notice(notice, json));
  }

  /// Ends the object and its line.
  public void finish(Understanding understanding) throws IOException {
    finish(understanding, _ -> {});
  }

  /// Ends the object and its line with what the runs amount to.
  public void finish(Understanding understanding, Assessment assessment) throws IOException {
    finish(understanding, json -> judgement(assessment, json));
  }

  private static void judgement(Assessment assessment, JsonText json) {
    JsonJudgement.problems(assessment, json);
    JsonHistory.write(assessment.evidence(), json);
    JsonJudgement.advice(assessment, json);
  }

  private void finish(Understanding understanding, Consumer<JsonText> further) throws IOException {
    try {
      document.writeEndArray();
      copy("notices", notices);
      copy("furtherNotices", this.further);
      copy("translatedRuns", translated);
      runs.object("coverage", () -> JsonReport.SHAPES.write("understanding", understanding, runs));
      further.accept(new JsonText(document, false));
      document.writeEndObject();
      document.writeRaw('\n');
      document.flush();
    } catch (JacksonIOException failed) {
      throw Objects.requireNonNull(failed.getCause());
    } catch (UncheckedIOException failed) {
      throw Objects.requireNonNull(failed.getCause());
    }
  }

  @Override
  public void close() throws IOException {
    notices.close();
    further.close();
    translated.close();
  }

  private void copy(String name, JsonList list) throws IOException {
    document.writeName(name);
    document.writeRawValue("");
    document.flush();
    list.copyTo(to);
  }

  /// A list in JSON that grows while another part of its document is being written.
  static final class JsonList implements Closeable {
    private final Spool spool = new Spool();
    private final JsonGenerator generator;

    JsonList() {
      generator =
          JsonText.JSON.createGenerator(ObjectWriteContext.empty(), spool, JsonEncoding.UTF8);
      generator.writeStartArray();
    }

    /// Where its elements are written, without members that have no value.
    JsonText text() {
      return new JsonText(generator, true);
    }

    /// Ends the list and writes it.
    void copyTo(Writer to) throws IOException {
      generator.writeEndArray();
      generator.flush();
      spool.copyTo(to);
    }

    @Override
    public void close() throws IOException {
      spool.close();
    }

    /// What has to be written later than it becomes known: kept in memory, and beyond a few
    /// megabytes in a temporary file that only its owner can read.
    private static final class Spool extends OutputStream {
      private static final int MOST_IN_MEMORY = 4 << 20;

      private final ByteArrayOutputStream memory = new ByteArrayOutputStream();
      private OutputStream to = memory;
      private @Nullable Path file;

      @Override
      public void write(int each) throws IOException {
        write(new byte[] {(byte) each}, 0, 1);
      }

      @Override
      public void write(byte[] bytes, int from, int length) throws IOException {
        if (file == null && memory.size() + length > MOST_IN_MEMORY) {
          file = Files.createTempFile("vacuum-advisor", ".json");
          to = new BufferedOutputStream(Files.newOutputStream(file));
          memory.writeTo(to);
          memory.reset();
        }
        to.write(bytes, from, length);
      }

      /// Writes all that was kept, which is UTF-8, as text.
      void copyTo(Writer other) throws IOException {
        to.flush();
        try (var kept =
            file == null
                ? new ByteArrayInputStream(memory.toByteArray())
                : Files.newInputStream(file)) {
          var _ = new InputStreamReader(kept, StandardCharsets.UTF_8).transferTo(other);
        }
      }

      @Override
      public void close() throws IOException {
        to.close();
        if (file != null) {
          Files.deleteIfExists(file);
        }
      }
    }
  }
}
