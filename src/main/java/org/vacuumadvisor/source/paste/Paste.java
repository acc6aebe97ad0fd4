package org.vacuumadvisor.source.paste;

import static org.vacuumadvisor.source.paste.Mentions.only;

import java.io.ByteArrayInputStream;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.vacuumadvisor.model.Excerpt;
import org.vacuumadvisor.model.RelationName;
import org.vacuumadvisor.model.Survey;
import org.vacuumadvisor.model.history.Input;
import org.vacuumadvisor.model.history.Understanding;
import org.vacuumadvisor.postgres.ReleaseRange;
import org.vacuumadvisor.source.SourceException;
import org.vacuumadvisor.source.SurveyBuilder;
import org.vacuumadvisor.source.Topic;
import org.vacuumadvisor.source.log.file.LogSource;
import org.vacuumadvisor.source.log.file.Progress;
import org.vacuumadvisor.source.log.line.ReadOptions;
import org.vacuumadvisor.source.log.message.ReadLines;
import org.vacuumadvisor.source.log.reading.LogReader;

/// A pasted text as a survey of the server it came from. What is not in it is unknown.
public final class Paste {
  /// The name for figures of which nobody told the table.
  static final String PLACEHOLDER = RelationName.PLACEHOLDER;

  private static final Set<String> OF_EVERY_SERVER = Forms.set("database-of-every-server");

  /// What a person selects and copies is far smaller, in bytes.
  public static final int LONGEST = 64 << 20;

  private Paste() {}

  /// A text that someone pasted.
  ///
  /// @param name the file, or what else to call it
  /// @param content messages of the server that an application printed stand in it as the server
  ///   writes them
  /// @param elsewhere the numbers of lines, from 1, that a reader of logs understands
  public record Text(String name, String content, Set<Long> elsewhere) {
    public Text {
      content = Decoration.removed(printable(content));
      elsewhere = Set.copyOf(elsewhere);
    }

    public Text(String name, String content) {
      this(name, content, Set.of());
    }

    /// The text that a file holds: UTF-8, else Latin 1.
    ///
    /// @throws SourceException if it is too long for a paste
    public static Text of(String name, byte[] bytes) throws SourceException {
      fits(name, bytes.length);
      return new Text(name, decoded(bytes));
    }

    /// The text with a sign in place of each line of which an eighth are control characters.
    private static String printable(String text) {
      if (text.chars().noneMatch(Text::isNoise)) {
        return text;
      }
      return Stream.of(text.split("\n", -1))
          .map(line ->
              line.chars().filter(Text::isNoise).count() * 8 > line.length() ? "\ufffd" : line)
          .collect(Collectors.joining("\n"));
    }

    private static boolean isNoise(int character) {
      return Character.isISOControl(character) && "\t\n\r\f\u001b".indexOf(character) < 0;
    }

    /// The text as a reader of logs takes it.
    LogSource asLog(int number) {
      var bytes = content.getBytes(StandardCharsets.UTF_8);
      return LogSource.stream(new Input(number, name), new ByteArrayInputStream(bytes));
    }

    /// Refuses what is too long.
    public static void fits(String name, int length) throws SourceException {
      if (length > LONGEST) {
        throw new SourceException(
            "%s is longer than %d MB, too much for a paste. If it is a log, open it as a file."
                .formatted(name, LONGEST >> 20));
      }
    }

