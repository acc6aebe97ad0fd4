package org.vacuumadvisor.gui.problem;

import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Stream;
import javafx.beans.property.ReadOnlyObjectProperty;
import javafx.beans.property.ReadOnlyObjectWrapper;
import javafx.geometry.Pos;
import javafx.scene.control.TextField;
import javafx.scene.control.ToggleButton;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.Region;
import org.vacuumadvisor.advice.Assessment;
import org.vacuumadvisor.advice.Problem;
import org.vacuumadvisor.diagnosis.Finding;
import org.vacuumadvisor.diagnosis.Severity;
import org.vacuumadvisor.gui.part.Boxes;
import org.vacuumadvisor.gui.part.Severities;
import org.vacuumadvisor.gui.part.Texts;
import org.vacuumadvisor.report.About;

/// Chooses problems by severity, table and kind. It takes no room where there is little to choose
/// from.
public final class ProblemFilterBar extends HBox {
  /// As many can be overlooked at once.
  private static final int FEW = 3;

  private static final double NARROW = 90;

  private final Map<Severity, ToggleButton> severities = new EnumMap<>(Severity.class);
  private final TextField words = new TextField();
  private final ReadOnlyObjectWrapper<ProblemFilter> filter =
      new ReadOnlyObjectWrapper<>(ProblemFilter.everything());

  private Severity least = Severity.INFO;

  /// One that lets everything through.
  public ProblemFilterBar() {
    super(6);
    getStyleClass().add("problem-filter");
    setAlignment(Pos.CENTER_LEFT);
    for (var severity : Severity.values()) {
      var button = new ToggleButton("", Severities.glyph(severity).node());
      button.getStyleClass().addAll("small", "filter", Severities.style(severity));
      button.setSelected(true);
      button.setMinWidth(Region.USE_PREF_SIZE);
      button.selectedProperty().subscribe(_ -> choose());
      severities.put(severity, button);
      getChildren().add(button);
    }
    words.setPromptText("Table or kind");
    words.setAccessibleText("Filter problems by table or kind");
    words.setMinWidth(NARROW);
    words.textProperty().subscribe(_ -> choose());
    HBox.setHgrow(words, Priority.ALWAYS);
    getChildren().add(words);
    setShown(false);
  }

  /// What is chosen.
  public ReadOnlyObjectProperty<ProblemFilter> filterProperty() {
    return filter.getReadOnlyProperty();
  }

  /// Takes the focus to where words are written, if there is something to choose from.
  public void focusWords() {
    words.requestFocus();
  }

  /// Lets everything through, or what is as severe as [#startAt] asks for.
  public void clear() {
    severities.forEach((severity, button) -> button.setSelected(severity.compareTo(least) <= 0));
    words.clear();
  }

  /// Hides what is less severe until somebody presses its button.
  public void startAt(Severity least) {
    this.least = least;
    clear();
  }

  /// Counts what there is to choose from.
  ///
  /// @param notes how many findings are part of no problem
  public void show(Assessment assessment, long notes) {
    for (var severity : Severity.values()) {
      long count =
          severity == Severity.INFO
              ? notes
              : assessment.problems().stream().filter(each -> each.severity() == severity).count();
      var button = severities.get(severity);
      if (button != null) {
        var word = severity == Severity.INFO ? "Notes" : Severities.word(severity);
        button.setText("%,d".formatted(count));
        button.setAccessibleText("%s: %,d".formatted(word, count));
        button.setTooltip(Texts.tip("%s: %,d. Press to hide or show.".formatted(word, count)));
        Boxes.show(button, count > 0);
      }
    }
    boolean isMuch =
        assessment.problems().size() > FEW || assessment.findings().size() > 2 * FEW || notes > FEW;
    setShown(isMuch || hides(assessment));
  }

  private boolean hides(Assessment assessment) {
    return assessment.problems().stream().anyMatch(each -> each.severity().compareTo(least) > 0);
  }

  private void setShown(boolean isShown) {
    Boxes.show(this, isShown);
  }

  private void choose() {
    var chosen = EnumSet.noneOf(Severity.class);
    severities.forEach((severity, button) -> {
      if (button.isSelected()) {
        chosen.add(severity);
      }
    });
    filter.set(new ProblemFilter(chosen, words.getText()));
  }

  /// Which problems somebody wants to see.
  ///
  /// @param severities those that are shown
  /// @param words part of a table's name, of a headline, or of the kind of a finding; empty for all
  public record ProblemFilter(Set<Severity> severities, String words) {
    public ProblemFilter {
      severities = Set.copyOf(severities);
      words = words.strip().toLowerCase(Locale.ROOT);
    }

    /// Nothing is left out.
    public static ProblemFilter everything() {
      return new ProblemFilter(EnumSet.allOf(Severity.class), "");
    }

    /// What is left of these. Of one that is alike in many tables only those that match stay, with
    /// their recommendations.
    public List<Problem> of(List<Problem> problems) {
      return problems.stream()
          .filter(each -> severities.contains(each.severity()))
          .flatMap(each -> matching(each).stream())
          .toList();
    }

    /// Findings that are part of no problem.
    public List<Finding> ofNotes(List<Finding> findings) {
      return severities.contains(Severity.INFO)
          ? findings.stream().filter(this::matches).toList()
          : List.of();
    }

    private Optional<Problem> matching(Problem problem) {
      if (words.isEmpty()) {
        return Optional.of(problem);
      }
      var findings = problem.findings().filter(this::matches).toList();
      Predicate<String> isAbout =
          subject -> findings.stream().anyMatch(each -> table(each).anyMatch(subject::equals));
      var recommendations =
          problem.recommendations().stream()
              .filter(each -> {
                var table = About.of(each.appliesTo()).relation();
                return table.isEmpty() || isAbout.test(table.get().sql());
              })
              .toList();
      return problem.within(findings, recommendations);
    }

    private boolean matches(Finding finding) {
      return words.isEmpty()
          || Stream.concat(table(finding), Stream.of(finding.headline(), finding.id()))
              .anyMatch(text -> text.toLowerCase(Locale.ROOT).contains(words));
    }

    private static Stream<String> table(Finding finding) {
      return About.of(finding.subject()).relation().stream().map(each -> each.sql());
    }
  }
}
