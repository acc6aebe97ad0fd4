package org.vacuumadvisor.source.paste;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.vacuumadvisor.model.Reading;
import org.vacuumadvisor.model.RunningVacuum;
import org.vacuumadvisor.model.TableKeys;
import org.vacuumadvisor.source.SourceException;

/// The output of the run is what PostgreSQL 16 prints.
class DocumentsTest {
  private static final String ROW =
      """
       relname | n_live_tup | n_dead_tup
      ---------+------------+------------
       parcel  |      40000 |     910000

      """;

  private static final String RUN =
      """
      shop=# VACUUM (VERBOSE) parcel;
      INFO:  vacuuming "shop.public.parcel"
      INFO:  finished vacuuming "shop.public.parcel": index scans: 1
      pages: 0 removed, 21000 remain, 21000 scanned (100.00% of total)
      tuples: 910000 removed, 40000 remain, 0 are dead but not yet removable
      removable cutoff: 77123, which was 0 XIDs old when operation ended
      VACUUM
      """;

  @Test
  void aRowBeforeARunIsNotTheStateAfterIt() throws SourceException {
    var read = read(ROW + RUN);

    assertEquals(1, read.history().runs());
    assertTrue(dead(read) instanceof Reading.Missing);
  }

  /// The row says of no table what it is of: the transcript has but one.
  @Test
  void nothingDifferentIsARowWithoutName() throws SourceException {
    var row =
        """
         n_live_tup | n_dead_tup
        ------------+------------
              40000 |     910000

        """;

    assertTrue(dead(read(row + RUN)) instanceof Reading.Missing);
    assertEquals(910_000L, dead(read(RUN + row)).or(-1L));
  }

  /// psql prints messages on one stream and the tag on another.
  @Test
  void aTagInTheMiddleOfARunDoesNotEndIt() throws SourceException {
    var begin = "INFO:  vacuuming \"shop.public.parcel\"\n";
    var mixed = RUN.replace("\nVACUUM\n", "\n").replace(begin, begin + "VACUUM\n");

    assertEquals(1, read(mixed).history().runs());
  }

  @Test
  void aRowAfterARunIs() throws SourceException {
    assertEquals(910_000L, dead(read(RUN + ROW)).or(-1L));
  }

  @Test
  void aLogBelowARowMayBeOlderThanTheRow() throws SourceException {
    var log =
        """
        2026-03-01 10:00:00.000 UTC [77] LOG:  automatic vacuum of table "shop.public.parcel": index scans: 1
        \tpages: 0 removed, 21000 remain, 21000 scanned (100.00% of total)
        \ttuples: 910000 removed, 40000 remain, 0 are dead but not yet removable
        """;

    assertEquals(910_000L, dead(read(ROW + log)).or(-1L));
  }

  /// People copy reports without what stands before them, and services write them on one line.
  @ParameterizedTest
  @ValueSource(strings = {"\n", "\n\t", ", ", " "})
  void reportsWithoutTheirPrefixesAreAsManyRuns(String lineFeed) throws SourceException {
    var report =
        """
        automatic vacuum of table "shop.public.NAME": index scans: 0
        pages: 0 removed, 210 remain, 21 scanned (10.00% of total)
        tuples: 8 removed, 4000 remain, 0 are dead but not yet removable
        index scan not needed: 0 pages from table (0.00% of total) had 0 dead item identifiers removed
        system usage: CPU: user: 0.00 s, system: 0.00 s, elapsed: 0.01 s
        """;
    var all =
        Stream.of("parcel", "stop", "van")
            .map(each -> report.replace("NAME", each).strip().replace("\n", lineFeed))
            .collect(Collectors.joining("\n\n"));

    var read = read(all);

    assertEquals(3, read.history().runs());
    assertEquals(0, read.understanding().unknownLines());
    assertEquals(
        List.of(8.0, 8.0, 8.0),
        read.history().tables().stream().map(each -> each.removed().sum()).toList());
  }

  /// Lists, code, and times of another program.
  @ParameterizedTest
  @ValueSource(strings = {"- ", "* ", "1. ", "`", "12:03:11 ", "[2026-03-01 10:00:00] "})
  void theHeadingOfAReportMayStandBehindAMark(String mark) throws SourceException {
    var report =
        """
        automatic vacuum of table "shop.public.parcel": index scans: 0
        pages: 0 removed, 210 remain, 21 scanned (10.00% of total)
        tuples: 8 removed, 4000 remain, 0 are dead but not yet removable
        """;
    var marked =
        mark
            + (mark.length() == 2 || mark.equals("`")
                ? report.strip().replace("\n", "\n" + mark)
                : report);

    var read = read(marked);

    assertEquals(1, read.history().runs());
    assertEquals(0, read.understanding().unknownLines());
    assertEquals(8, read.history().tables().getFirst().removed().sum());
  }

