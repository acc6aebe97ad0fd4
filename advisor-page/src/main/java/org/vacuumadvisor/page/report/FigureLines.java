package org.vacuumadvisor.page.report;

import static org.vacuumadvisor.unit.Quantities.count;
import static org.vacuumadvisor.unit.Quantities.counted;

import java.util.ArrayList;
import java.util.List;
import org.vacuumadvisor.page.xray.Census;
import org.vacuumadvisor.page.xray.Figure;
import org.vacuumadvisor.page.xray.PageXray;
import org.vacuumadvisor.unit.Bytes;
import org.vacuumadvisor.unit.Share;

/// The figures of an X-ray in words.
public final class FigureLines {
  private final Census census;
  private final long bytes;
  private final List<Entry> entries = new ArrayList<>();

  /// A line: what it is about, and what is said.
  public record Entry(String name, String text) {}

  private FigureLines(Census census, long bytes) {
    this.census = census;
    this.bytes = bytes;
  }

  /// Of one page.
  public static List<Entry> ofPage(PageXray xray) {
    var lines = new FigureLines(xray.census(), xray.page().size());
    lines.tuples();
    lines.pointers();
    lines.space();
    lines.vacuum();
    return lines.entries;
  }

  static List<Entry> of(Census census, int pageSize) {
    var lines = new FigureLines(census, census.of(Figure.PAGES) * pageSize);
    lines.pages();
    lines.tuples();
    lines.pointers();
    lines.space();
    lines.vacuum();
    return lines.entries;
  }

  private void pages() {
    say(
        "pages",
        "%s with something dead, %s all-visible,"
            .formatted(
                count(census.of(Figure.PAGES_TO_VACUUM)),
                count(census.of(Figure.ALL_VISIBLE_PAGES))));
    say(
        "",
        "%s frozen, %s freezable"
            .formatted(
                count(census.of(Figure.FROZEN_PAGES)), count(census.of(Figure.FREEZABLE_PAGES))));
    sayIfAny(Figure.NEW_PAGES, "new: added to the file and never used");
    sayIfAny(Figure.EMPTY_PAGES, "empty: a header and no line pointers");
    sayIfAny(Figure.DAMAGED_PAGES, "damaged, and not counted below");
  }

  private void tuples() {
    tuples("live tuples", Figure.LIVE_TUPLES, Figure.LIVE_BYTES);
    tuples("dead tuples", Figure.DEAD_TUPLES, Figure.DEAD_BYTES);
    if (!census.isDetermined()) {
      tuples("live or dead", Figure.UNDETERMINED_TUPLES, Figure.UNDETERMINED_BYTES);
      say("", "Nobody has left a hint whether their transactions committed. Only pg_xact");
      say("", "knows; after a SELECT or VACUUM over the table the page would say it, too.");
    }
    long chains = census.of(Figure.HOT_CHAINS);
    if (chains > 0 || census.of(Figure.HEAP_ONLY_TUPLES) > 0) {
      say(
          "HOT",
          "%s, the longest of %s; %s"
              .formatted(
                  counted(chains, "chain"),
                  counted(census.of(Figure.LONGEST_HOT_CHAIN), "tuple"),
                  counted(census.of(Figure.HEAP_ONLY_TUPLES), "heap-only tuple")));
    }
  }

  private void tuples(String name, Figure tuples, Figure tupleBytes) {
    long size = census.of(tupleBytes);
    say(
        name,
        "%s, %s (%s)".formatted(count(census.of(tuples)), new Bytes(size), Share.of(size, bytes)));
  }

  private void pointers() {
    say(
        "line pointers",
        "%s: %s to tuples, %s redirected, %s dead, %s unused"
            .formatted(
                count(census.pointers()),
                count(census.of(Figure.NORMAL_POINTERS)),
                count(census.of(Figure.REDIRECTED_POINTERS)),
                count(census.of(Figure.DEAD_POINTERS)),
                count(census.of(Figure.UNUSED_POINTERS))));
  }

  private void space() {
    long free = census.of(Figure.USABLE_BYTES);
    say("free for new tuples", "%s (%s)".formatted(new Bytes(free), Share.of(free, bytes)));
    if (census.of(Figure.GAP_BYTES) > 0) {
      say("gaps between tuples", new Bytes(census.of(Figure.GAP_BYTES)).toString());
    }
  }

  private void vacuum() {
    long freed = census.of(Figure.VACUUM_FREES_BYTES);
    long pointers = census.of(Figure.VACUUM_FREES_POINTERS);
    if (freed == 0 && pointers == 0) {
      say("a VACUUM would free", "nothing");
      return;
    }
    say(
        "a VACUUM would free",
        "%s (%s), %s; if no snapshot holds them"
            .formatted(
                new Bytes(freed), Share.of(freed, bytes), counted(pointers, "line pointer")));
    say(
        "and have to move",
        "%s, %s"
            .formatted(
                counted(census.of(Figure.COMPACTION_MOVES_TUPLES), "tuple"),
                new Bytes(census.of(Figure.COMPACTION_MOVES_BYTES))));
  }

  private void sayIfAny(Figure figure, String what) {
    if (census.of(figure) > 0) {
      say("", count(census.of(figure)) + " " + what);
    }
  }

  private void say(String name, String text) {
    entries.add(new Entry(name, text));
  }
}
