package org.vacuumadvisor.source.paste.text;

import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.vacuumadvisor.postgres.Setting;
import org.vacuumadvisor.source.Topic;
import org.vacuumadvisor.source.paste.table.Amount;
import org.vacuumadvisor.source.paste.table.Cells;
import org.vacuumadvisor.source.paste.table.Vocabulary;

/// Columns and settings by PostgreSQL's names, with a value in the same clause: `n_dead_tup is
/// about 12 million`, `autovacuum is turned off`.
final class NamedFigures {
  static final String ABOUT =
      "(?:\\s+(?:is|are|was|were|has|have|been|stands|sits|stays|stuck|remains|at|of|to|about|around"
          + "|roughly|approximately|approx\\.?|nearly|almost|over|some|now|currently|still|already"
          + "|only|just|both|all|set|shows|showing|says|reached|reaches|hit|counts|value|the|least|more|than|close|up|ca\\.|from"
          + " \\S{1,20} to|increased|decreased|lowered|raised|reduced|changed"
          + "|configured|growing|came|comes|back|sitting|hovering"
          + "|ist|sind|liegt|bei|beträgt|steht|auf|etwa|rund|est|à|vaut|environ|es|está|en|unos"
          + "|é|è|circa|равен|равно|составляет|около|は|が|为|是|約|约)){0,7}\\s*[:=~\u2248>]?\\s*";

  private static final Pattern NAMED =
      Pattern.compile(
          "(?<![\\w.])(?<name>[a-z][a-z0-9]*(?:_[a-z0-9]+)+|age\\([a-z_.]{1,40}\\)|fillfactor|autovacuum)"
              + "[`'\"\u201d\u2019*]?"
              + ABOUT
              + "(?:"
              + "(?<nothing>(?i:null|never|empty|blank)\\b)"
              + "|(?<switch>(?:turned |switched )?(?:on|off|enabled|disabled|true|false)\\b)"
              + "|(?<amount>"
              + Amount.TEXT
              + ")(?<unit>\\s?(?:%|percent\\b|kB\\b|MB\\b|GB\\b|TB\\b|ms\\b|min\\b|minutes?\\b|s\\b"
              + "|seconds?\\b|hours?\\b|days?\\b|d\\b))?(?![\\w]))");
  private static final Pattern NONE_OF_TWO =
      Pattern.compile(
          "\\b(?<one>last_[a-z]{4,20})[`'\"]{0,2}\\s{0,3}(?:and|or|,|/|&)\\s{0,3}[`'\"]{0,2}"
              + "last_[a-z]{4,20}[`'\"]{0,2}\\s{1,3}(?:(?:are|is|were|both|all|still|always)\\s{1,3}){0,3}"
              + "(?i:null|never|empty|blank)\\b");
  private static final Pattern OF_TABLES =
      Pattern.compile(
          "(?is).*\\b(?:for|on) (?:this|that|the|these|those|one|some|our)\\b.*\\btables?\\b.*");

  private final Told told;

  NamedFigures(Told told) {
    this.told = told;
  }

  /// The column of a table that is called so and hardly anything else is.
  static Optional<Vocabulary.Column> column(String name) {
    return Vocabulary.standard()
        .column(Topic.TABLES, name)
        .filter(each -> each.name().equals(name) || name.indexOf('(') > 0)
        .filter(each -> each.isTelling() || name.startsWith("rel") || name.indexOf('(') > 0);
  }

  /// @param fresh figures that end before this place were read already
  void take(String sentence, int fresh, int line) {
    var none = NONE_OF_TWO.matcher(sentence);
    while (none.find()) {
      if (none.end() > fresh) {
        nothing(none.group("one"), line);
      }
    }
    var found = NAMED.matcher(sentence);
    while (found.find()) {
      var name = found.group("name");
      boolean isNothing = found.group("nothing") != null;
      boolean isStated =
          found.end() > fresh
              && (isNothing || !Mood.isDenied(sentence, found.start(), found.end()));
      if (isStated && isNothing) {
        nothing(name, line);
      } else if (isStated && found.group("amount") == null) {
        switched(name, found.group("switch"), sentence, line);
      } else if (isStated) {
        amount(name, found.group("amount"), found.group("unit"), line);
      }
    }
  }

  private void nothing(String name, int line) {
    if (name.startsWith("last_") && column(name).isPresent()) {
      told.ofTable(name, "", line);
    }
  }

  private void switched(String name, String word, String sentence, int line) {
    boolean isOn = word.endsWith("on") || word.endsWith("enabled") || word.equals("true");
    boolean isOfTable =
        name.equals("autovacuum_enabled")
            || (name.equals("autovacuum") && OF_TABLES.matcher(sentence).matches());
    if (isOfTable) {
      told.ofTable("reloptions", "autovacuum_enabled=" + isOn, line);
    } else {
      told.setting(name, isOn ? "on" : "off", line);
    }
  }

  private void amount(String name, String amount, @Nullable String unit, int line) {
    var number = Amount.of(amount);
    var shown = unit == null ? "" : unit.strip();
    if (number.isEmpty()) {
      return;
    }
    if (Setting.named(name).isPresent()) {
      told.setting(name, plain(number.get()) + settingUnit(shown), line);
    } else if (name.equals("age(datfrozenxid)") || name.equals("datfrozenxid_age")) {
      told.ofDatabase(Math.round(number.get()), line);
    } else {
      column(name)
          .ifPresent(column ->
              value(column, number.get(), amount, shown)
                  .ifPresent(value -> told.ofTable(column.name(), value, line)));
    }
  }

  private static Optional<String> value(
      Vocabulary.Column column, double number, String amount, String unit) {
    return switch (column.type()) {
      case COUNT, XID, OID ->
          Amount.count(amount).filter(_ -> unit.isEmpty()).map(each -> Long.toString(each));
      case REAL, PERCENT -> Optional.of(Double.toString(number));
      case SIZE -> Cells.read(column, plain(number) + " " + unit);
      case TEXT, FLAG, MOMENT, INTERVAL -> Optional.empty();
    };
  }

  private static String settingUnit(String unit) {
    return switch (unit) {
      case "minute", "minutes" -> "min";
      case "second", "seconds" -> "s";
      case "hour", "hours" -> "h";
      case "day", "days" -> "d";
      case "%", "percent" -> "";
      default -> unit;
    };
  }

  private static String plain(double number) {
    return number == Math.rint(number) && Math.abs(number) < 1e15
        ? Long.toString(Math.round(number))
        : Double.toString(number);
  }
}
