package org.vacuumadvisor.report.render;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;
import org.vacuumadvisor.advice.Assessment;
import org.vacuumadvisor.advice.Plan;
import org.vacuumadvisor.advice.Recommendation;
import org.vacuumadvisor.model.Server;
import org.vacuumadvisor.model.Survey;
import org.vacuumadvisor.postgres.SettingSql;
import org.vacuumadvisor.report.PrintableSql;
import org.vacuumadvisor.report.Words;
import org.vacuumadvisor.unit.Quantities;
import org.vacuumadvisor.unit.Texts;

/// What is recommended as one script for psql: to be read, run, and taken back by the same script,
/// with the values that were in effect when the server was looked at. Nothing is folded. What
/// cannot be taken back is there as comments.
public final class SqlScript {
  private static final String REVERT = "revert";
  private static final Texts TEXTS = Texts.beside(SqlScript.class, "script.txt", "title", "remark");

  private final PsqlText script = new PsqlText();
  private final Assessment assessment;
  private final Plan plan;
  private final Map<SqlStage, List<Recommendation>> stages;
  private Optional<String> connected = Optional.empty();
  private String patience = SqlStage.TABLES.patience();

  private SqlScript(Assessment assessment) {
    this.assessment = assessment;
    this.plan = assessment.plan();
    this.stages =
        assessment.recommendations().stream()
            .sorted(Comparator.comparingInt(each -> plan.number(each).orElse(Integer.MAX_VALUE)))
            .collect(Collectors.groupingBy(SqlStage::of, LinkedHashMap::new, Collectors.toList()));
  }

  /// The script, each of its lines harmless for a terminal.
  public static String of(Assessment assessment) {
    return new SqlScript(assessment).written();
  }

  private String written() {
    head();
    if (SqlStage.run().stream().allMatch(each -> stage(each).isEmpty())) {
      script.space().comment("There is nothing to run.");
      decisions(SqlStage.RELEASE);
      decisions(SqlStage.DECISIONS);
    } else {
      preamble();
      script.line("\\if :" + REVERT);
      revert();
      script.space().line("\\else");
      decisions(SqlStage.RELEASE);
      SqlStage.run().forEach(this::apply);
      decisions(SqlStage.DECISIONS);
      script.space().line("\\endif");
    }
    byHand();
    return script.toString();
  }

  private static String of(Survey survey) {
    var server = survey.server();
    return survey
        .coverage()
        .pasted()
        .map(excerpt -> TEXTS.sentence("pasted", excerpt.releases().inWords()))
        .orElseGet(() ->
            TEXTS.sentence(
                "surveyed",
                server.versionText().or(server.release().major()),
                Words.moment(server.startedAt().or(survey.takenAt())),
                Words.moment(survey.takenAt()),
                server.role().map(Server.Role::name).or("unknown")));
  }

  private void head() {
    var survey = assessment.evidence().survey();
    var server = survey.server();
    script.comment(TEXTS.sentence("what")).comment(of(survey)).comment(counts());
    if (server.standby()) {
      script.comment(TEXTS.sentence("standby"));
    }
    script
        .space()
        .comment("Read it first. To run it, and to take it back:")
        .line("--   psql -X -f THIS_FILE \"postgresql://...\"")
        .line("--   psql -X -v " + REVERT + "=on -f THIS_FILE \"postgresql://...\"")
        .comment(TEXTS.sentence("use"));
  }

  private String counts() {
    return Quantities.counted(assessment.recommendations().size(), "recommendation")
        + (assessment.recommendations().isEmpty()
            ? "."
            : ": "
                + stages.entrySet().stream()
                    .sorted(Map.Entry.comparingByKey())
                    .map(each -> "%d %s".formatted(each.getValue().size(), each.getKey().inWords()))
                    .collect(Collectors.joining(", "))
                + ".");
  }

  /// Whatever the settings of psql were: stop at errors, no transaction around, UTF-8.
  private void preamble() {
    script
        .space()
        .line("\\set ON_ERROR_STOP on")
        .line("\\set AUTOCOMMIT on")
        .line("\\set ECHO queries")
        .line("\\if :{?" + REVERT + "}")
        .line("\\else")
        .line("\\set " + REVERT + " off")
        .line("\\endif");
    session();
    script.space();
  }

  private void session() {
    script
        .line("\\encoding UTF8")
        .statement("SET lock_timeout = '%s'".formatted(patience))
        .statement("SET statement_timeout = 0");
  }

  private void waitAtMost(String time) {
    if (!patience.equals(time)) {
      patience = time;
      script.space().statement("SET lock_timeout = '%s'".formatted(time));
    }
  }

  private void apply(SqlStage stage) {
    if (stage(stage).isEmpty()) {
      return;
    }
    heading(stage);
    waitAtMost(stage.patience());
    Recommendation before = null;
    for (var each : byDatabase(stage)) {
      connect(each.database());
      describe(each, Optional.ofNullable(before));
      script.statement(each.sql().orElseThrow());
      before = each;
    }
    if (stage.needsReload() && stage(stage).stream().noneMatch(Plan::isReload)) {
      reload();
    }
  }

