package org.vacuumadvisor.gui.paste;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.vacuumadvisor.diagnosis.Condition;
import org.vacuumadvisor.gui.part.Texts;
import org.vacuumadvisor.gui.work.Background;
import org.vacuumadvisor.gui.work.ExampleServer;
import org.vacuumadvisor.gui.work.Workbench;
import org.vacuumadvisor.source.SourceException;

class PasteModelTest {
  private final Workbench workbench = new Workbench();
  private final PasteModel model =
      new PasteModel(
          new Background(Runnable::run, Runnable::run), workbench, UnaryOperator.identity());

  @Test
  void readsTheExampleWhole() {
    model.read(Texts.resource(PasteScreen.class, "example.log"));

    var reading = model.reading.get().orElseThrow();
    assertTrue(reading.kept().size() > 1);
    assertEquals(reading.understanding().entries(), reading.understanding().read());
    assertTrue(workbench.opened().isPresent());
    assertEquals("", model.trouble.get());
  }

  /// An empty box is read a moment after the window opened: by then somebody may be elsewhere.
  @Test
  void drawsARunThatDoesNotSayHowLongItTook() {
    model.read(
        """
        INFO:  finished vacuuming "lab.public.t": index scans: 1
        pages: 0 removed, 13793 remain, 13793 scanned (100.00% of total)
        """);

    assertEquals(Optional.of(0), model.run.get());
  }

  @Test
  void leavesWhatAnotherScreenHasOpened() throws SourceException {
    model.read(Texts.resource(PasteScreen.class, "example.log"));
    var example = ExampleServer.open();
    workbench.open(example);

    model.read("");

    assertEquals(Optional.of(example), workbench.opened());
  }

  @Test
  void lightsUpTheLinesOfTheChosenRun() {
    model.read(Texts.resource(PasteScreen.class, "example.log"));
    var run = model.reading.get().orElseThrow().kept().getLast();

    model.select(model.reading.get().orElseThrow().kept().size() - 1);

    var document = model.reading.get().orElseThrow().document();
    var first = document.line(model.marked.get().all().getFirst());
    assertTrue(first.contains(run.heading().name().table()), first);
    assertTrue(model.marked.get().all().size() > 3);
  }

  @Test
  void everyFindingWithAPlaceLightsUpLines() {
    lightsUp(HELD, "not yet removable");
  }

  /// Up to 14 a run speaks in many messages, with lines that begin with a number in between.
  @Test
  void lightsUpTheLineThatProvesItInMessagesOfOlderReleases() {
    lightsUp(
        """
        INFO:  vacuuming "public.orders"
        INFO:  scanned index "orders_pkey" to remove 1000 row versions
        DETAIL:  CPU 0.00s/0.00u sec elapsed 0.00 sec.
        INFO:  "orders": removed 1000 row versions in 100 pages
        DETAIL:  CPU 0.00s/0.00u sec elapsed 0.00 sec.
        INFO:  index "orders_pkey" now contains 5000 row versions in 30 pages
        DETAIL:  1000 index row versions were removed.
        0 index pages have been deleted, 0 are currently reusable.
        CPU 0.00s/0.00u sec elapsed 0.00 sec.
        INFO:  "orders": found 1000 removable, 95000 nonremovable row versions in 200 out of 200 pages
        DETAIL:  94000 dead row versions cannot be removed yet.
        There were 0 unused item pointers.
        0 pages are entirely empty.
        CPU 0.00s/0.00u sec elapsed 0.00 sec.
        """,
        "94000 dead row versions cannot be removed yet");
  }

  private void lightsUp(String text, String line) {
    model.read(text);

    var findings = model.reading.get().orElseThrow().assessment().findings();
    var held = findings.stream().filter(each -> each.id().startsWith("xmin-held")).findFirst();
    model.prove(held.orElseThrow(), true);
    var document = model.reading.get().orElseThrow().document();
    var lit = model.marked.get().proof().stream().map(document::line).toList();
    assertTrue(lit.stream().anyMatch(each -> each.contains(line)), lit::toString);
  }

  @Test
  void saysWhatToDoWithTextThatTellsNothing() {
    model.read("Lorem ipsum dolor sit amet");

    var assessment = model.reading.get().orElseThrow().assessment();
    assertEquals(Condition.NOTHING_TO_JUDGE, assessment.judgement().condition());
    var finding = assessment.findings().getFirst();
    assertTrue(finding.explanation().contains("VACUUM (VERBOSE)"), finding.explanation());
  }

