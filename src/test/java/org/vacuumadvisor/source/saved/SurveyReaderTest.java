package org.vacuumadvisor.source.saved;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.vacuumadvisor.model.Gap;
import org.vacuumadvisor.source.SourceException;
import org.vacuumadvisor.source.SurveyBuilder;
import org.vacuumadvisor.source.Topic;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

class SurveyReaderTest {
  private static final byte[] WHOLE = Documents.written(Documents::small);
  private static final String TEXT = new String(WHOLE, StandardCharsets.UTF_8);

  @TempDir private Path folder;

  @Test
  void aSavedSurveyIsTheOneThatWasSaved() throws SourceException {
    var builder = new SurveyBuilder();
    Documents.small(builder);

    assertEquals(builder.build(), SurveyReader.read(new ByteArrayInputStream(WHOLE), "survey"));
  }

  @Test
  void readsWhatAToolHasSortedByName() throws SourceException {
    var mapper =
        JsonMapper.builder().enable(SerializationFeature.ORDER_MAP_ENTRIES_BY_KEYS).build();
    var sorted = mapper.writeValueAsString(mapper.readValue(TEXT, java.util.Map.class));

    assertTrue(sorted.startsWith("{\"format\":\"vacuum-advisor-survey\",\"gaps\""), sorted);
    assertEquals(Documents.read(TEXT).sets(), Documents.read(sorted).sets());
  }

  @Test
  void aFileCutOffAnywhereIsRefused() {
    for (int length = 0; length < WHOLE.length - 1; length++) {
      var part = Arrays.copyOf(WHOLE, length);
      var refusal = assertThrows(SourceException.class, () -> survey(part), "length " + length);

      assertTrue(refusal.explanation().startsWith("survey.json "), refusal.explanation());
    }
  }

  @Test
  void aCompressedFileCutOffAnywhereIsRefused() throws IOException {
    var packed = packed(WHOLE);
    for (int length = 0; length < packed.length; length++) {
      var part = Arrays.copyOf(packed, length);

      assertThrows(SourceException.class, () -> survey(part), "length " + length);
    }
  }

  @Test
  void saysThatAFileStopsBeforeItsEnd() throws IOException {
    var cut = Arrays.copyOf(WHOLE, WHOLE.length / 2);

    assertRefused("stops before its end", cut);
    assertRefused("stops before its end", packed(cut));
    assertRefused("stops before its end", Arrays.copyOf(packed(WHOLE), WHOLE.length / 4));
  }

