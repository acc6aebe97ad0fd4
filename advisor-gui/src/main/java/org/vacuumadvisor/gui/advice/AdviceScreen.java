package org.vacuumadvisor.gui.advice;

import java.io.IOException;
import java.io.StringWriter;
import java.io.Writer;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import javafx.geometry.Insets;
import javafx.geometry.Orientation;
import javafx.geometry.Pos;
import javafx.scene.Node;
import javafx.scene.control.Label;
import javafx.scene.control.MenuButton;
import javafx.scene.control.MenuItem;
import javafx.scene.control.ScrollPane;
import javafx.scene.control.SplitPane;
import javafx.scene.layout.Region;
import javafx.scene.layout.VBox;
import org.vacuumadvisor.advice.Assessment;
import org.vacuumadvisor.advice.Problem;
import org.vacuumadvisor.advice.Recommendation;
import org.vacuumadvisor.gui.part.Boxes;
import org.vacuumadvisor.gui.part.PartNodes;
import org.vacuumadvisor.gui.part.ScriptNode;
import org.vacuumadvisor.gui.part.Texts;
import org.vacuumadvisor.gui.problem.Jumps;
import org.vacuumadvisor.gui.problem.ProblemList;
import org.vacuumadvisor.gui.problem.VerdictBox;
import org.vacuumadvisor.gui.screen.Dialogs;
import org.vacuumadvisor.gui.screen.Place;
import org.vacuumadvisor.gui.screen.Placeholders;
import org.vacuumadvisor.gui.screen.Screen;
import org.vacuumadvisor.gui.screen.Screen.Shortcut;
import org.vacuumadvisor.gui.screen.Shell;
import org.vacuumadvisor.gui.theme.Glyph;
import org.vacuumadvisor.gui.work.Workbench.Opened;
import org.vacuumadvisor.report.Part;
import org.vacuumadvisor.report.ReportOptions;
import org.vacuumadvisor.report.assessment.AssessmentReport;
import org.vacuumadvisor.report.assessment.PlanSection;
import org.vacuumadvisor.report.data.JsonReport;
import org.vacuumadvisor.report.render.HtmlRenderer;
import org.vacuumadvisor.report.render.MarkdownRenderer;
import org.vacuumadvisor.report.render.SqlScript;
import org.vacuumadvisor.verify.SavedPlan;

/// What to change about each problem, each change a contract, and what not to change and why.
/// Nothing is executed.
public final class AdviceScreen extends Screen {
  private static final double WIDEST = 1_400;
  private static final double NARROW = 260;
  private static final double GAP = 12;

  private final Label told = Texts.wrapped("", "faint", "small");
  private final ProblemList problems;
  private final ScrollPane scrolled;
  private final VBox column = new VBox(GAP);
  private final ScrollPane right = Boxes.scrolled(column);
  private final SplitPane beside = Boxes.split(Orientation.HORIZONTAL, 0.34);
  private Optional<Opened> shown = Optional.empty();

  /// Shows what is open in this window.
  public AdviceScreen(Shell shell) {
    super(shell, new VBox(), "screen");
    this.problems = new ProblemList(shell, Place.ADVICE, ProblemList.Detail.HEADLINE, _ -> {});
    this.scrolled = Boxes.scrolled(problems);
    right.setPadding(new Insets(0, 0, 0, GAP));
    column.setMaxWidth(WIDEST);
    scrolled.setMinWidth(NARROW);
    right.setMinWidth(NARROW);
    shell.workbench().openedProperty().subscribe(this::show);
    shell.workbench().problem.subscribe(_ -> tell());
  }

  @Override
  public void shown() {
    problems.focusChosen();
  }

  @Override
  public List<Shortcut> shortcuts() {
    return List.of(
        Shortcut.of("Shortcut+Shift+C", "Copy the SQL script", this::copyAll),
        Shortcut.of("F3", "Go to the problem that is chosen", problems::focusChosen),
        Shortcut.of("Shortcut+S", "Save the SQL script", () -> export(Exports.SQL)),
        Shortcut.of("Shortcut+Shift+S", "Save the report (HTML)", () -> export(Exports.HTML)));
  }

  private void show(Optional<Opened> opened) {
    told.setText("");
    boolean isAnew = opened.map(Opened::origin).equals(shown.map(Opened::origin));
    shown = opened;
    if (opened.isEmpty()) {
      node.getChildren().setAll(head(opened), nothing());
      return;
    }
    var assessment = opened.get().assessment();
    problems.show(opened.get());
    boolean isListed = !assessment.problems().isEmpty();
    beside.getItems().setAll(isListed ? List.of(scrolled, right) : List.of(right));
    node.getChildren().setAll(head(opened));
    if (!isListed) {
      node.getChildren().add(VerdictBox.verdict(assessment));
    }
    var intro =
        assessment.recommendations().isEmpty()
            ? VerdictBox.beside(assessment)
            : Texts.wrapped(
                "Nothing here is ever run for you: read it, copy it, run it where it says, verify.",
                "faint");
    node.getChildren().addAll(intro, Boxes.tall(beside));
    if (!isAnew) {
      column.getChildren().clear();
      right.setVvalue(0);
      scrolled.setVvalue(0);
    }
    tell();
  }

