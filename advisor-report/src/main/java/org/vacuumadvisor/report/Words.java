package org.vacuumadvisor.report;

import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.vacuumadvisor.advice.Assessment;
import org.vacuumadvisor.advice.Risk;
import org.vacuumadvisor.diagnosis.Effect;
import org.vacuumadvisor.diagnosis.Fact;
import org.vacuumadvisor.diagnosis.Finding;
import org.vacuumadvisor.diagnosis.Severity;
import org.vacuumadvisor.model.history.Command;
import org.vacuumadvisor.model.history.Run;
import org.vacuumadvisor.model.history.Trait;
import org.vacuumadvisor.model.history.Trigger;
import org.vacuumadvisor.unit.Bytes;
import org.vacuumadvisor.unit.Quantities;
import org.vacuumadvisor.unit.Share;
import org.vacuumadvisor.workload.Workload;
import org.vacuumadvisor.workload.WorkloadClass;

/// The words of a report for what the engine says in types.
public final class Words {
  private static final int QUOTED = 100;

  private static final DateTimeFormatter MOMENT =
      DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss", Locale.ROOT).withZone(ZoneOffset.UTC);

  private Words() {}

  public static String of(WorkloadClass kind) {
    return switch (kind) {
      case READ_HEAVY -> "read-heavy";
      case QUEUE_CHURN -> "queue churn";
      case TPC_C -> "TPC-C-like (update-heavy)";
      case INSERT_ONLY -> "insert-only";
      case IDLE -> "idle";
      case UNDETERMINED -> "undetermined";
    };
  }

  /// `queue churn`, `likely queue churn`, `perhaps queue churn`.
  public static String of(Workload workload) {
    if (workload.kind() == WorkloadClass.UNDETERMINED) {
      return of(workload.kind());
    }
    return switch (workload.confidence()) {
      case HIGH -> of(workload.kind());
      case MEDIUM -> "likely " + of(workload.kind());
      case LOW -> "perhaps " + of(workload.kind());
    };
  }

  /// How many there are of each severity, the worst first: `1 critical, 2 warnings`.
  public static String counted(Stream<Severity> all) {
    return all
        .collect(Collectors.groupingBy(Function.identity(), TreeMap::new, Collectors.counting()))
        .entrySet()
        .stream()
        .map(each -> counted(each.getValue(), each.getKey()))
        .collect(Collectors.joining(", "));
  }

  /// A number of findings of a severity: `1 warning`.
  private static String counted(long count, Severity severity) {
    return switch (severity) {
      case CRITICAL -> count + " critical";
      case WARNING -> Quantities.counted(count, "warning");
      case ADVICE -> count + " advice";
      case INFO -> count + " info";
    };
  }

  public static String of(Effect effect) {
    return switch (effect) {
      case Effect.Predicted(var what, var today, var low, var high, var basis) ->
          "%s: %s today, %s after. %s"
              .formatted(
                  what,
                  today,
                  low.equals(high) ? low : low + " to " + high,
                  sentence("Basis: " + basis));
      case Effect.Simulated it ->
          joined(
              "%s: %s today, %s after."
                  .formatted(it.what(), of(it.today(), it.unit()), of(it.after(), it.unit())),
              sentence("Price: " + it.price()),
              sentence("Basis: " + it.basis()));
      case Effect.NotPredicted(var why) -> sentence("Not predicted: " + why);
    };
  }

  /// `1,700`, or `1,700 (1,200 to 2,600)` where it is not certain.
  public static String of(Effect.Band band, Effect.Unit unit) {
    var likely = of(band.likely(), unit);
    var low = of(band.low(), unit);
    var high = of(band.high(), unit);
    return low.equals(high) ? likely : "%s (%s to %s)".formatted(likely, low, high);
  }

  /// `1,700`, `12 %`, `3 min`.
  public static String of(double value, Effect.Unit unit) {
    return switch (unit) {
      case ROWS -> Quantities.count(value);
      case SECONDS -> Quantities.seconds(value);
      case PASSES -> Quantities.number(Math.rint(value * 10) / 10);
      case SHARE -> new Share(value).toString();
      case BYTES -> new Bytes(Math.round(value)).toString();
    };
  }

