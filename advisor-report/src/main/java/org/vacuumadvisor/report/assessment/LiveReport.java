package org.vacuumadvisor.report.assessment;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.vacuumadvisor.evidence.Evidence;
import org.vacuumadvisor.evidence.NextInLine;
import org.vacuumadvisor.evidence.Reason;
import org.vacuumadvisor.evidence.VacuumAtWork;
import org.vacuumadvisor.model.Excerpt;
import org.vacuumadvisor.model.HorizonHolder;
import org.vacuumadvisor.model.HorizonHolder.Reach;
import org.vacuumadvisor.model.VacuumWait;
import org.vacuumadvisor.postgres.Feature;
import org.vacuumadvisor.postgres.Scores;
import org.vacuumadvisor.postgres.Setting;
import org.vacuumadvisor.report.Measure;
import org.vacuumadvisor.report.Part;
import org.vacuumadvisor.report.Part.Bar;
import org.vacuumadvisor.report.Part.Bars;
import org.vacuumadvisor.report.Rows;
import org.vacuumadvisor.unit.Quantities;
import org.vacuumadvisor.unit.Share;
import org.vacuumadvisor.unit.Texts;
import org.vacuumadvisor.unit.XidAge;

/// What vacuuming is at right now, told: which vacuums run and how far they are, who keeps dead
/// rows from being removed, and which tables come next and why.
public final class LiveReport {
  private static final Texts PHASES = Texts.beside(LiveReport.class, "phases.txt");

  private static final double PASSED = 9.995;

  private final Evidence evidence;
  private final Naming naming;
  private final int most;

  private LiveReport(Evidence evidence, int most) {
    this.evidence = evidence;
    this.naming = new Naming(evidence);
    this.most = most;
  }

  /// The parts in this order: vacuums at work, holders, next in line.
  ///
  /// @param most how many holders and tables are listed each
  public static List<Part> of(Evidence evidence, int most) {
    var report = new LiveReport(evidence, most);
    return Part.all(
            Part.section("Vacuums at work", report.vacuums()),
            Part.section("What blocks cleanup", report.holders()),
            report.next())
        .toList();
  }

  /// Which tables come next and why; nothing where none is due or near it.
  static Stream<Part> next(Evidence evidence, int most) {
    return NextInLine.of(evidence).isEmpty()
        ? Stream.empty()
        : new LiveReport(evidence, most).next();
  }

  private Stream<Part> vacuums() {
    var running = VacuumAtWork.of(evidence);
    var workers = evidence.survey().settings().effectiveReal(Setting.AUTOVACUUM_MAX_WORKERS);
    if (running.isEmpty()) {
      return Part.paragraph(
          "None runs now. Up to %s autovacuum workers may run at once."
              .formatted(Quantities.number(workers.value())));
    }
    return Stream.of(
        new Bars(
            "How far they are",
            "How much of its table each has scanned in this run; pages that the visibility map lets"
                + " it skip count as scanned.",
            List.of("cleaned of dead rows", "scanned"),
            Optional.empty(),
            running.stream().map(this::bar).toList(),
            0));
  }

  /// What each vacuum does that is shown at work; a server that was read whole has its own view.
  static Stream<Part> atWork(Evidence evidence, int most) {
    var report = new LiveReport(evidence, most);
    return evidence.isReadWhole()
        ? Stream.empty()
        : VacuumAtWork.of(evidence).stream()
            .limit(most)
            .map(each ->
                new Part.Paragraph(
                    "Vacuum at work on %s: %s.%s"
                        .formatted(report.name(each), report.text(each), does(each))));
  }

  /// What its phase does.
  private static String does(VacuumAtWork each) {
    return PHASES.ifAny(each.vacuum().phase().or("")).map(it -> " " + it.sentences()).orElse("");
  }

  private String name(VacuumAtWork each) {
    return each.relation()
        .map(naming::of)
        .orElseGet(() ->
            each.vacuum().relation().map("relation %d"::formatted).or("a table")
                + (Excerpt.isTold(each.vacuum().database())
                    ? " of database " + each.vacuum().database()
                    : ""));
  }

  private Bar bar(VacuumAtWork each) {
    int blockSize = evidence.survey().server().blockSize();
    double cleaned = (double) each.vacuum().pagesVacuumed().or(0L) * blockSize;
    double scanned = (double) each.vacuum().pagesScanned().or(0L) * blockSize;
    return new Bar(
        name(each),
        List.of(Math.min(cleaned, scanned), Math.max(0, scanned - cleaned)),
        OptionalDouble.empty(),
        (double) each.vacuum().pagesTotal().or(0L) * blockSize,
        text(each));
  }

