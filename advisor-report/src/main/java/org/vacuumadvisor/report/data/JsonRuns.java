package org.vacuumadvisor.report.data;

import java.io.Closeable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.util.Objects;
import java.util.function.Consumer;
import org.vacuumadvisor.advice.Assessment;
import org.vacuumadvisor.model.history.Notice;
import org.vacuumadvisor.model.history.Run;
import org.vacuumadvisor.model.history.RunSink;
import org.vacuumadvisor.model.history.Trait;
import org.vacuumadvisor.model.history.Understanding;
import org.vacuumadvisor.story.Storyteller;
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
      JsonRun.coverage(understanding, runs);
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
}