    private static String decoded(byte[] bytes) {
      // a copy may end in the middle of a character, and some programs print NULs that nobody wrote
      var text = CharBuffer.allocate(bytes.length);
      boolean isMalformed =
          StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes), text, false).isError();
      return isMalformed
          ? new String(bytes, StandardCharsets.ISO_8859_1)
          : text.flip().toString().replace("\0", "");
    }
  }

  /// The texts with the lines marked that a reader of logs understands: they hold no figures.
  static List<Text> besideLogs(List<Text> texts) throws SourceException {
    var marked = new ArrayList<Text>();
    for (var text : texts) {
      var lines = new ReadLines();
      new LogReader(ReadOptions.AUTO).read(List.of(text.asLog(0)), lines, Progress.NONE);
      marked.add(new Text(text.name(), text.content(), ofLogs(lines.numbers(), text.content())));
    }
    return marked;
  }

  /// Without the answers of monitoring checks, which warn as a server does, and without tables that
  /// were pasted directly below a message, which look like more lines of it.
  private static Set<Long> ofLogs(Set<Long> numbers, String content) {
    var lines = Line.of(content, 0);
    var own = new HashSet<>(numbers);
    if (!own.isEmpty() && Decoration.isExport(content)) {
      lines.forEach(each -> own.add((long) each.number()));
    }
    boolean isTable = false;
    for (int at = 0; at < lines.size(); at++) {
      var text = lines.get(at).text();
      boolean isHeader =
          text.indexOf('|') >= 0
              && at + 1 < lines.size()
              && Drawing.of(lines.get(at + 1).text()).hasBars();
      isTable = isHeader || (isTable && (text.indexOf('|') >= 0 || Drawing.isOne(text)));
      if (isTable || KnownRows.isCheck(text)) {
        own.remove((long) lines.get(at).number());
      }
    }
    return own;
  }

  /// What a reader of logs did not understand of messages in such texts. Of the lines that are none
  /// the survey tells.
  ///
  /// @param all what it did not understand, be it in logs besides
  /// @param marked the texts, with the lines marked that it understands
  static Understanding ofMessages(Understanding all, List<Text> marked) {
    var known =
        marked.stream().collect(Collectors.toMap(Text::name, Text::elsewhere, (first, _) -> first));
    var kept =
        all.examples().stream()
            .filter(each -> {
              var place = each.place();
              var ofLogs = known.get(place.input().name());
              return ofLogs == null || ofLogs.contains(place.line());
            })
            .toList();
    long lines = all.unknownLines() - (all.examples().size() - kept.size());
    return new Understanding(
        all.entries(), lines == 0 ? all.entries() : all.read(), lines, kept, all.broken());
  }

  /// The survey in texts of one server; without a figure it holds what was not understood.
  public static Survey survey(List<Text> texts) {
    return survey(texts, ReleaseRange.ANY, List.of());
  }

  /// The same, where messages besides tell the release.
  ///
  /// @param known releases that the server may be of, from what is known besides
  /// @param vacuumed runs that the texts show; their inputs are numbered as the texts
  static Survey survey(List<Text> texts, ReleaseRange known, List<Documents.Vacuumed> vacuumed) {
    var names = new ArrayList<Excerpt.Text>();
    var lines = new ArrayList<Line>();
    var elsewhere = new HashSet<Integer>();
    int before = 0;
    for (var text : texts) {
      for (long line : text.elsewhere()) {
        elsewhere.add(before + Math.toIntExact(line));
      }
      names.add(new Excerpt.Text(text.name(), before + 1));
      lines.addAll(Line.of(text.content(), before));
      before += 1 + (int) text.content().chars().filter(each -> each == '\n').count();
    }
    var book = new ShapeBook(lines, elsewhere);
    book.readAll();
    var gathered = book.gathered;
    var sole = only(vacuumed.stream().map(Documents.Vacuumed::table).distinct().toList());
    gathered.tables.nameUnnamed(
        book.mentions
            .measured()
            .filter(_ -> gathered.tables.isUnnamedMeasured())
            .or(gathered.tables::only)
            .or(book.mentions::asked)
            .or(() -> sole.map(Relname::name))
            .orElse(PLACEHOLDER));
    for (var run : vacuumed) {
      int first = names.get(run.text()).firstLine();
      int line = first - 1 + Math.toIntExact(run.line());
      gathered.tables.changed(run.table(), "VACUUM", false, line);
      var end = "." + run.table().name() + "\":";
      lines.stream()
          .filter(each -> each.text().contains("finished vacuuming") && each.text().contains(end))
          .forEach(each -> gathered.ended(run.table(), each.number()));
    }
    // a vacuum at work that only an oid is shown of
    sole.ifPresent(table ->
        gathered.others(Topic.VACUUM_PROGRESS).stream()
            .filter(each -> gathered.tables.ofOid(each.text("relid")).isEmpty())
            .forEach(each -> each.putIfAbsent("relation", table.name())));
    gathered.tables.leaveOut(gathered.indexes);
    gathered.resolve();
    var rows = gathered.rows();
    var builder = new SurveyBuilder();
    var tables = new PastedRows(gathered, database(book, vacuumed), builder).send();
    var settings = new LinkedHashMap<String, Excerpt.Figure>();
    gathered
        .others(Topic.SETTINGS)
        .forEach(each ->
            settings.put(each.text("name"), new Excerpt.Figure(each.text("setting"), each.line())));
    return builder.build(
        new Excerpt(
            names,
            book.mentions.releases(gathered, known),
            gathered.clock(),
            gathered.shown,
            tables,
            settings,
            rows,
            book.read,
            book.found,
            gathered.figures,
            book.unread.prose(),
            book.unread.unknown()),
        gathered.takenAt());
  }

  /// The tables' database: which a prompt or a message names, or the only one with sessions.
  private static String database(ShapeBook book, List<Documents.Vacuumed> runs) {
    var gathered = book.gathered;
    // regclass knows only the tables of the database that one is connected to
    var vacuumed =
        gathered.others(Topic.VACUUM_PROGRESS).stream()
            .filter(each -> PastedRows.relation(each).isPresent())
            .flatMap(each -> each.value("datname").stream())
            .distinct()
            .toList();
    var told =
        gathered
            .server
            .value("database")
            .or(() -> only(vacuumed))
            .or(book.mentions::database)
            .or(() -> only(runs.stream().map(each -> each.table().database()).distinct().toList()))
            .filter(each -> !each.isEmpty());
    if (told.isPresent()) {
      return told.get();
    }
    var names =
        Stream.of(Topic.SESSIONS, Topic.VACUUM_PROGRESS, Topic.PREPARED_TRANSACTIONS)
            .flatMap(each -> gathered.others(each).stream())
            .flatMap(each -> each.value("datname").or(() -> each.value("database")).stream())
            .distinct()
            .toList();
    if (names.isEmpty()) {
      names =
          gathered.others(Topic.DATABASES).stream()
              .map(each -> each.text("datname"))
              .filter(each -> !OF_EVERY_SERVER.contains(each))
              .toList();
    }
    boolean hasAges = gathered.tables.entries().stream().anyMatch(each -> each.has("xid_age"));
    return only(names).orElse(hasAges && names.isEmpty() ? Excerpt.UNNAMED_DATABASE : "");
  }
}