  /// `scanning heap, 45 % of 1.2 GB, since 3 min, done in about 4 min`.
  private String text(VacuumAtWork each) {
    var vacuum = each.vacuum();
    var block = evidence.survey().server().blockSize();
    var words = new ArrayList<String>();
    words.add(vacuum.phase().or("phase not shown"));
    var row = row(each);
    long total = vacuum.pagesTotal().or(0L);
    var size = Measure.BYTES.text((double) total * block);
    var scanned = vacuum.pagesScanned().or(0L);
    // where memory was full before the end, the second pass goes over what was read so far
    boolean isPart =
        vacuum.phase().is(VacuumAtWork.SECOND_PASS::equals)
            && scanned < vacuum.pagesTotal().or(scanned);
    var of = isPart ? Measure.BYTES.text((double) scanned * block) + " read so far of " : "";
    each.done().ifPresent(done -> words.add("%s of %s".formatted(done, of + size)));
    if (each.done().isEmpty() && vacuum.pagesScanned().isKnown()) {
      words.add(
          total > 0
              ? "%s of %s read".formatted(Share.of(scanned, total), size)
              : Measure.BYTES.text((double) scanned * block) + " read");
    }
    row.flatMap(shown -> shown.number("scanned_percent"))
        .ifPresent(read -> words.add(Share.ofPercent(read) + " of the table read"));
    row.flatMap(LiveReport::memory)
        .ifPresent(full -> words.add("memory for dead rows " + full + " full"));
    long passes = vacuum.indexPasses().or(0L);
    if (passes > 0) {
      words.add(Quantities.counted(passes, "index scan") + " behind it");
    }
    each.running()
        .filter(Duration::isPositive)
        .ifPresent(time -> words.add("running for " + Quantities.duration(time)));
    each.left()
        .map(left ->
            left.toSeconds() == 0 ? "less than a second" : "about " + Quantities.duration(left))
        .ifPresent(left -> words.add("this phase ends in " + left));
    var slept = vacuum.delayed().or(Duration.ZERO);
    if (slept.isPositive()) {
      words.add("slept %s of it for the cost limit".formatted(Quantities.duration(slept)));
    }
    if (evidence.machinery().waits().stream()
        .filter(VacuumWait::isDelay)
        .anyMatch(wait ->
            wait.relation().isEmpty()
                || each.relation().map(it -> it.name().name()).equals(wait.relation()))) {
      words.add("asleep for its cost limit when shown");
    }
    evidence.machinery().workers().or(List.of()).stream()
        .filter(worker -> worker.pid() == vacuum.pid())
        .flatMap(worker -> worker.waitsFor().known().stream())
        .filter(event -> !event.equals(VacuumWait.DELAY))
        .forEach(event -> words.add("waiting for %s when shown".formatted(event)));
    if (vacuum.toPreventWraparound().or(false)) {
      words.add("to prevent wraparound");
    }
    if (!vacuum.autovacuum().or(true)) {
      words.add("started by hand");
    }
    return String.join(", ", words);
  }

  /// The row of it that somebody pasted.
  private Optional<Excerpt.Row> row(VacuumAtWork vacuum) {
    var table = vacuum.relation().map(each -> each.name().name()).orElse("");
    return evidence.survey().coverage().excerpt().stream()
        .flatMap(each -> each.rows().stream())
        .filter(each -> each.kind() == Excerpt.Kind.VACUUM_PROGRESS)
        .filter(each -> each.number("pid").filter(pid -> pid != vacuum.vacuum().pid()).isEmpty())
        .filter(each ->
            Optional.ofNullable(each.figures().get("relation"))
                .filter(shown -> !shown.value().replace("\"", "").endsWith(table))
                .isEmpty())
        .findFirst();
  }

  private static Optional<Share> memory(Excerpt.Row row) {
    return part(row, "num_dead_tuples", "max_dead_tuples")
        .or(() -> part(row, "dead_tuple_bytes", "max_dead_tuple_bytes"))
        .or(() -> row.number("dead_percent").map(Share::ofPercent));
  }

  private static Optional<Share> part(Excerpt.Row row, String part, String whole) {
    return row.number(whole)
        .filter(all -> all > 0)
        .flatMap(all -> row.number(part).map(some -> new Share(some / all)));
  }

