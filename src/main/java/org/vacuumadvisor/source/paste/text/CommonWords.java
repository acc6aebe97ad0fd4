package org.vacuumadvisor.source.paste.text;

import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.vacuumadvisor.source.Topic;
import org.vacuumadvisor.source.paste.table.Amount;

/// Figures in the words that everybody uses: `3 million dead rows`, `HOT ratio 7 %`, `4.5M XIDs
/// left`, `2 prepared transactions`, `there is no replication slot`.
final class CommonWords {
  private static final long MOST_PREPARED = 1_000;

  private static final Pattern DEAD =
      Pattern.compile(
          "(?<![\\w.,])(?<amount>"
              + Amount.TEXT
              + ") (?:\\w{1,12} )?(?<kind>dead|live) (?:tuples|rows|row versions)\\b");

  /// The same in other languages, the adjective before its noun or behind it.
  private static final Pattern DEAD_ABROAD =
      Pattern.compile(
          "(?iU)(?<![\\w.,])(?<amount>"
              + Amount.TEXT
              + ")[.]? (?:de |di"
              + " |d['\u2019])?(?:(?:(?<dead>tote[nr]?|мёртвых|мертвых)|(?<live>lebend(?:ig)?e[nr]?|живых))"
              + " (?:zeilen|zeilenversionen|tupel|tuples|datensätze|строк|кортежей|записей|версий"
              + " строк)"
              + "|(?:lignes|tuples|enregistrements|filas|tuplas|registros|linhas|righe|tuple)"
              + " (?:(?<deadBehind>mort(?:e?s|as|os|e|i)|muert[ao]s)|(?<liveBehind>vivante?s|viv(?:[ao]s|e|i)))"
              + ")\\b");

  private static final Pattern HOT =
      Pattern.compile(
          "(?i)\\bhot[ -](?:update[ds]?[ -])?(?:ratio|rate|share|percentage|percent)"
              + NamedFigures.ABOUT
              + "(?<amount>[0-9]{1,3}(?:[.,][0-9]{1,3})?)\\s?(?:%|percent\\b)|(?<other>[0-9]{1,3}(?:[.,][0-9]{1,3})?)\\s?(?:%|percent)"
              + " (?:of (?:all |the |our )?updates (?:is|are|were) )?hot\\b");
  private static final Pattern LEFT =
      Pattern.compile(
          "(?i)(?<![\\w.,])(?<amount>"
              + Amount.TEXT
              + ") (?:more )?(?:xids|transactions|transaction ids) (?:are |were )?"
              + "(?:left|remain|remaining|to go|until (?:the )?(?:wraparound|shutdown))\\b");
  private static final Pattern PREPARED =
      Pattern.compile(
          "(?i)(?<![\\w.,])(?:(?<amount>no|"
              + Amount.COUNTING
              + ") (?:\\w{1,12} )?(?:prepared (?:transactions?|xacts?)|transactions? prepared)\\b"
              + "|prepared (?:xacts?|transactions?)\\s*[:=]\\s*(?<count>[0-9]{1,6})\\b)");
  private static final Pattern PREPARED_XID =
      Pattern.compile(
          "\\bxid\\s?[=:]\\s?(?<xid>[0-9]{1,20})\\b(?:.{0,20}?\\bage\\s?[=:]\\s?(?<age>[0-9]{1,20}))?");
  private static final Pattern NONE =
      Pattern.compile(
          "(?i)\\b(?:(?:no|0|zero) (?:\\w{1,12} )?(?<what>replication slots?|prepared"
              + " transactions?|prepared xacts?)\\b|(?<counted>replication slots?|prepared"
              + " xacts?|prepared transactions?)"
              + "\\s*[:=]\\s*(?:0|none)\\b|(?<view>pg_replication_slots|pg_prepared_xacts)\\s+(?:is|are|was|returns?|shows?|has|contains)\\s+(?:empty|nothing|no"
              + " rows|0 rows))");
  private static final Pattern COUNTED =
      Pattern.compile(
          "(?i)\\s*(?:long transactions?|long[- ]running transactions?|replication slots?"
              + "|active (?:connections|sessions))\\s*[:=]\\s*[0-9]{1,9}\\s*");
  private static final Pattern TRANSACTIONS =
      Pattern.compile(
          "(?i)\\b(?:transactions[_ ]total|total[_ ]transactions|transactions in"
              + " total)\\s*[:=]?\\s*(?<amount>"
              + Amount.TEXT
              + ")");