  @Test
  void talkOfAVacuumIsNoRun() throws SourceException {
    assertEquals(
        0, read("I see automatic vacuum of table \"shop.public.parcel\"\n").history().runs());
  }

  /// Some clients show what VACUUM says without the level, or people take it off.
  @Test
  void messagesWithoutTheirLevelAreTheSameRun() throws SourceException {
    var plain = read(RUN.replace("INFO:  ", "").replace("shop=# VACUUM (VERBOSE) parcel;\n", ""));

    assertEquals(1, plain.history().runs());
    assertEquals(0, plain.understanding().unknownLines());
    assertEquals(
        read(RUN).history().tables().stream().map(each -> each.name()).toList(),
        plain.history().tables().stream().map(each -> each.name()).toList());
  }

  @Test
  void moreThanAnybodyCopiesIsRefusedWithWords() {
    var refused =
        assertThrows(SourceException.class, () -> Paste.Text.fits("all.txt", Paste.LONGEST + 1));

    assertEquals(
        "all.txt is longer than 64 MB, too much for a paste. If it is a log, open it as a file.",
        refused.explanation());
  }

  private static Documents read(String text) throws SourceException {
    return Documents.read(List.of(new Paste.Text("paste", text)));
  }

  /// The session is seen between the first line of its run and the last.
  @Test
  void aRunThatEndsBelowARowIsOver() throws SourceException {
    var session =
        """
         pid | wait_event_type | wait_event | state  | query
        -----+-----------------+------------+--------+-------------------------
          77 | BufferPin       | BufferPin  | active | VACUUM (VERBOSE) parcel

        """;
    var begin = "INFO:  vacuuming \"shop.public.parcel\"\n";

    assertEquals(List.of(), atWork(read(RUN.replace(begin, begin + "\n" + session))));
    assertEquals(List.of(77), atWork(read(begin + "\n" + session)));
  }

  /// What a worker decides by is the state before it vacuums.
  @Test
  void countersBesideTheirThresholdsAreOfBeforeTheRun() throws SourceException {
    var prefix = "2026-03-01 10:00:00.000 UTC [77] DEBUG:  ";
    var decision = prefix + "parcel: vac: 910000 (threshold 8050), anl: 5 (threshold 4050)\n";
    var run =
        prefix
            + "vacuuming \"public.parcel\"\n"
            + prefix
            + "\"parcel\": found 910000 removable, 40000 nonremovable row versions in 21000 out of"
            + " 21000 pages\n";

    assertEquals(910_000L, dead(read(decision)).or(-1L));
    assertTrue(dead(read(decision + run)) instanceof Reading.Missing);
  }

  @ParameterizedTest
  @ValueSource(strings = {" | ", "\t", "   "})
  void whatIsSelectedNamesTheColumnsOfRowsWithoutHeadings(String gap) throws SourceException {
    var rows = String.join(gap, "parcel", "40000", "910000") + "\n";

    var read = read("SELECT relname, n_live_tup, n_dead_tup FROM pg_stat_user_tables;\n\n" + rows);

    assertEquals(910_000L, dead(read).or(-1L));
  }

  @Test
  void phasesTellVacuumsAtWork() throws SourceException {
    var read =
        read(
            """
            +-----+--------+-------------------+----------+
            | PID | Table  |       Phase       | Duration |
            +-----+--------+-------------------+----------+
            |  77 | parcel | vacuuming indexes | 2:55:16  |
            +-----+--------+-------------------+----------+
            """);

    assertEquals(List.of(77), atWork(read));
  }

  /// `pg_class` has both.
  @Test
  void anIndexIsNoTable() throws SourceException {
    var read =
        read(
            """
               relname    | relpages | reltuples
            --------------+----------+-----------
             parcel       |    21000 |     40000
             parcel_pkey  |      500 |     40000
             idx_parcel_a |      500 |     40000
            """);

    assertEquals(
        List.of("parcel"),
        read.survey().orElseThrow().relations().stream().map(each -> each.name().name()).toList());
  }

  private static List<Integer> atWork(Documents read) {
    var machinery = read.survey().orElseThrow().machinery();
    return machinery.vacuums().stream().map(RunningVacuum::pid).toList();
  }

  private static Reading<Long> dead(Documents read) {
    return read.survey().orElseThrow().relations().getFirst().get(TableKeys.N_DEAD_TUP);
  }
}