  private Stream<Part> holders() {
    var holders =
        evidence.survey().horizonHolders().stream()
            .map(each -> new HolderText(each, evidence.survey().takenAt()))
            .sorted(
                Comparator.comparing(HolderText::holder, HorizonHolder.byAge())
                    .thenComparing(each -> each.held().orElse(Duration.ZERO))
                    .reversed())
            .sorted(Comparator.comparing(it -> it.holder().reach() instanceof Reach.Catalogs))
            .toList();
    return holders.isEmpty()
        ? Part.paragraph(
            "Nobody, as far as this role may see: no open transaction, slot or standby does.")
        : Stream.concat(
            Rows.of(holders.stream().limit(most))
                .text("Who", HolderText::who)
                .text("State", HolderText::does)
                .number("For", HolderText::heldFor)
                .number(
                    "Transaction IDs ago",
                    each -> each.holder().age().map(XidAge::toString).or("not shown"))
                .text("Keeps dead rows of", HolderText::reach)
                .ifAny(),
            beyond(holders.size() - most, "holder", "younger, or of catalogs only"));
  }

  private Stream<Part> next() {
    return Part.section(
        "Next in line",
        evidence.survey().server().standby()
            ? Part.paragraph("A standby vacuums nothing: its primary does.")
            : next(NextInLine.of(evidence)));
  }

  private Stream<Part> next(List<NextInLine> tables) {
    return tables.isEmpty()
        ? Part.paragraph(
            evidence.settings().boolOrDefault(Setting.AUTOVACUUM)
                ? "No table is half way to any of its thresholds: nothing is due soon."
                : "Autovacuum is off on the server: it comes to no table, whatever is due.")
        : Part.all(
            Part.paragraph(order()),
            Rows.of(tables.stream().limit(most))
                .text("Table", each -> naming.of(each.relation()))
                .text("When", LiveReport::when)
                .text("Why", LiveReport::why)
                .ifAny(),
            beyond(tables.size() - most, "table", "all less urgent"));
  }

  private String order() {
    var settings = evidence.survey().settings();
    if (Feature.SCORES.isIn(evidence.survey().server().release())) {
      var weights =
          Stream.of(Setting.values())
              .filter(each -> each.parameter().endsWith("_score_weight"))
              .filter(each -> settings.realOrDefault(each) != 1)
              .map(each -> each.parameter() + " " + Quantities.number(settings.realOrDefault(each)))
              .collect(Collectors.joining(", "));
      return Scores.Weights.of(settings).sorts()
          ? "Autovacuum takes what is due in the order of its own scores, a database at a time:"
              + " the largest of five, each the share of a threshold or limit times its weight (%s)."
                  .formatted(weights.isEmpty() ? "all are 1" : "not 1: " + weights)
          : "All weights of autovacuum's scores are 0: it takes what is due in the order of"
              + " pg_class, a database at a time.";
    }
    return "What is due or near it, the furthest first. Autovacuum itself knows no urgency before"
        + " PostgreSQL 19: it takes what is due in the order of pg_class, a database at a time.";
  }

  private static String why(NextInLine next) {
    return next.telling().stream().map(LiveReport::why).collect(Collectors.joining("; "));
  }

  /// The arithmetic of one reason: `12,345 of 10,050 dead rows (123 %)`.
  static String why(Reason reason) {
    return "%s of %s %s (%s)"
        .formatted(
            Quantities.count(reason.count()),
            Quantities.count(reason.limit()),
            words(reason.kind()),
            gone(reason));
  }

  static String words(Reason.Kind kind) {
    return switch (kind) {
      case XID_AGE -> "transaction IDs of age";
      case MULTIXACT_AGE -> "multixact IDs of age";
      case DEAD_ROWS -> "dead rows";
      case INSERTED_ROWS -> "rows inserted since the last vacuum";
      case CHANGED_ROWS -> "rows changed since the last analyze";
    };
  }

  /// `87 %`, `3.2 times`.
  static String gone(Reason reason) {
    var share = reason.share();
    return share.fraction() > PASSED
        ? Quantities.number(Math.rint(share.fraction())) + " times"
        : share.exceeds(new Share(2))
            ? Quantities.number(Math.rint(share.fraction() * 10) / 10) + " times"
            : share.toString();
  }

  private static String when(NextInLine next) {
    if (next.atWork()) {
      return "being vacuumed";
    }
    var scored =
        next.score()
            .map(score -> ", score " + Quantities.number(Math.rint(score * 100) / 100))
            .orElse("");
    return next.isDue() || next.dueIn().filter(time -> time.toSeconds() < 1).isPresent()
        ? "due" + scored
        : next.dueIn().map(time -> "in about " + Quantities.duration(time)).orElse("not yet due");
  }

  private static Stream<Part> beyond(int count, String noun, String how) {
    return Part.paragraph(
        count > 0 ? "And %s, %s.".formatted(Quantities.counted(count, "more " + noun), how) : "");
  }
}
