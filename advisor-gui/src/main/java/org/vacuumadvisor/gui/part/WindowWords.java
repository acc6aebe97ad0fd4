package org.vacuumadvisor.gui.part;

import java.util.LinkedHashMap;
import java.util.Map;

/// What the window says where the engine names options of the command line: a reader here has
/// screens and buttons.
public final class WindowWords {
  private static final Map<String, String> WORDS = new LinkedHashMap<>();

  static {
    say("Two surveys (--sample) measure", "Two looks of Connect measure");
    say("Two surveys some minutes apart (--sample) show", "Two looks some minutes apart show");
    say("no rate was measured (--sample measures it)", "no rate was measured");
    say("Measuring for a while (--sample 60s) tells more.", "The next look tells more.");
    say(
        "sample twice (--sample, --since) to know it better.",
        "watch the server with Connect for a while to know it better.");
    say(
        "give the server's log (--log) to know it.",
        "the server's log tells: open it under Paste.");
    say("Run it again with --sample 60s while", "Watch it with Connect for a minute while");
    say("Run the advisor with --sample 60s while", "Watch it with Connect for a minute while");
    say(
        "vacuum-advisor advise --sample 60s, or the same statement a minute later",
        "watch the server with Connect for a minute, or run the same statement a minute later");
    say(
        "second survey measures it (--sample 10m, or --survey twice).",
        "second look some minutes later measures it.");
    say(
        "Take a second survey later and give both, or look twice with --sample 10m.",
        "Watch the server with Connect for ten minutes.");
    say(
        "Look twice in a busy hour (--sample 60s), give two saved surveys (--survey and --since),"
            + " or the server's log (--log).",
        "Watch the server with Connect in a busy hour, or open its log under Paste.");
    say(
        "Look in a busy hour, or longer (--sample 10m), or give the server's log (--log).",
        "Watch the server with Connect in a busy hour, or open its log under Paste.");
    say("--exact measures it: ", "To measure it: ");
    say("(GRANT pg_read_all_data), or --exact.", "(GRANT pg_read_all_data), or pgstattuple.");
    say("ANALYZE of these tables, or --exact.", "ANALYZE of these tables, or pgstattuple.");
    say("--exact measures them with pgstattuple.", "pgstattuple measures them.");
    say("--exact-time and --exact-size allow more", "the command line can be allowed more");
    say(" Try again without --exact.", " Try again.");
    say(
        "vacuum-advisor advise CONNECTION --log FILE looks at the server as well.",
        "Connect looks at the server as well.");
    say(
        "run the query below, or vacuum-advisor advise CONNECTION --log FILE, while it lasts.",
        "run the query below, or look at the server with Connect, while it lasts.");
    say(
        "; or let the advisor look at the server itself: vacuum-advisor advise CONNECTION.",
        "; or look at the server itself: Connect.");
    say(
        "Results of psql and other clients are judged by vacuum-advisor advise --paste FILE, the"
            + " server itself by vacuum-advisor advise.",
        "Results of psql and other clients can be pasted here, too; Connect looks at the server"
            + " itself.");
    say(
        "; for results of a client: vacuum-advisor advise --paste FILE.",
        "; results of a client can be pasted at once.");
    say(
        "survey all databases (--all-databases)",
        "connect again with “All databases of the server”");
    say(
        "--all-databases visits all of them.",
        "Connect again with “All databases of the server” to visit all of them.");
    say("--all-databases", "Connect again with “All databases of the server”");
    say("Use -W to be asked for it, PGPASSWORD,", "Type it below “Password”, or use PGPASSWORD");
    say(" Name another with --cluster.", " Choose another server of the archive.");
    say("Name it with --cluster; it has ", "Choose a server of the archive; it has ");
    say("`vacuum-advisor watch --archive` makes surveys.", "The command watch makes surveys.");
    say(
        "`vacuum-advisor watch` and `vacuum-advisor ingest` make one with --archive.",
        "The commands watch and ingest make one.");
    say("Name a new or empty folder with --archive.", "Choose another folder.");
    say("the id that --verbose shows, such as", "the id that a recommendation answers, such as");
    say("Name one with -U.", "Add user=NAME to the server.");
    say(
        " Without it, copy the table's file and use: vacuum-advisor page FILE",
        " Without it, copy the table's file and open that.");
    say(
        "A survey file is what \"vacuum-advisor survey CONNECTION -o FILE\" writes.",
        "A survey file is what “Save” under Connect writes.");
    say(". --report-unknown prints them without names, for a bug report.", ".");
    say("Name your quiet hours: --window", "Name your quiet hours:");
    say(
        "if these hours do not suit, name others with --window.",
        "if these hours do not suit, name others.");
    say(" a second (--disk),", " a second,");
    say(
        ": --days shortens the calendar, --format ics or json has all of it.",
        ": an export has all of it.");
    say(
        "run the advisor again with the result pasted below the rest",
        "Paste the result below the rest (Ctrl+Shift+V)");
    say("run the advisor again", "Look at the server again");
    say("With --no-index-cleanup it", "Without cleanup of indexes (INDEX_CLEANUP OFF) it");
  }

  private WindowWords() {}

  private static void say(String here, String instead) {
    WORDS.put(here, instead);
  }

  /// The same text without words of the command line.
  public static String of(String text) {
    if (!text.contains("-") && !text.contains("advisor")) {
      return text;
    }
    var said = text;
    for (var each : WORDS.entrySet()) {
      said = said.replace(each.getKey(), each.getValue());
    }
    return said;
  }
}
