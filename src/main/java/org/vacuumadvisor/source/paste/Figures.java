package org.vacuumadvisor.source.paste;

import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// Reads figures as PostgreSQL, its clients and people write them: `1,234`, `12 GB`, `2 days
/// 03:04:05`, `2026-11-21 12:00:00+01`. A figure that is not certain is none.
final class Figures {
  private static final Pattern DATE_TIME = Forms.of("figures-date-time");
  private static final Pattern CLOCK = Forms.of("figures-clock");

  private static final DateTimeFormatter CANONICAL =
      DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm:ss.SSSSSS'+00'", Locale.ROOT)
          .withZone(ZoneOffset.UTC);

  /// By the unit in lower case: PostgreSQL's, single letters, French and Russian ones.
  private static final Map<String, Double> SIZES = Numbers.byWord("cell-size");

  private static final Map<String, Double> SECONDS = Numbers.byWord("cell-interval");

  /// How clients write NULL.
  private static final Set<String> NULLS = Forms.set("cell-null");

  /// A span until the paste was taken; which moment that is, only the whole paste tells.
  private static final String AGO = "ago:";

  private Figures() {}

  /// What people put beside a figure: a star or an arrow before it, a comment or the mark of a
  /// footnote behind it.
  private static final Pattern BESIDE = Forms.of("figures-beside");

  /// The trimmed cell without emphasis and comments; null where it says so, or is empty.
  static @Nullable String cell(String cell) {
    var text = BESIDE.matcher(cell).replaceAll("").strip();
    for (var mark : new String[] {"**", "`", "*", "~~"}) {
      boolean isMarked =
          text.length() > 2 * mark.length() && text.startsWith(mark) && text.endsWith(mark);
      text = isMarked ? text.substring(mark.length(), text.length() - mark.length()) : text;
    }
    return text.isEmpty() || NULLS.contains(text.toLowerCase(Locale.ROOT)) ? null : text;
  }

  /// The cell of a recognised column in the spelling of the mapping; empty where it is not certain.
  /// Moments become UTC, intervals and shares plain numbers (seconds, percent).
  static Optional<String> read(Vocabulary.Column column, String text) {
    double scale = column.scale();
    return switch (column.type()) {
      case TEXT -> Optional.of(text);
      case COUNT ->
          (scale == 1
                  ? Numbers.count(text)
                  : Numbers.number(text).map(each -> Math.round(each * scale)))
              .map(each -> Long.toString(each));
      // a server writes a comma between thousands alone
      case REAL ->
          Numbers.number(text)
              .or(() -> Numbers.count(text).map(each -> (double) each))
              .map(each -> Double.toString(each * scale));
      case FLAG -> flag(text).map(each -> each ? "t" : "f");
      case MOMENT -> moment(text).map(Figures::canonical).or(() -> ago(text));
      case INTERVAL ->
          interval(text)
              .map(each -> (double) each.toMillis() / 1000)
              .or(() -> Numbers.number(text).filter(_ -> column.hasUnit()).map(x -> x * scale))
              .map(each -> Double.toString(each));
      case XID, OID ->
          Numbers.count(text).filter(each -> each >= 0).map(each -> Long.toString(each));
      case SIZE -> bytes(text, scale).map(each -> Long.toString(each));
      case PERCENT ->
          Numbers.number(text.strip().replaceFirst("%$", "")).map(each -> Double.toString(each));
    };
  }

  private static Optional<String> ago(String cell) {
    int comment = cell.indexOf(" (");
    var plain = (comment > 0 ? cell.substring(0, comment) : cell).strip();
    return plain.endsWith(" ago")
        ? interval(plain).filter(each -> !each.isNegative()).map(each -> AGO + each)
        : Optional.empty();
  }

  /// The moment that a cell holds, where it says how long ago that was.
  ///
  /// @param now the time of the paste
  static String resolved(String cell, Instant now) {
    return cell.startsWith(AGO)
        ? canonical(now.minus(Duration.parse(cell.substring(AGO.length()))))
        : cell;
  }