  private void revert() {
    connected = Optional.empty();
    patience = SqlStage.TABLES.patience();
    script.heading("What was before, the last change taken back first");
    for (var stage : SqlStage.run().reversed()) {
      var taken = byDatabase(stage).stream().filter(each -> each.undo().isPresent()).toList();
      for (var each : taken.reversed()) {
        connect(each.database());
        script.space().comment(each.title()).statement(each.undo().orElseThrow());
      }
      if (stage.needsReload() && !taken.isEmpty()) {
        reload();
      }
    }
    if (!stage(SqlStage.RESTART).isEmpty()) {
      script.space().comment("Settings that take a restart are back after the next one.");
    }
    connected = Optional.empty();
  }

  private void reload() {
    script.space().statement(SettingSql.reload());
  }

  private void heading(SqlStage stage) {
    script.heading(stage.heading());
  }

  /// What recommendations of one kind have in common is said at the first of them.
  private void describe(Recommendation each, Optional<Recommendation> before) {
    told(each, "", Words.of(each.expected()));
    if (before.filter(other -> other.risk().equals(each.risk())).isEmpty()) {
      risk(each);
    }
    if (before.filter(other -> other.verify().equals(each.verify())).isEmpty()) {
      script.comment("check", each.verify());
    }
    script.comment("undo", each.undo().map(PrintableSql::of).orElse("nothing to undo"));
  }

  private void told(Recommendation each, String where, String expected) {
    script
        .space()
        .comment(step(each) + each.title() + where)
        .comment("why", each.why())
        .comment("expect", expected)
        .comment("how", each.how().orElse(""));
  }

  private void risk(Recommendation each) {
    script
        .comment("lock", each.risk().lock().orElse(""))
        .comment("cost", each.risk().cost().orElse(""));
  }

  private void decisions(SqlStage stage) {
    if (stage(stage).isEmpty()) {
      return;
    }
    heading(stage);
    for (var each : stage(stage)) {
      told(each, each.database().map(name -> ", in database " + name).orElse(""), "");
      risk(each);
      script
          .comment("check", each.verify())
          .comment("undo", "none")
          .shown(each.sql().orElseThrow());
    }
  }

  private void byHand() {
    if (stage(SqlStage.BY_HAND).isEmpty()) {
      return;
    }
    heading(SqlStage.BY_HAND);
    for (var each : stage(SqlStage.BY_HAND)) {
      told(each, "", "");
      script.comment("cost", each.risk().cost().orElse(""));
    }
  }

  /// Its number in the plan of every report.
  private String step(Recommendation each) {
    return plan.number(each).map("Step %d: "::formatted).orElse("");
  }

  /// What has to be run in a database stands together; the order is otherwise that of the plan.
  private List<Recommendation> byDatabase(SqlStage stage) {
    var grouped = new LinkedHashMap<String, List<Recommendation>>();
    for (var each : stage(stage)) {
      grouped.computeIfAbsent(each.database().orElse(""), _ -> new ArrayList<>()).add(each);
    }
    return grouped.values().stream().flatMap(List::stream).toList();
  }

  private List<Recommendation> stage(SqlStage stage) {
    return Objects.requireNonNullElse(stages.get(stage), List.of());
  }

  private void connect(Optional<String> database) {
    if (database.isPresent() && !database.equals(connected)) {
      script.space().connect(database.get());
      session();
      connected = database;
    }
  }

  /// The parts of a script, in the order of the plan.
  enum SqlStage {
    RELEASE,
    RESCUE,
    TABLES,
    SERVER,
    WORK,
    RESTART,
    DECISIONS,
    BY_HAND;

    static SqlStage of(Recommendation each) {
      return each.sql().isEmpty()
          ? BY_HAND
          : switch (Plan.Stage.of(each)) {
            case RELEASE -> RELEASE;
            case RESCUE -> RESCUE;
            case TABLES -> TABLES;
            case SERVER -> SERVER;
            case VACUUM, INDEXES -> WORK;
            case RESTART -> RESTART;
            case UPDATE, ELSE, REWRITE, QUESTION -> DECISIONS;
          };
    }

    private Texts.Text text() {
      return TEXTS.named(name().toLowerCase(Locale.ROOT));
    }

    /// What its recommendations are: `2 for tables`.
    String inWords() {
      return text().sentences();
    }

    /// Its title, and what is to be known of all of them.
    String heading() {
      return Words.joined(text().first("title").orElseThrow(), text().first("remark").orElse(""));
    }

    /// Those that are run by the script, and taken back by it.
    static List<SqlStage> run() {
      return List.of(RESCUE, TABLES, SERVER, WORK, RESTART);
    }

    /// How long a statement may wait for a lock, as `lock_timeout` has it. Whoever waits to set a
    /// parameter makes others wait behind. What works on the side may wait, and must: a REINDEX
    /// CONCURRENTLY that gives up leaves an invalid index.
    String patience() {
      return this == WORK || this == RESCUE ? "0" : "5s";
    }

    /// Whether the server has to read its configuration again.
    boolean needsReload() {
      return this == SERVER;
    }
  }
}