  /// The words of PostgreSQL's own German translation (de.po).
  @Test
  void readsTranslatedMessages() {
    model.read(
        """
        INFO:  beende Vacuum der Tabelle »shop.public.t«: Index-Scans: 0
        Seiten: 0 entfernt, 5 verbleiben, 5 gescannt (100.00% der Gesamtzahl)
        Tupel: 0 entfernt, 40 verbleiben, 0 sind tot aber noch nicht entfernbar
        """);

    var reading = model.reading.get().orElseThrow();
    assertEquals("t", reading.kept().getFirst().heading().name().table());
    assertEquals(5L, reading.kept().getFirst().outcome().pages().scanned());
    assertEquals(0, reading.understanding().unknownLines());
  }

  @Test
  void readsCompressedAndPlainFilesAsOneLog(@TempDir Path directory) throws IOException {
    var plain =
        Files.writeString(
            directory.resolve("b.log"), Texts.resource(PasteScreen.class, "example.log"));
    var packed = directory.resolve("a.log.gz");
    try (var out = new GZIPOutputStream(Files.newOutputStream(packed))) {
      Files.copy(plain, out);
    }
    model.read(Texts.resource(PasteScreen.class, "example.log"));
    int once = model.reading.get().orElseThrow().kept().size();

    model.open(List.of(packed, plain));

    var reading = model.reading.get().orElseThrow();
    assertEquals(2 * once, reading.kept().size());
    model.select(reading.kept().size() - 1);
    assertTrue(
        reading
            .document()
            .line(model.marked.get().all().getFirst())
            .contains(reading.kept().getLast().heading().name().table()));
  }

  @Test
  void saysWhichFileCannotBeRead(@TempDir Path directory) {
    model.open(List.of(directory.resolve("gone.log")));

    assertTrue(model.trouble.get().contains("gone.log"));
  }

  @Test
  void forgetsWhatWasTakenAway() {
    model.read(Texts.resource(PasteScreen.class, "example.log"));
    model.read("  \n");

    assertTrue(model.reading.get().isEmpty());
    assertTrue(workbench.opened().isEmpty());
  }

  /// What a 17 prints while another transaction holds the horizon, from the server's own format.
  private static final String HELD =
      """
      2026-11-20 10:00:00.000 UTC [100] LOG:  automatic vacuum of table "shop.public.orders": index scans: 0
      \tpages: 0 removed, 90000 remain, 90000 scanned (100.00% of total)
      \ttuples: 0 removed, 5000000 remain, 4000000 are dead but not yet removable
      \tremovable cutoff: 5000, which was 9000000 XIDs old when operation ended
      \tindex scan not needed: 0 pages from table (0.00% of total) had 0 dead item identifiers removed
      \tavg read rate: 10.000 MB/s, avg write rate: 0.000 MB/s
      \tbuffer usage: 90000 hits, 90000 misses, 0 dirtied
      \tWAL usage: 0 records, 0 full page images, 0 bytes
      \tsystem usage: CPU: user: 1.00 s, system: 1.00 s, elapsed: 70.00 s
      2026-11-20 10:02:00.000 UTC [101] LOG:  automatic vacuum of table "shop.public.orders": index scans: 0
      \tpages: 0 removed, 90000 remain, 90000 scanned (100.00% of total)
      \ttuples: 0 removed, 5100000 remain, 4100000 are dead but not yet removable
      \tremovable cutoff: 5000, which was 9100000 XIDs old when operation ended
      \tindex scan not needed: 0 pages from table (0.00% of total) had 0 dead item identifiers removed
      \tavg read rate: 10.000 MB/s, avg write rate: 0.000 MB/s
      \tbuffer usage: 90000 hits, 90000 misses, 0 dirtied
      \tWAL usage: 0 records, 0 full page images, 0 bytes
      \tsystem usage: CPU: user: 1.00 s, system: 1.00 s, elapsed: 70.00 s
      2026-11-20 10:04:00.000 UTC [102] LOG:  automatic vacuum of table "shop.public.orders": index scans: 0
      \tpages: 0 removed, 90000 remain, 90000 scanned (100.00% of total)
      \ttuples: 0 removed, 5200000 remain, 4200000 are dead but not yet removable
      \tremovable cutoff: 5000, which was 9200000 XIDs old when operation ended
      \tindex scan not needed: 0 pages from table (0.00% of total) had 0 dead item identifiers removed
      \tavg read rate: 10.000 MB/s, avg write rate: 0.000 MB/s
      \tbuffer usage: 90000 hits, 90000 misses, 0 dirtied
      \tWAL usage: 0 records, 0 full page images, 0 bytes
      \tsystem usage: CPU: user: 1.00 s, system: 1.00 s, elapsed: 70.00 s
      """;
}
