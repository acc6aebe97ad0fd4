package org.vacuumadvisor.gui.problem;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Stream;
import javafx.scene.Node;
import javafx.scene.layout.VBox;
import org.vacuumadvisor.advice.Assessment;
import org.vacuumadvisor.advice.Problem;
import org.vacuumadvisor.diagnosis.Finding;
import org.vacuumadvisor.diagnosis.Severity;
import org.vacuumadvisor.gui.part.Boxes;
import org.vacuumadvisor.gui.part.Severities;
import org.vacuumadvisor.gui.part.Texts;
import org.vacuumadvisor.gui.screen.Place;
import org.vacuumadvisor.gui.screen.Shell;
import org.vacuumadvisor.gui.theme.Glyph;
import org.vacuumadvisor.gui.work.Workbench;
import org.vacuumadvisor.gui.work.Workbench.Opened;
import org.vacuumadvisor.unit.Quantities;

/// What is wrong, a card for each problem, the worst first; below them what is only worth knowing,
/// and what the configuration file says to ignore. The problem that is chosen anywhere in the
/// window is open. Where a server is watched, what was unfolded of it stays so.
public final class ProblemList extends VBox {
  private static final double GAP = 8;

  private final Shell shell;
  private final Place here;
  private final Detail detail;
  private final Consumer<Finding> showNote;
  private Optional<Opened> source = Optional.empty();
  private List<Problem> problems = List.of();
  private List<Finding> notes = List.of();
  private Optional<Node> more = Optional.empty();

  /// What is less severe is only counted.
  private Severity least = Severity.INFO;

  /// How much is shown of the problem that is chosen.
  public enum Detail {
    /// Cause, action, proof and consequences.
    ALL,
    /// Its headline: what to do stands beside the list.
    HEADLINE
  }

  /// @param here the screen it is on; there is no way to it
  /// @param showNote is given a finding that is part of no problem when somebody chooses it
  public ProblemList(Shell shell, Place here, Detail detail, Consumer<Finding> showNote) {
    super(GAP);
    this.shell = shell;
    this.here = here;
    this.detail = detail;
    this.showNote = showNote;
    shell.workbench().problem.subscribe(each -> each.ifPresent(this::open));
    shell.configuration().said().minSeverity().ifPresent(this::showFrom);
  }

  /// Shows what is open.
  ///
  /// @param told what else there is to say of it: below the problems where there are any
  public void show(Opened opened, Node told) {
    more = Optional.of(told);
    show(opened);
  }

  /// The same where nothing else is to be said.
  public void show(Opened opened) {
    show(opened, opened.assessment().problems(), notes(opened.assessment()));
  }

  /// Shows a part of what is open.
  ///
  /// @param some notes are findings that are part of no problem
  public void show(Opened from, List<Problem> some, List<Finding> someNotes) {
    source = Optional.of(from);
    problems = List.copyOf(some);
    notes = detail == Detail.ALL ? List.copyOf(someNotes) : List.of();
    fill(from);
  }

  /// Shows nothing.
  public void clear() {
    source = Optional.empty();
    getChildren().clear();
  }

  /// Takes the focus to the problem that is chosen.
  public void focusChosen() {
    cards().filter(ProblemCard::isChosen).findFirst().ifPresent(Node::requestFocus);
  }

  private void showFrom(Severity severity) {
    least = severity;
    source.ifPresent(this::fill);
  }

  private void fill(Opened from) {
    var before = cards().filter(ProblemCard::isChosen).map(ProblemCard::problem).findFirst();
    var nodes = new ArrayList<Node>();
    var plan = from.assessment().plan();
    problems.stream()
        .filter(each -> isSevere(each.severity()))
        .map(each -> new ProblemCard(each, plan, () -> choose(each)))
        .forEach(nodes::add);
    var told = notes.stream().filter(each -> isSevere(each.severity())).toList();
    if (!told.isEmpty()) {
      nodes.add(
          Texts.folded(
              "Worth knowing (%,d)".formatted(told.size()),
              () -> new VBox(6, told.stream().map(this::note).toArray(Node[]::new))));
    }
    hidden().ifPresent(nodes::add);
    from.assessment().ignored().stream()
        .map(each -> Texts.wrapped(each.inWords(), "faint", "small"))
        .forEach(nodes::add);
    more.ifPresent(each -> nodes.add(problems.isEmpty() ? 0 : nodes.size(), each));
    Texts.keepUnfolded(
        this,
        () -> {
          getChildren().setAll(nodes);
          shell.workbench().problem.get().or(() -> before).ifPresent(this::open);
        });
  }

  private boolean isSevere(Severity severity) {
    return severity.compareTo(least) <= 0;
  }

  /// Counts what the configuration file leaves out, and shows it to those who ask.
  private Optional<Node> hidden() {
    long count = problems.stream().filter(each -> !isSevere(each.severity())).count();
    return count == 0
        ? Optional.empty()
        : Optional.of(
            Texts.button(
                Glyph.INFO,
                "Show %s below min-severity".formatted(Quantities.counted(count, "problem")),
                () -> showFrom(Severity.INFO)));
  }

  private Stream<ProblemCard> cards() {
    return getChildren().stream()
        .filter(ProblemCard.class::isInstance)
        .map(ProblemCard.class::cast);
  }

  private void choose(Problem problem) {
    source.ifPresent(from -> shell.workbench().choose(from, problem));
  }

  private void open(Problem chosen) {
    source.ifPresent(from ->
        cards()
            .forEach(card -> {
              if (!Workbench.isSame(card.problem(), chosen)) {
                card.close();
              } else if (!card.isChosen()) {
                switch (detail) {
                  case ALL -> card.open(new Jumps(shell, from).of(card.problem(), here));
                  case HEADLINE -> card.choose();
                }
              }
            }));
  }

  /// What is part of no problem. That all is well is said by the verdict, and what is missing below
  /// it.
  public static List<Finding> notes(Assessment assessment) {
    var told = new HashSet<Finding>();
    assessment.problems().stream().flatMap(Problem::findings).forEach(told::add);
    return assessment.findings().stream()
        .filter(each -> !told.contains(each) && !each.isAllClear() && !each.isQuestion())
        .toList();
  }

  private Node note(Finding finding) {
    var title = Texts.wrapped(finding.headline());
    var card =
        Boxes.card(
            Severities.style(finding.severity()),
            title,
            Texts.wrapped(finding.explanation(), "faint", "small"));
    card.getStyleClass().add("openable");
    card.setAccessibleText(title.getText() + ". Shows its lines.");
    Boxes.pressable(card, card, () -> showNote.accept(finding));
    return card;
  }
}