  /// `manual vacuum`, `forced vacuum`.
  public static String kind(Run run) {
    var heading = run.heading();
    var by = heading.trigger() == Trigger.MANUAL ? "manual " : "";
    if (heading.command() == Command.ANALYZE) {
      return by + "analyze";
    }
    return by
        + (run.is(Trait.TO_PREVENT_WRAPAROUND)
            ? "forced "
            : run.is(Trait.AGGRESSIVE) ? "aggressive " : "")
        + "vacuum";
  }

  public static String of(Risk risk) {
    var cost = sentence(risk.cost().orElse(""));
    var when = of(risk.takesEffect());
    return risk.lock()
        .map(lock -> joined(sentence("Lock: %s; %s".formatted(lock, when)), cost))
        .orElseGet(() ->
            risk.takesEffect() == Risk.TakesEffect.AT_ONCE ? cost : joined(sentence(when), cost));
  }

  /// Where a figure comes from, or whose word a threshold is.
  public static String source(Fact fact) {
    var provenance = fact.provenance();
    if (provenance == null) {
      return fact.source();
    }
    return switch (provenance) {
      case ENGINE -> "PostgreSQL: " + fact.source();
      case MEASURED -> "measured: " + fact.source();
      case CONVENTION -> "common practice: " + fact.source();
      case CHOSEN -> fact.source().isEmpty() ? "our limit" : "our limit: " + fact.source();
    };
  }

  /// `2026-11-21 14:02:11 UTC`.
  public static String moment(Instant instant) {
    return MOMENT.format(instant) + " UTC";
  }

  /// Why a server cannot be judged: what was not understood, the one thing that is missing, or that
  /// several are, or those that the problems name.
  public static String missing(Assessment assessment) {
    var questions = assessment.findings().stream().filter(Finding::isQuestion).toList();
    return assessment
        .evidence()
        .unreadMatter()
        .findFirst()
        .map(each -> "not understood, though it may matter: " + shortened(each))
        .orElse(
            questions.size() == 1 && assessment.problems().isEmpty()
                ? within(questions.getFirst().headline())
                : "figures are missing");
  }

  /// As much of a text as can be quoted, in one line.
  public static String shortened(String text) {
    var line = text.replaceAll("\\s+", " ");
    return line.length() > QUOTED
        ? line.substring(0, line.offsetByCodePoints(0, line.codePointCount(0, QUOTED))) + "…"
        : line;
  }

  /// A sentence as a part of another one; names and abbreviations at its beginning stay.
  private static String within(String sentence) {
    boolean isWord = sentence.length() > 1 && !Character.isUpperCase(sentence.charAt(1));
    return isWord ? Character.toLowerCase(sentence.charAt(0)) + sentence.substring(1) : sentence;
  }

  /// The text with a full stop behind, if it does not end in a statement or a sentence; nothing
  /// stays nothing. It gets no capital: it may begin with a name.
  public static String sentence(String text) {
    if (text.isBlank()) {
      return "";
    }
    char last = text.charAt(text.length() - 1);
    return text + (".!?;".indexOf(last) >= 0 ? "" : ".");
  }

  /// A statement as psql runs it: with a semicolon behind, where no command of psql ends it.
  public static String ended(String sql) {
    return sql.endsWith(";") || sql.endsWith("\\gexec") ? sql : sql + ";";
  }

  /// What of the texts is not empty, with spaces between.
  public static String joined(String... texts) {
    return Stream.of(texts).filter(each -> !each.isEmpty()).collect(Collectors.joining(" "));
  }

  private static String of(Risk.TakesEffect when) {
    return switch (when) {
      case AT_ONCE -> "works at once";
      case AFTER_RELOAD -> "works after a reload";
      case AFTER_RESTART -> "works after a restart";
    };
  }
}