  /// The metric of Datadog, in an alert beside its limit.
  private static final Pattern BEFORE_WRAPAROUND =
      Pattern.compile(
          "\\bbefore_xid_wraparound\\b(?:.{0,300}?\\b(?i:(?:metric|current|last)"
              + " value)|\\{[^{}]{0,200}})?\\s{0,3}(?:[:=]|is|was)?\\s{0,3}(?<amount>"
              + Amount.TEXT
              + ")");

  private static final Pattern AGE =
      Pattern.compile(
          "(?i)\\b(?:age of (?:(?:the|this|our|that) )?(?:oldest )?(?:postgres(?:ql)?"
              + " )?(?:cluster|database|datfrozenxid)|MaximumUsedTransactionIDs)"
              + NamedFigures.ABOUT
              + "(?<amount>"
              + Amount.TEXT
              + ")");
  private static final Pattern AGE_BEHIND =
      Pattern.compile(
          "(?i)(?<![\\w.,])(?<amount>"
              + Amount.TEXT
              + ") (?:for|as|of|in) (?:the )?[`'\"]?age\\(datfrozenxid\\)");
  private static final Pattern OPEN =
      Pattern.compile(
          "(?i)\\b(?:(?<idle>idle in transaction)(?:"
              + " \\(aborted\\))?[`'\")]{0,2}|(?:transaction|pg_dump|backup|query) (?:that )?(?:has"
              + " been |had been |was |is |been )?(?:open|running|active)|xmin"
              + " horizon\\b[^.;]{0,60}? held back)(?: state)? (?:for|since)(?: (?:about|over|more"
              + " than|almost|nearly|the last|some)){0,2} (?<amount>"
              + Amount.COUNTING
              + ") (?<unit>minute|hour|day|week)s?\\b");
  private static final Pattern BUSY =
      Pattern.compile(
          "(?i)\\b(?:all(?: (?<all>"
              + Amount.COUNTING
              + "))?|(?<some>"
              + Amount.COUNTING
              + ") (?:out )?of "
              + Amount.COUNTING
              + ")(?: of)?(?: (?:the|our|my|its))?(?: (?:postgres(?:ql)?|pg))?(?: auto[- ]?vacuum)?"
              + " (?:workers?|processes)(?: (?:are|were|always|constantly|permanently|all|now|still"
              + "|already|being|nearly|almost)){0,3}"
              + " (?:busy|occupied|in use|tied up|taken|saturated|stuck)\\b");
  private static final Pattern NEVER =
      Pattern.compile(
          "(?i)\\b(?:never been|never) (?:(?<auto>auto[- ]?)?vacuumed)\\b"
              + "|\\bautovacuum (?:has )?never (?<run>ran|run|touched|visited|processed)\\b");
  private static final Pattern FETCHES =
      Pattern.compile(
          "(?i)\\bheap fetches\\s?:?\\s?(?<fetches>"
              + Amount.TEXT
              + ")[`'\")*]{0,3} (?:for|of|out of|on|over) (?<rows>"
              + Amount.TEXT
              + ") (?:returned )?(?:rows|tuples|index entries)\\b");
  private static final Pattern ROWS =
      Pattern.compile(
          "(?i)\\btable\\b[^.;:]{0,60}?\\b(?:has|have|with|of|contains|holds|holding|containing)(?:"
              + " (?:about|roughly|around|approximately|approx\\.?|some|over|nearly|almost|now|~)){0,2}"
              + " ~?(?<amount>"
              + Amount.TEXT
              + ") (?:live )?(?:rows|tuples|records)\\b");
  private static final Pattern SIZED =
      Pattern.compile(
          "[`'\"]{0,2}(?<name>[a-z]\\w{0,60}(?:[_.]\\w{1,60})+)[`'\"]{0,2}"
              + " \\((?:about |~|ca\\. )?(?<amount>"
              + Amount.TEXT
              + ") rows\\b[^()]{0,60}\\)");
  private static final Pattern REMOVED =
      Pattern.compile("(?i)\\b(?:removed|removes|reclaimed|cleaned|deleted)\\b");

