package org.vacuumadvisor.source.paste;

import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import org.vacuumadvisor.model.Excerpt;
import org.vacuumadvisor.source.paste.table.AlignedTables;
import org.vacuumadvisor.source.paste.table.CommandTag;
import org.vacuumadvisor.source.paste.table.DelimitedTables;
import org.vacuumadvisor.source.paste.table.Drawing;
import org.vacuumadvisor.source.paste.table.ExpandedTables;
import org.vacuumadvisor.source.paste.table.Grid;
import org.vacuumadvisor.source.paste.table.HtmlTables;
import org.vacuumadvisor.source.paste.table.JsonTables;
import org.vacuumadvisor.source.paste.table.Line;
import org.vacuumadvisor.source.paste.table.PlainRecords;
import org.vacuumadvisor.source.paste.table.RowCount;
import org.vacuumadvisor.source.paste.table.Statement;
import org.vacuumadvisor.source.paste.table.Vocabulary;
import org.vacuumadvisor.source.paste.text.ConfigurationLine;
import org.vacuumadvisor.source.paste.text.Footers;
import org.vacuumadvisor.source.paste.text.FreeText;
import org.vacuumadvisor.source.paste.thing.Gathered;
import org.vacuumadvisor.source.paste.thing.Mentions;
import org.vacuumadvisor.source.paste.thing.NameValues;
import org.vacuumadvisor.source.paste.thing.Releases;
import org.vacuumadvisor.source.paste.thing.Unread;

/// Finds figures in a text: tables first, then names with values; what is neither is counted and
/// kept. It reads each line once.
final class PasteReader {
  private final List<Line> lines;
  private final AlignedTables aligned;
  private final ExpandedTables expanded;
  private final DelimitedTables delimited;
  private final PlainRecords records;
  private final HtmlTables html;
  private final JsonTables json;
  private final Gathered gathered = new Gathered();
  private final Footers footers = new Footers(gathered);
  private final Unread unread;
  private final Intake intake;
  private final LineShapes lineShapes;
  private final Pairs pairs;
  private final FreeText freeText = new FreeText(gathered);

  /// How lines begin that psql prints about itself.
  private static final List<String> OF_PSQL =
      List.of(
          "list of ",
          "expanded display is",
          "timing is",
          "time: ",
          "pager usage",
          "output format is",
          "you are now connected",
          "psql (",
          "type \"help\" for help");

  private final Mentions mentions = new Mentions();
  private Optional<Statement> statement = Optional.empty();
  private Citations citations = Citations.of(gathered);
  private int found;
  private int read;

  private final List<Excerpt.Text> texts;

  private final Set<Integer> elsewhere;

  /// @param elsewhere numbers of lines that someone else understands
  PasteReader(List<Excerpt.Text> texts, List<Line> lines, Set<Integer> elsewhere) {
    this.texts = texts;
    this.elsewhere = elsewhere;
    this.lines = lines;
    this.unread = new Unread(lines, elsewhere);
    this.intake = new Intake(gathered, unread);
    this.lineShapes = new LineShapes(gathered, intake);
    this.pairs = new Pairs(gathered, intake, unread);
    this.aligned = new AlignedTables(lines);
    this.expanded = new ExpandedTables(lines);
    this.delimited = new DelimitedTables(lines);
    this.records = new PlainRecords(lines);
    this.html = new HtmlTables(lines);
    this.json = new JsonTables(lines);
  }

  Gathered gathered() {
    return gathered;
  }

  Mentions mentions() {
    return mentions;
  }

  void readAll() {
    int at = 0;
    while (at < lines.size()) {
      at = readAt(at);
    }
    pairs.finish();
    freeText.finish();
    citations = Citations.of(gathered);
  }

  /// What was understood, in figures.
  Excerpt excerpt(Releases releases, PastedRows rows) {
    var settings = new LinkedHashMap<String, Excerpt.Figure>();
    gathered
        .settings()
        .forEach((name, entry) ->
            settings.put(
                name, new Excerpt.Figure(entry.value("setting").orElse(""), entry.line())));
    return new Excerpt(
        texts,
        releases.range(gathered),
        gathered.clock(),
        Vocabulary.standard().names(),
        gathered.shown(),
        rows.figures(),
        settings,
        citations.rows(),
        citations.lines(),
        read,
        found,
        pairs.read() + freeText.read() + lineShapes.read(),
        unread.prose(),
        unread.unknown());
  }