  /// Tells what to do about the problem that is chosen.
  private void tell() {
    var chosen = shell.workbench().problem.get();
    if (shown.isEmpty()) {
      return;
    }
    var assessment = shown.get().assessment();
    if (chosen.isEmpty() && !assessment.problems().isEmpty()) {
      return; // one is about to be chosen
    }
    var nodes = new ArrayList<Node>();
    PlanSection.whole(assessment, assessment.plan(), ReportOptions.standard())
        .filter(Part.StepList.class::isInstance)
        .map(PartNodes::node)
        .forEach(nodes::add);
    chosen.ifPresent(problem -> nodes.addAll(about(assessment, problem)));
    others(assessment).ifPresent(nodes::add);
    if (!assessment.notRecommended().isEmpty()) {
      nodes.add(
          Texts.folded(
              "Not recommended, and why (%,d)".formatted(assessment.notRecommended().size()),
              () -> left(assessment, Part.Omission.NOT)));
    }
    nodes.add(Texts.folded("What could not be seen", () -> left(assessment, Part.Omission.UNSEEN)));
    Texts.keepUnfolded(column, () -> column.getChildren().setAll(nodes));
  }

  private List<Node> about(Assessment assessment, Problem problem) {
    var nodes = new ArrayList<Node>();
    if (problem.recommendations().isEmpty()) {
      nodes.add(Texts.wrapped("No change is recommended for it. " + problem.cause().explanation()));
    }
    nodes.add(contracts(assessment, problem.recommendations()));
    nodes.add(new Jumps(shell, shown.orElseThrow()).of(problem, Place.ADVICE));
    return nodes;
  }

  private static VBox contracts(Assessment assessment, List<Recommendation> some) {
    return PartNodes.column(
        AssessmentReport.recommendations(assessment, some, ReportOptions.standard()));
  }

  /// What answers no problem, such as a question that is open.
  private Optional<Node> others(Assessment assessment) {
    var answered =
        assessment.problems().stream()
            .flatMap(each -> each.recommendations().stream())
            .collect(Collectors.toSet());
    var others =
        assessment.recommendations().stream().filter(each -> !answered.contains(each)).toList();
    if (others.isEmpty()) {
      return Optional.empty();
    }
    var title = "Other recommendations (%,d)".formatted(others.size());
    var all = contracts(assessment, others);
    return Optional.of(assessment.problems().isEmpty() ? all : Texts.folded(title, all));
  }

  /// What is left out, and why.
  private static VBox left(Assessment assessment, Part.Omission how) {
    var cards =
        AssessmentReport.of(assessment, ReportOptions.ofPage()).parts().stream()
            .filter(part -> part instanceof Part.Omitted omitted && omitted.how() == how)
            .toList();
    return cards.isEmpty() ? new VBox(Texts.wrapped("Nothing.")) : PartNodes.column(cards);
  }

  private Node head(Optional<Opened> opened) {
    told.setAlignment(Pos.CENTER_RIGHT);
    var head = Boxes.row(10, Texts.whole("Advice", "screen-title"), Boxes.wide(told));
    if (opened.isPresent()) {
      var copy = Texts.button(Glyph.COPY, "Copy all SQL", this::copyAll);
      copy.setDisable(opened.get().assessment().recommendations().isEmpty());
      head.getChildren().addAll(copy, exportMenu());
    }
    return head;
  }

  private MenuButton exportMenu() {
    var menu = new MenuButton("Export", Glyph.EXPORT.node());
    menu.setMinWidth(Region.USE_PREF_SIZE);
    for (var form : Exports.values()) {
      var item = new MenuItem(form.title);
      item.setOnAction(_ -> export(form));
      menu.getItems().add(item);
    }
    return menu;
  }

  /// The script for psql: what it runs, in the order of the plan, and how it is taken back.
  private void copyAll() {
    shown.ifPresent(opened -> {
      ScriptNode.copy(SqlScript.of(opened.assessment()));
      told.setText("The SQL script is copied.");
    });
  }

  private void export(Exports form) {
    shown.ifPresent(opened ->
        Dialogs.save(
            shell,
            "vacuum-advice." + form.ending,
            _ -> form.of(opened.assessment()),
            told::setText));
  }

  private Node nothing() {
    var paste = Placeholders.go(shell, Place.PASTE);
    paste.getStyleClass().add("accent");
    return Placeholders.empty(
        "Nothing to recommend yet",
        "Paste a log or copied figures, or connect to a server: what to change is shown here.",
        paste,
        Placeholders.go(shell, Place.CONNECT),
        Placeholders.example(shell, told::setText));
  }

  /// How an assessment is written down.
  private interface Form {
    void write(Assessment assessment, Writer writer) throws IOException;
  }

  /// The forms in which a whole assessment can be taken along, as the command line gives them.
  private enum Exports {
    SQL("SQL script", "sql", (all, writer) -> writer.write(SqlScript.of(all))),
    HTML(
        "HTML page",
        "html",
        (all, writer) ->
            writer.write(
                new HtmlRenderer().render(AssessmentReport.of(all, ReportOptions.ofPage())))),
    MARKDOWN(
        "Markdown",
        "md",
        (all, writer) ->
            writer.write(
                new MarkdownRenderer().render(AssessmentReport.of(all, ReportOptions.standard())))),
    JSON("JSON", "json", JsonReport::write),
    PLAN(
        "Plan, for apply, and for verify to see whether it helped",
        "plan.json",
        (all, writer) -> SavedPlan.of(all).write(writer));

    private final String title;

    /// Of a file's name, without the dot.
    private final String ending;

    @SuppressWarnings("ImmutableEnumChecker") // a function without state
    private final Form form;

    Exports(String title, String ending, Form form) {
      this.title = title;
      this.ending = ending;
      this.form = form;
    }

    String of(Assessment assessment) throws IOException {
      var writer = new StringWriter();
      form.write(assessment, writer);
      return writer.toString();
    }
  }
}