  private final Told told;

  CommonWords(Told told) {
    this.told = told;
  }

  /// Whether a line only counts things of which it says nothing else.
  static boolean isCount(String line) {
    return COUNTED.matcher(line).matches() && !NONE.matcher(line).find();
  }

  /// @param fresh figures that end before this place were read already
  void take(String sentence, int fresh, int line) {
    hot(sentence, fresh, line);
    rows(sentence, fresh, line);
    rowsAbroad(sentence, fresh, line);
    rowsOfTable(sentence, fresh, line);
    fetches(sentence, fresh, line);
    open(sentence, fresh, line);
    busy(sentence, fresh, line);
    never(sentence, fresh, line);
    left(sentence, fresh, line);
    age(sentence, fresh, line);
    transactions(sentence, fresh, line);
    absent(sentence, fresh);
    prepared(sentence, fresh, line);
  }

  private static boolean isStated(Matcher found, String sentence, int fresh) {
    return found.end() > fresh && !Mood.isDenied(sentence, found.start(), found.end());
  }

  private void hot(String sentence, int fresh, int line) {
    var found = HOT.matcher(sentence);
    while (found.find()) {
      var amount = found.group("amount") != null ? found.group("amount") : found.group("other");
      if (isStated(found, sentence, fresh)) {
        told.ofTable("hot_percent", amount.replace(',', '.'), line);
      }
    }
  }

  private void rows(String sentence, int fresh, int line) {
    var found = DEAD.matcher(sentence);
    while (found.find()) {
      var amount = Amount.count(found.group("amount"));
      if (amount.isPresent()
          && isStated(found, sentence, fresh)
          && !REMOVED.matcher(sentence).find()) {
        var column = found.group("kind").equals("dead") ? "n_dead_tup" : "n_live_tup";
        told.ofTable(column, Long.toString(amount.get()), line);
      }
    }
  }

  private void rowsAbroad(String sentence, int fresh, int line) {
    var found = DEAD_ABROAD.matcher(sentence);
    while (found.find() && !Mood.isSupposedAbroad(sentence)) {
      var amount = Amount.count(found.group("amount"));
      if (amount.isPresent() && isStated(found, sentence, fresh)) {
        boolean isDead = found.group("dead") != null || found.group("deadBehind") != null;
        told.ofTable(isDead ? "n_dead_tup" : "n_live_tup", Long.toString(amount.get()), line);
      }
    }
  }

  /// What a table has in all, as `pg_class` estimates it, too.
  private void rowsOfTable(String sentence, int fresh, int line) {
    for (var pattern : List.of(ROWS, SIZED)) {
      var found = pattern.matcher(sentence);
      while (found.find()) {
        var amount = Amount.count(found.group("amount"));
        if (amount.isPresent()
            && isStated(found, sentence, fresh)
            && !REMOVED.matcher(sentence.substring(found.start(), found.end())).find()) {
          if (pattern.equals(SIZED)) {
            told.seeTable("table `%s`".formatted(found.group("name")));
          }
          told.ofTable("reltuples", Long.toString(amount.get()), line);
        }
      }
    }
  }

  private void fetches(String sentence, int fresh, int line) {
    var found = FETCHES.matcher(sentence);
    while (found.find()) {
      var fetches = Amount.count(found.group("fetches"));
      var rows = Amount.count(found.group("rows"));
      if (fetches.isPresent() && rows.isPresent() && isStated(found, sentence, fresh)) {
        told.ofTable("heap_fetches", Long.toString(fetches.get()), line);
        told.ofTable("index_only_rows", Long.toString(rows.get()), line);
      }
    }
  }