  private int readAt(int at) {
    var line = lines.get(at);
    if (line.isBlank() || elsewhere.contains(line.number())) {
      pairs.finish();
      freeText.gap();
      return at + 1;
    }
    if (lineShapes.take(line)) {
      pairs.finish();
      return at + 1;
    }
    var grid = tableAt(at);
    if (grid.isPresent()) {
      pairs.finish();
      take(grid.get());
      return Math.max(at + 1, grid.get().end());
    }
    var stated = Statement.at(lines, at);
    if (stated.isPresent()) {
      pairs.finish();
      statement = stated;
      mentions.prompt(stated.get().database());
      footers.state(stated.get(), line.number());
      freeText.state(stated.get(), line.number());
      return afterShown(stated.get(), Math.max(at + 1, stated.get().end()));
    }
    var plain =
        records.isRecord(at)
            ? records.recordsAt(at)
            : delimited.headerAt(at).or(() -> records.recordsAt(at));
    if (plain.isPresent()) {
      pairs.finish();
      take(plain.get());
      return Math.max(at + 1, plain.get().end());
    }
    mentions.see(line.text(), gathered.xids());
    if (!footers.take(line) && !freeText.take(line) && !pairs.take(line) && !isKnown(line.text())) {
      unread.outside(line);
    }
    return at + 1;
  }

  /// Behind the bare value that `SHOW` printed, as psql does without a frame.
  private int afterShown(Statement stated, int next) {
    var value = next < lines.size() ? lines.get(next).text().strip() : "";
    var name = stated.shown();
    boolean isValue =
        !name.isEmpty()
            && !value.equals(name)
            && value.indexOf(' ') < 0
            && !elsewhere.contains(next + 1)
            && gathered.setting(name, value, lines.get(next).number());
    return isValue ? next + 1 : next;
  }

  private Optional<Grid> tableAt(int at) {
    return html.tableAt(at)
        .or(() -> expanded.recordAt(at))
        .or(() -> aligned.drawnAt(at).filter(each -> each.first() == at))
        .or(() ->
            at + 1 < lines.size()
                ? aligned.drawnAt(at + 1).filter(each -> each.first() == at)
                : Optional.empty())
        .or(() -> json.rowsAt(at));
  }

  private void take(Grid shown) {
    var grid = shown.upright();
    var title = footers.title(grid);
    boolean isOfColumns = title && grid.header().getFirst().equals("Column");
    if (isOfColumns) {
      return;
    }
    found++;
    if (isCutOff(grid)) {
      lines.subList(grid.first(), grid.end()).forEach(unread::line);
    } else if (intake.take(grid, statement) || takeNames(grid) || freeText.take(grid)) {
      read++;
    } else {
      lines.subList(grid.first(), grid.end()).forEach(unread::line);
    }
    statement = Optional.empty();
  }

  /// A header whose rows were not copied shows nothing; below an empty result stands `(0 rows)`.
  private boolean isCutOff(Grid grid) {
    return grid.rows().isEmpty()
        && lines.subList(grid.first(), grid.end()).stream()
            .noneMatch(each -> RowCount.isOne(each.text()));
  }

  /// A table of names and values: `metric | value`.
  private boolean takeNames(Grid grid) {
    boolean any = false;
    for (var row : grid.rows()) {
      var cells = row.values();
      var name = cells.isEmpty() ? null : cells.getFirst();
      if (name != null && cells.size() >= 2 && grid.header().size() <= 3) {
        var pair = new NameValues.Pair(name, cells.get(1), row.line());
        any |= pairs.take(pair, lines.get(row.line() - 1));
      }
    }
    pairs.finish();
    return any;
  }

  /// Lines that belong to a terminal's page and say nothing.
  private static boolean isKnown(String text) {
    var stripped = text.strip();
    var lower = stripped.toLowerCase(Locale.ROOT);
    return stripped.startsWith("```")
        || ConfigurationLine.isOne(stripped)
        || RowCount.isOne(stripped)
        || Drawing.of(stripped).isThere()
        || stripped.startsWith("NOTICE:")
        || OF_PSQL.stream().anyMatch(lower::startsWith)
        || CommandTag.isOne(stripped);
  }

  Instant takenAt() {
    return gathered.time().orElse(Instant.EPOCH);
  }
}
