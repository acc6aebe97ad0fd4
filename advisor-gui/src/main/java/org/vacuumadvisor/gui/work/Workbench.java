package org.vacuumadvisor.gui.work;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import javafx.beans.property.ObjectProperty;
import javafx.beans.property.ReadOnlyObjectProperty;
import javafx.beans.property.ReadOnlyObjectWrapper;
import javafx.beans.property.SimpleObjectProperty;
import org.vacuumadvisor.advice.Assessment;
import org.vacuumadvisor.advice.BlockedCleanup;
import org.vacuumadvisor.advice.Problem;
import org.vacuumadvisor.model.RelationName;
import org.vacuumadvisor.page.relation.RawPage;
import org.vacuumadvisor.report.About;
import org.vacuumadvisor.source.SourceException;

/// What the window is working on. Screens put there what they open, and show what is there, whoever
/// opened it. To be touched in the window's thread.
public final class Workbench {
  private final ReadOnlyObjectWrapper<Optional<Opened>> opened =
      new ReadOnlyObjectWrapper<>(Optional.empty());
  private final ReadOnlyObjectWrapper<List<Opened>> sources =
      new ReadOnlyObjectWrapper<>(List.of());

  /// The table that somebody is looking at: a screen that shows tables one by one shows this one.
  public final ObjectProperty<Optional<RelationName>> table =
      new SimpleObjectProperty<>(Optional.empty());

  /// Shows pages of the server that is being looked at; empty while none is.
  public final ObjectProperty<Optional<PageReader>> pageReader =
      new SimpleObjectProperty<>(Optional.empty());

  /// The problem that somebody is looking at: every screen that shows problems shows this one.
  public final ObjectProperty<Optional<Problem>> problem =
      new SimpleObjectProperty<>(Optional.empty());

  /// The server that is being looked at, while it cannot be reached.
  public final ObjectProperty<Optional<Origin>> stale =
      new SimpleObjectProperty<>(Optional.empty());

  /// What is open now; empty at first.
  public Optional<Opened> opened() {
    return opened.get();
  }

  public ReadOnlyObjectProperty<Optional<Opened>> openedProperty() {
    return opened.getReadOnlyProperty();
  }

  /// What may be shown: the text, the server and the survey that were opened last.
  public ReadOnlyObjectProperty<List<Opened>> sourcesProperty() {
    return sources.getReadOnlyProperty();
  }

  /// Takes the place of what was there of its kind, without being shown.
  public void keep(Opened next) {
    var kept = new ArrayList<>(sources.get());
    for (int at = 0; at < kept.size(); at++) {
      if (kept.get(at).origin().isAlike(next.origin())) {
        kept.set(at, next);
        sources.set(List.copyOf(kept));
        return;
      }
    }
    kept.add(next);
    sources.set(List.copyOf(kept));
  }

  /// Puts something in place of what was open. The problem that was chosen stays so if it is still
  /// there, else the worst is.
  public void open(Opened next) {
    var before = problem.get();
    problem.set(Optional.empty());
    keep(next);
    opened.set(Optional.of(next));
    var problems = next.assessment().problems();
    problem.set(
        problems.stream()
            .filter(each -> before.filter(chosen -> isSame(each, chosen)).isPresent())
            .findFirst()
            .or(() -> problems.stream().findFirst()));
  }

  /// Chooses a problem of what a screen shows, and opens that if something else is open. One that
  /// is chosen already is chosen anew: its lines are shown again.
  public void choose(Opened from, Problem chosen) {
    if (opened().filter(from::isSame).isEmpty()) {
      open(from);
    }
    problem.set(Optional.empty());
    problem.set(Optional.of(chosen));
  }

  /// Takes something away; if it was shown, something else that is open is shown now.
  public void close(Opened gone) {
    sources.set(sources.get().stream().filter(each -> !each.isSame(gone)).toList());
    if (opened().filter(gone::isSame).isEmpty()) {
      return;
    }
    problem.set(Optional.empty());
    table.set(Optional.empty());
    sources.get().stream()
        .findFirst()
        .ifPresentOrElse(this::open, () -> opened.set(Optional.empty()));
  }

  /// Chooses the problem of who blocks cleanup, if there is one.
  public void chooseBlockedCleanup() {
    opened()
        .flatMap(each ->
            each.assessment().problems().stream()
                .filter(one -> BlockedCleanup.of(one).isPresent())
                .findFirst())
        .ifPresent(each -> problem.set(Optional.of(each)));
  }

  /// Whether two assessments, or a whole problem and what is shown of it for one table, tell of one
  /// problem.
  public static boolean isSame(Problem one, Problem other) {
    return one.cause().id().equals(other.cause().id())
        && (isCauseOf(one, other) || isCauseOf(other, one));
  }

  private static boolean isCauseOf(Problem one, Problem other) {
    var subject = About.of(one.cause().subject());
    return Stream.concat(Stream.of(other.cause()), other.alike().stream())
        .anyMatch(each -> About.of(each.subject()).equals(subject));
  }

  /// What is open, if it is of a server that cannot be reached any more: it is old.
  public Optional<Opened> stale() {
    return opened().filter(each -> stale.get().equals(Optional.of(each.origin())));
  }

  /// Shows pages of the server that is being looked at.
  @FunctionalInterface
  public interface PageReader {
    /// A page as the server has it now. Not in the window's thread.
    ///
    /// @param table its name as SQL takes it
    /// @throws SourceException if there is no connection, no such page, or no permission
    RawPage page(String table, long block) throws SourceException;
  }

  /// What is open: an assessment, where it came from, and when it was made.
  public record Opened(Origin origin, Assessment assessment, Instant at) {
    /// Whether it is the same look at the same thing.
    public boolean isSame(Opened other) {
      return origin.equals(other.origin()) && at.equals(other.at());
    }
  }
}
