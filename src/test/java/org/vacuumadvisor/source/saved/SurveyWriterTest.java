package org.vacuumadvisor.source.saved;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;
import static org.vacuumadvisor.source.saved.Recorder.give;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.vacuumadvisor.JsonSchema;
import org.vacuumadvisor.model.Reading.Why;
import org.vacuumadvisor.source.Columns;
import org.vacuumadvisor.source.Sink;
import org.vacuumadvisor.source.SourceException;
import org.vacuumadvisor.source.Topic;

class SurveyWriterTest {
  private static final JsonSchema SCHEMA =
      JsonSchema.of("/org/vacuumadvisor/source/saved/survey.schema.json");

  @TempDir private Path folder;

  @Test
  void rowsComeBackAsTheyWere() throws SourceException {
    assertSame(Documents::small);
  }

  @Test
  void followsItsSchema() {
    assertEquals(List.of(), SCHEMA.errors(Documents.text(Documents::small)));
  }

  @Test
  void everyTopicFollowsTheSchema() {
    for (var topic : Topic.values()) {
      var document = Documents.text(sink -> give(sink, topic, databaseOf(topic), "a|b\n1|~"));

      assertEquals(List.of(), SCHEMA.errors(document), topic.name());
    }
  }

  @Test
  void everyCharacterComesBack() throws SourceException {
    var all =
        IntStream.rangeClosed(0, 0xffff)
            .collect(StringBuilder::new, (text, each) -> text.append((char) each), (_, _) -> {})
            .append("\ud83d\udc18")
            .reverse()
            .toString();

    assertSame(sink ->
        sink.open(Topic.IO, null, Columns.of(List.of(all.substring(0, 999)), Why.NOT_COLLECTED))
            .accept(List.of(all)));
  }

  @Test
  void whyAColumnIsAbsentComesBack() throws SourceException {
    for (var why : Why.values()) {
      assertSame(sink -> sink.open(Topic.WAL, null, Columns.of(List.of("a"), why)));
    }
  }

  @Test
  void rowsOfASetThatAnotherInterruptsComeBack() throws SourceException {
    assertSame(sink -> {
      var columns = Columns.of(List.of("oid"), Why.OLDER_SERVER);
      var one = sink.open(Topic.TABLES, "one", columns);
      var other = sink.open(Topic.TABLES, "other", columns);
      one.accept(List.of("1"));
      other.accept(List.of("2"));
      one.accept(List.of("3"));
    });
  }

  @Test
  void isAscii() {
    for (byte each : Documents.written(Documents::small)) {
      assertTrue(each >= 0, "byte " + each);
    }
  }

  @Test
  void aNameThatEndsInGzIsCompressed() throws IOException, SourceException {
    var plain = save(folder.resolve("survey.json"));
    var packed = save(folder.resolve("survey.json.gz"));

    assertEquals('{', Files.readAllBytes(plain)[0]);
    assertEquals((byte) 0x1f, Files.readAllBytes(packed)[0]);
    assertEquals(read(plain).sets(), read(packed).sets());
  }

  @Test
  void leavesNothingOfASurveyThatFailed() throws IOException {
    try (var writer = SurveyWriter.to(folder.resolve("survey.json"))) {
      Documents.small(writer);
    }

    assertEquals(List.of(), files());
  }

  @Test
  void replacesAFileOnlyByAWholeOne() throws IOException {
    var file = save(folder.resolve("survey.json"));
    var before = Files.readAllBytes(file);
    try (var writer = SurveyWriter.to(file)) {
      give(writer, Topic.WAL, null, "a\n1");
    }

    assertArrayEquals(before, Files.readAllBytes(file));
    assertEquals(List.of(file), files());

    try (var writer = SurveyWriter.to(file)) {
      give(writer, Topic.WAL, null, "a\n1");
      writer.finish();
    }

    assertFalse(Arrays.equals(before, Files.readAllBytes(file)));
    assertEquals(List.of(file), files());
  }

  @Test
  void onlyTheOwnerMayReadIt() throws IOException {
    var file = save(folder.resolve("survey.json"));

    assumeTrue(Files.getFileStore(file).supportsFileAttributeView("posix"));
    assertEquals("rw-------", PosixFilePermissions.toString(Files.getPosixFilePermissions(file)));
  }

  @Test
  void writesThroughALink() throws IOException {
    var file = save(folder.resolve("survey.json"));
    var link = Files.createSymbolicLink(folder.resolve("link.json"), file);
    try (var writer = SurveyWriter.to(link)) {
      give(writer, Topic.WAL, null, "a\n1");
      writer.finish();
    }

    assertTrue(Files.isSymbolicLink(link));
    assertTrue(Files.readString(file).contains("\"wal\""));
  }

  @Test
  void saysThatThereIsNoSuchDirectory() {
    var file = folder.resolve("missing").resolve("survey.json");
    var failure = assertThrows(IOException.class, () -> SurveyWriter.to(file));

    assertEquals("Cannot write " + file + ": there is no such directory.", failure.getMessage());
  }

  @Test
  void saysThatItIsADirectory() {
    var failure = assertThrows(IOException.class, () -> SurveyWriter.to(folder));

    assertEquals("Cannot write " + folder + ": it is a directory.", failure.getMessage());
  }

  @Test
  void saysAtTheEndWhatCouldNotBeWritten() {
    try (var writer = SurveyWriter.to(new FullDisk())) {
      var rows = writer.open(Topic.WAL, null, Columns.of(List.of("a"), Why.OLDER_SERVER));
      for (int row = 0; row < 100_000; row++) {
        rows.accept(List.of("1"));
      }
      var failure = assertThrows(IOException.class, writer::finish);

      assertEquals("Cannot write the survey: no space left on device.", failure.getMessage());
    }
  }

  @Test
  void theSchemaRejectsAMisspelledMember() {
    SCHEMA.assertRejectsEveryMisspelling(Documents.text(Documents::small));
  }

  private static void assertSame(Consumer<Sink> rows) throws SourceException {
    var original = Documents.recorded(rows);
    var read = Documents.read(Documents.written(rows));

    assertEquals(original.sets(), read.sets());
    assertEquals(original.gaps(), read.gaps());
  }

  private static Path save(Path file) throws IOException {
    try (var writer = SurveyWriter.to(file)) {
      Documents.small(writer);
      writer.finish();
    }
    return file;
  }

  private static Recorder read(Path file) throws SourceException {
    var recorder = new Recorder();
    SurveyReader.read(file, recorder);
    return recorder;
  }

  private List<Path> files() throws IOException {
    try (var files = Files.list(folder)) {
      return new ArrayList<>(files.toList());
    }
  }

  private static @Nullable String databaseOf(Topic topic) {
    return topic.scope() == Topic.Scope.DATABASE ? "shop" : null;
  }

  /// Takes nothing.
  private static final class FullDisk extends OutputStream {
    @Override
    public void write(int one) throws IOException {
      throw new IOException("no space left on device");
    }
  }
}
