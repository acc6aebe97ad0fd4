package org.vacuumadvisor.report;

import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.vacuumadvisor.model.history.Understanding;

/// Lines of reports that are not known, made fit for a bug report: what PostgreSQL's own messages
/// are made of stays; names, numbers and every other word go.
public final class UnknownLines {
  private static final Pattern QUOTED = Pattern.compile("\"[^\"]*+\"?+|»[^«]*+«?+|'[^']*+'?+");
  private static final Pattern NUMBER = Pattern.compile("[0-9]++");
  private static final Pattern WORD = Pattern.compile("[\\p{L}_][\\p{L}\\p{N}_.-]*+");

  /// The words of the messages of VACUUM and ANALYZE of 9.6 to 19, and a few that later ones may
  /// well have.
  private static final Set<String> WORDS =
      Set.of(
          """
          a accumulated across aggressive aggressively ahead all all-frozen all-visible an analyze
          analyzing and are as automatic autovacuum average avg be been block blocks buffer
          buffers but by bypassed bytes cached cannot cleaned cleaning cleanup cluster clustering
          containing contains contention context cost cpu currently cutoff database dead delay
          delayed deleted detail dirtied due each eager eagerly elapsed empty ended entirely
          estimated failed failsafe finished for found freeze freezing from frozen full gb had
          have heap hint hits i/o identifiers image images in index indexes info io is item items
          kb launched limit line lines live lock log map mb memory missed misses ms multixact mxid
          mxids n needed new newly nonessential nonremovable not now number of offset oldest on
          operation or order out page pages parallel percent phase physical pinned pins planned
          pointers prefetch prevent previous rate rates read reads records relation relfrozenxid
          relminmxid remain removable removed repack repacking reset resets reusable row rows s
          sample scan scanned scanning scans sec seconds set shared size skipped skipping slept
          space state statistics storage store system table tables that the there this time times
          timing timings to toast total transaction truncated truncating tuple tuples unused usage
          used user vacuum vacuumed vacuuming value version versions visibility visible wal
          warning was were which while worker workers wraparound write writes written x xid xids
          xmin yet\
          """
              .split("\\s+", -1));

  private UnknownLines() {}

  /// One line each, with the number of its line.
  public static String redacted(Understanding understanding) {
    return understanding.examples().stream()
        .map(each -> "line %d: %s".formatted(each.place().line(), redacted(each.text())))
        .collect(Collectors.joining("\n"));
  }

  static String redacted(String text) {
    var unquoted = QUOTED.matcher(TerminalText.escaped(text.strip())).replaceAll("\"x\"");
    var wordless =
        WORD.matcher(unquoted).replaceAll(match -> isKnown(match.group()) ? match.group() : "x");
    return NUMBER.matcher(wordless).replaceAll("0");
  }

  private static boolean isKnown(String word) {
    return WORDS.contains(word.toLowerCase(Locale.ROOT));
  }
}