  private void never(String sentence, int fresh, int line) {
    var found = NEVER.matcher(sentence);
    while (found.find()) {
      if (found.end() > fresh) {
        told.ofTable("last_autovacuum", "", line);
        boolean isOfBoth = found.group("auto") == null && found.group("run") == null;
        if (isOfBoth) {
          told.ofTable("last_vacuum", "", line);
        }
      }
    }
  }

  /// The limit lies half of all IDs ahead of the oldest that is not frozen
  /// (`SetTransactionIdLimit()`).
  private void left(String sentence, int fresh, int line) {
    for (var pattern : List.of(LEFT, BEFORE_WRAPAROUND)) {
      var found = pattern.matcher(sentence);
      while (found.find()) {
        var amount = Amount.count(found.group("amount"));
        if (amount.isPresent() && isStated(found, sentence, fresh)) {
          told.ofDatabase(Integer.MAX_VALUE - amount.get(), line);
        }
      }
    }
  }

  private void age(String sentence, int fresh, int line) {
    for (var pattern : List.of(AGE, AGE_BEHIND)) {
      var found = pattern.matcher(sentence);
      while (found.find()) {
        var amount = Amount.count(found.group("amount"));
        if (amount.isPresent() && isStated(found, sentence, fresh)) {
          told.ofDatabase(amount.get(), line);
        }
      }
    }
  }

  /// A transaction of which only the time is told that it is open.
  private void open(String sentence, int fresh, int line) {
    var found = OPEN.matcher(sentence);
    while (found.find()) {
      var amount = Amount.count(found.group("amount"));
      if (amount.isPresent() && isStated(found, sentence, fresh)) {
        var each =
            switch (found.group("unit").toLowerCase(Locale.ROOT)) {
              case "minute" -> Duration.ofMinutes(1);
              case "hour" -> Duration.ofHours(1);
              case "day" -> Duration.ofDays(1);
              default -> Duration.ofDays(7);
            };
        told.transaction(
            found.group("idle") == null ? "active" : "idle in transaction",
            each.multipliedBy(amount.get()),
            line);
      }
    }
  }

  /// All workers of autovacuum at work, whatever they do.
  private void busy(String sentence, int fresh, int line) {
    var found = BUSY.matcher(sentence);
    if (found.find() && isStated(found, sentence, fresh)) {
      var amount = found.group("some") != null ? found.group("some") : found.group("all");
      told.busyWorkers(Optional.ofNullable(amount).flatMap(Amount::count), line);
    }
  }

  private void transactions(String sentence, int fresh, int line) {
    var found = TRANSACTIONS.matcher(sentence);
    if (found.find() && isStated(found, sentence, fresh)) {
      Amount.count(found.group("amount"))
          .ifPresent(amount -> told.ofServer("next_xid", Long.toString(amount), line));
    }
  }

  private void absent(String sentence, int fresh) {
    var found = NONE.matcher(sentence);
    while (found.find()) {
      if (found.end() > fresh && !Mood.isDenied(sentence, found.start(), found.start())) {
        told.absent(
            found.group().toLowerCase(Locale.ROOT).contains("slot")
                ? Topic.REPLICATION_SLOTS
                : Topic.PREPARED_TRANSACTIONS);
      }
    }
  }

  private void prepared(String sentence, int fresh, int line) {
    var found = PREPARED.matcher(sentence);
    if (!found.find()
        || found.end() <= fresh
        || Mood.isDenied(sentence, found.start(), found.start())) {
      return;
    }
    var amount = found.group("count") != null ? found.group("count") : found.group("amount");
    long count = Amount.count(amount).orElse(0L);
    if (count < 1 || count > MOST_PREPARED) {
      return;
    }
    var xids = PREPARED_XID.matcher(sentence);
    for (int at = 0; at < count; at++) {
      boolean hasXid = xids.find();
      told.prepared(hasXid ? xids.group("xid") : null, hasXid ? xids.group("age") : null, line);
    }
  }
}
