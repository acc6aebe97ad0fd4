package org.vacuumadvisor.source.paste.text;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.vacuumadvisor.source.paste.table.Amount;
import org.vacuumadvisor.source.paste.table.Figures;

/// How large a table or an index is, and how large it would be without free space: `the table is
/// 400 GB though it holds 12 GB of live rows`, `the index takes 30 GB; its natural size is 3 GB`.
/// Either figure alone tells nothing of free space.
final class SizesInWords {
  private static final String MARKS = "[`'\"\u201c\u201d\u2018\u2019*~\u2248(\\s]{0,8}";
  private static final String ROUGHLY =
      "(?:(?:now|about|around|roughly|nearly|almost|over|only|just|still|already|some|currently|at)"
          + "\\s+){0,3}";

  private static final Pattern SIZE =
      Pattern.compile(
          "(?<![\\w.,])(?<size>" + Amount.TEXT + "\\s?(?:kB|KB|MB|GB|TB|MiB|GiB|TiB)\\b)");

  /// What stands directly before the size of a file.
  private static final Pattern IS =
      Pattern.compile(
          "(?i)\\b(?:is|are|takes(?: up)?|occupies|uses|has|has grown to|grew to|grown"
              + " to|weighs|reached|at|of|:)\\s+"
              + ROUGHLY
              + MARKS
              + "$");

  /// What stands before the size that the rows need.
  private static final Pattern NEEDED =
      Pattern.compile(
          "(?i)\\b(?:natural|expected|ideal|rebuilt|unbloated|minimal|fresh(?:ly built)?|clean)(?:"
              + " (?:\\w{1,12}"
              + " )?(?:size|copy|index|table))\\b[^.;,]{0,40}?\\b(?:is|are|was|be|of|takes|has)\\s+"
              + ROUGHLY
              + MARKS
              + "$");

  /// What stands behind it, where the verb before it says what a table holds.
  private static final Pattern OF_ROWS =
      Pattern.compile(
          "(?i)^[`'\"*)]{0,3} of (?:actual |real )?(?:live|actual|real) (?:rows|data|tuples)\\b");

  private static final Pattern INDEX =
      Pattern.compile(
          "[`'\"\u201c\u2018]?(?<name>[a-z_]\\w{2,62}_(?:idx|index|pkey|key|ix))\\b|\\b(?<word>index)\\b");

  private static final Pattern TABLE = Pattern.compile("(?i)\\b(?:table|relation|heap)\\b");

  private final Told told;

  /// The size of the file that was told last in this paragraph, and of the index it is of.
  private Optional<String> file = Optional.empty();

  private Optional<String> index = Optional.empty();
  private boolean isOfIndex;
  private int fileLine;

  SizesInWords(Told told) {
    this.told = told;
  }

  /// A blank line ends what belongs together.
  void gap() {
    file = Optional.empty();
    index = Optional.empty();
    isOfIndex = false;
  }

  void take(String sentence, int fresh, int line) {
    var found = SIZE.matcher(sentence);
    int from = 0;
    while (found.find()) {
      var before = sentence.substring(from, found.start());
      var behind = sentence.substring(found.end());
      if (found.end() > fresh && !Mood.isDenied(sentence, found.start(), found.end())) {
        take(found, before, behind, line);
      }
      from = found.end();
    }
  }

  private void take(Matcher found, String before, String behind, int line) {
    boolean isNeeded = OF_ROWS.matcher(behind).find() || NEEDED.matcher(before).find();
    var size = bytes(found.group("size"));
    if (size.isEmpty()) {
      return;
    }
    if (isNeeded) {
      file.ifPresent(whole -> tell(whole, size.get(), line));
    } else if (!before.isBlank() && subject(before)) {
      file = IS.matcher(before).find() ? size : Optional.empty();
      fileLine = line;
    }
  }

  /// Whose size it is; false where the words before it name nothing that has one.
  private boolean subject(String before) {
    var named = INDEX.matcher(before);
    boolean isNamed = false;
    while (named.find()) {
      isNamed = true;
      index = Optional.ofNullable(named.group("name")).or(() -> index);
    }
    if (isNamed) {
      isOfIndex = true;
      return true;
    }
    boolean isTable = TABLE.matcher(before).find();
    isOfIndex = isOfIndex && !isTable;
    return isTable;
  }

  private void tell(String whole, String needed, int line) {
    if (isOfIndex) {
      index.ifPresent(name -> {
        told.ofIndex(name, "index_bytes", whole, fileLine);
        told.ofIndex(name, "expected_bytes", needed, line);
      });
    } else {
      told.ofTable("main_bytes", whole, fileLine);
      told.ofTable("expected_bytes", needed, line);
    }
    file = Optional.empty();
  }

  private static Optional<String> bytes(String text) {
    return Figures.bytes(text).filter(each -> each > 0).map(each -> Long.toString(each));
  }
}