  /// Whatever is in a file, it is read or refused.
  @Test
  void aDamagedFileIsReadOrRefused() {
    var random = new Random(16);
    int refused = 0;
    for (int round = 0; round < 5000; round++) {
      var damaged = WHOLE.clone();
      for (int change = 0; change < 1 + random.nextInt(3); change++) {
        damaged[random.nextInt(damaged.length)] = (byte) random.nextInt(256);
      }
      try {
        survey(damaged);
      } catch (SourceException _) {
        refused++;
      }
    }

    assertTrue(refused > 1000, "refused: " + refused);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "[]",
        "1",
        "\"vacuum-advisor-survey\"",
        "null",
        "{}",
        "{\"schemaVersion\":1,\"findings\":[]}",
        "{\"format\":\"another\",\"schemaVersion\":1,\"sets\":[]}",
        "{\"format\":{\"a\":1},\"schemaVersion\":1,\"sets\":[]}",
        "{\"sets\":[],\"format\":\"vacuum-advisor-survey\",\"schemaVersion\":1}",
        "{\"format\":\"vacuum-advisor-survey\",\"schemaVersion\":1}",
        "LOG:  database system is ready",
        "<html>",
        "{\"format\":\"vacuum-advisor-survey\",}",
        "PK\u0003\u0004"
      })
  void saysThatAFileIsNoSurvey(String document) {
    assertRefused("is not a survey file", document);
  }

  @Test
  void saysThatAFileIsEmpty() {
    assertRefused("is empty", "");
    assertRefused("is empty", " \n");
  }

  @Test
  void saysThatAFileIsOfANewerVersion() {
    assertRefused(
        "written by a newer Vacuum Advisor: it is a survey of format 2",
        TEXT.replace("\"schemaVersion\":1", "\"schemaVersion\":2"));
  }

  @Test
  void passesOverWhatItDoesNotKnow() throws SourceException {
    var more =
        TEXT.replace("\"schemaVersion\":1", "\"schemaVersion\":1,\"more\":{\"a\":[{}]}")
            .replace("\"absent\":", "\"more\":[[1]],\"absent\":")
            .replace("older_server", "some_reason_of_later")
            .replace("\"kind\":\"failed\"", "\"kind\":\"of_later\",\"more\":1");

    assertEquals(Documents.read(TEXT).rows(Topic.TABLES), Documents.read(more).rows(Topic.TABLES));
    assertEquals(Documents.read(TEXT).gaps(), Documents.read(more).gaps());
  }

  @Test
  void countsTopicsItDoesNotKnow() throws SourceException {
    var gaps = Documents.read(TEXT.replace("\"sessions\"", "\"of_later\"")).gaps();

    assertEquals(
        List.of("rows that a newer Vacuum Advisor saved: of_later"),
        gaps.stream().skip(2).map(Gap::what).toList());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"topic\":\"wal\",\"columns\":[\"a\"],\"values\":[[\"1\",\"2\"]]}",
        "{\"topic\":\"wal\",\"columns\":[\"a\",\"b\"],\"values\":[[\"1\"]]}",
        "{\"topic\":\"wal\",\"columns\":[\"a\"],\"values\":[[1]]}",
        "{\"topic\":\"wal\",\"columns\":[\"a\"],\"values\":[[[]]]}",
        "{\"topic\":\"wal\",\"columns\":[\"a\"],\"values\":[\"1\"]}",
        "{\"topic\":\"wal\",\"columns\":[\"a\"],\"values\":{}}",
        "{\"topic\":\"wal\",\"columns\":[\"a\"]}",
        "{\"topic\":\"wal\",\"columns\":[null],\"values\":[]}",
        "{\"topic\":\"wal\",\"values\":[],\"columns\":[]}",
        "{\"columns\":[],\"values\":[]}",
        "{\"topic\":\"wal\",\"database\":\"a\",\"columns\":[],\"values\":[]}",
        "{\"topic\":\"tables\",\"columns\":[],\"values\":[]}",
        "[]",
        "1"
      })
  void saysThatASetMakesNoSense(String set) {
    assertRefused(
        "was changed or damaged",
        "{\"format\":\"vacuum-advisor-survey\",\"schemaVersion\":1,\"sets\":[" + set + "]}");
  }

  @Test
  void refusesWhatFollowsTheEnd() {
    assertRefused("something follows its end", TEXT + "{}");
  }

  @Test
  void refusesAMonster() {
    var head = "{\"format\":\"vacuum-advisor-survey\",\"schemaVersion\":1,";

    assertRefused("is not a survey file", head + "\"more\":" + "[".repeat(100_000));
    assertRefused("is not a survey file", head + "\"more\":" + "{\"a\":".repeat(100_000));
    assertRefused("is not a survey file", head + "\"more\":" + "9".repeat(1_000_000));
    assertRefused("is not a survey file", head + "\"" + "x".repeat(1_000_000) + "\":1}");
    assertRefused(
        "is not a survey file",
        head
            + "\"sets\":[{\"topic\":\"wal\",\"columns\":[\"a\"],\"values\":[[\""
            + "x".repeat(3_000_000));
    assertRefused(
        "more than 1000 columns",
        head + "\"sets\":[{\"topic\":\"wal\",\"columns\":[" + "\"a\",".repeat(2000));
  }

  @Test
  void refusesValuesThatNoServerHas() {
    assertRefused("the oldest release this tool can read is 9.6", TEXT.replace("180006", "80006"));
  }

  @Test
  void takesAPidThatNoServerGivesForUnknown() throws SourceException {
    var known = holders(TEXT);
    var unknown = holders(TEXT.replace("4711", "99999999999"));

    assertEquals(known.size(), unknown.size());
    assertTrue(known.getFirst().contains("4711"), known.getFirst());
    assertFalse(unknown.getFirst().matches(".*(4711|999999|-?[0-9]{9}).*"), unknown.getFirst());
  }

  private static List<String> holders(String document) throws SourceException {
    var bytes = document.getBytes(StandardCharsets.UTF_8);
    return SurveyReader.read(new ByteArrayInputStream(bytes), "survey").horizonHolders().stream()
        .map(holder -> String.valueOf(holder))
        .toList();
  }

  @Test
  void refusesWhatIsNotText() {
    assertRefused("", new byte[] {(byte) 0xff, (byte) 0xfe, 0, 1, 2});
    var latin1 = TEXT.replace("orders", "größe").getBytes(StandardCharsets.ISO_8859_1);
    assertRefused("is not a survey file, or was damaged", latin1);
  }

  @Test
  void saysThatThereIsNoFile() {
    var file = folder.resolve("survey.json");
    var refusal = assertThrows(SourceException.class, () -> SurveyReader.read(file));

    assertEquals("There is no file " + file + ".", refusal.explanation());
  }

  @Test
  void saysThatAFileIsADirectory() {
    var refusal = assertThrows(SourceException.class, () -> SurveyReader.read(folder));

    assertTrue(refusal.explanation().startsWith("Cannot read " + folder), refusal.explanation());
  }

  @Test
  void readsAFile() throws IOException, SourceException {
    var file = Files.write(folder.resolve("survey"), packed(WHOLE));

    assertEquals(2, SurveyReader.read(file).relations().size());
  }

  private static void survey(byte[] document) throws SourceException {
    SurveyReader.read(new ByteArrayInputStream(document), "survey.json");
  }

  private static void assertRefused(String because, String document) {
    assertRefused(because, document.getBytes(StandardCharsets.UTF_8));
  }

  private static void assertRefused(String because, byte[] document) {
    var refusal = assertThrows(SourceException.class, () -> survey(document));

    assertTrue(refusal.explanation().contains(because), refusal.explanation());
    assertTrue(refusal.explanation().length() < 400, refusal.explanation());
  }

  private static byte[] packed(byte[] plain) throws IOException {
    var bytes = new ByteArrayOutputStream();
    try (var stream = new GZIPOutputStream(bytes)) {
      stream.write(plain);
    }
    return bytes.toByteArray();
  }
}