  /// Bytes with a unit as `pg_size_pretty()` prints it, or as people do.
  ///
  /// @param scale bytes of a number without a unit
  static Optional<Long> bytes(String text, double scale) {
    int open = text.indexOf(" (");
    var stripped = (open > 0 ? text.substring(0, open) : text).strip();
    int unit = stripped.length();
    while (unit > 0 && Character.isLetter(stripped.charAt(unit - 1))) {
      unit--;
    }
    var word = stripped.substring(unit).toLowerCase(Locale.ROOT);
    var digits = stripped.substring(0, unit);
    if (word.isEmpty() && scale == 1) {
      return Numbers.count(digits);
    }
    Double factor = word.isEmpty() ? Double.valueOf(scale) : SIZES.get(word.replace("ib", "b"));
    return factor == null
        ? Optional.empty()
        : Numbers.number(digits)
            .or(() -> Numbers.count(digits).map(each -> (double) each))
            .map(each -> Math.round(each * factor));
  }

  private static Optional<Boolean> flag(String text) {
    return switch (text.strip().toLowerCase(Locale.ROOT)) {
      case "t", "true", "yes", "on", "1", "y", "✓", "[v]" -> Optional.of(true);
      case "f", "false", "no", "off", "0", "n", "[ ]" -> Optional.of(false);
      default -> Optional.empty();
    };
  }

  /// A moment; without a zone, or with one that has only a name, it is taken for UTC, and without
  /// the time of day for midnight.
  static Optional<Instant> moment(String text) {
    var found = DATE_TIME.matcher(text.strip());
    if (!found.matches()) {
      return Optional.empty();
    }
    var time = Objects.requireNonNullElse(found.group(2), "00:00");
    var zone = Objects.requireNonNullElse(found.group(3), "Z").replace(" ", "");
    try {
      return Optional.of(
          LocalDateTime.parse(found.group(1) + "T" + time).toInstant(ZoneOffset.of(zone)));
    } catch (DateTimeException _) {
      return Optional.empty();
    }
  }

  static String canonical(Instant moment) {
    return CANONICAL.format(moment);
  }

  /// An interval in any of PostgreSQL's styles, `@ 2 days 3 hours`, or as people write it: `2d 4h`.
  static Optional<Duration> interval(String text) {
    var plain = text.strip().replace("@", "").replace(",", " ").strip();
    if (plain.length() > 200 || plain.chars().noneMatch(Character::isDigit)) {
      return Optional.empty();
    }
    var words =
        plain
            .replaceFirst(" (?:ago|in transaction|waiting)$", "")
            .replaceAll("(?<=\\d)(?=\\p{L})", " ")
            .split(" +", -1);
    double seconds = 0;
    for (int at = 0; at < words.length; at++) {
      var clock = clock(words[at]);
      Double unit = clock.isEmpty() && at + 1 < words.length ? unit(words[at + 1]) : null;
      var part = unit == null ? clock : Numbers.number(words[at]).map(each -> each * unit);
      if (part.isEmpty()) {
        return Optional.empty();
      }
      seconds += part.get();
      at += unit == null ? 0 : 1;
    }
    return Math.abs(seconds) < 1e11
        ? Optional.of(Duration.ofMillis(Math.round(seconds * 1000)))
        : Optional.empty();
  }

  private static @Nullable Double unit(String word) {
    var lower = word.toLowerCase(Locale.ROOT);
    Double exact = SECONDS.get(lower);
    return exact != null || !lower.endsWith("s")
        ? exact
        : SECONDS.get(lower.substring(0, lower.length() - 1));
  }

  private static Optional<Double> clock(String word) {
    var time = CLOCK.matcher(word);
    if (!time.matches()) {
      return Optional.empty();
    }
    double seconds =
        Double.parseDouble(time.group(2)) * 3600
            + Double.parseDouble(time.group(3)) * 60
            + (time.group(4) == null ? 0 : Double.parseDouble(time.group(4)));
    return Optional.of(time.group(1).isEmpty() ? seconds : -seconds);
  }
}
