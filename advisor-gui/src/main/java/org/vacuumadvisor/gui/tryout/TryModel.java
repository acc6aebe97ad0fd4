package org.vacuumadvisor.gui.tryout;

import java.time.Duration;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import javafx.beans.property.BooleanProperty;
import javafx.beans.property.ObjectProperty;
import javafx.beans.property.ReadOnlyObjectProperty;
import javafx.beans.property.ReadOnlyObjectWrapper;
import javafx.beans.property.ReadOnlyStringProperty;
import javafx.beans.property.ReadOnlyStringWrapper;
import javafx.beans.property.SimpleBooleanProperty;
import javafx.beans.property.SimpleObjectProperty;
import org.vacuumadvisor.advice.SettingsScript;
import org.vacuumadvisor.forecast.Changes;
import org.vacuumadvisor.forecast.cluster.TableStart;
import org.vacuumadvisor.gui.tryout.Trials.Question;
import org.vacuumadvisor.gui.tryout.Trials.Thoroughness;
import org.vacuumadvisor.gui.work.Background;
import org.vacuumadvisor.gui.work.Opened;
import org.vacuumadvisor.model.RelationKey;
import org.vacuumadvisor.model.RelationName;

/// What the screen shows on which one tries settings: the server at hand, what is to be different,
/// and what comes of it. To be touched in the window's thread.
final class TryModel {
  private final Background background;
  private final Trials simulations = new Trials();
  private final Latest<Question, Trial> trials;
  private final ReadOnlyObjectWrapper<Optional<Stand>> stand =
      new ReadOnlyObjectWrapper<>(Optional.empty());
  private final ReadOnlyObjectWrapper<Changes> changes = new ReadOnlyObjectWrapper<>(Changes.NONE);
  private final ReadOnlyObjectWrapper<Optional<Trial>> trial =
      new ReadOnlyObjectWrapper<>(Optional.empty());
  private final ObjectProperty<Optional<TableStart>> table =
      new SimpleObjectProperty<>(Optional.empty());
  private final ObjectProperty<Duration> length = new SimpleObjectProperty<>(Duration.ofHours(6));
  private final BooleanProperty ended = new SimpleBooleanProperty();
  private final ReadOnlyObjectWrapper<Optional<NewerLook>> newer =
      new ReadOnlyObjectWrapper<>(Optional.empty());
  private final ReadOnlyStringWrapper error = new ReadOnlyStringWrapper("");
  private Optional<Opened> opened = Optional.empty();
  private Optional<Opened> read = Optional.empty();

  /// The table that was asked for before there was a server.
  private Optional<RelationName> wanted = Optional.empty();

  TryModel(Background background) {
    this.background = background;
    trials =
        new Latest<>(
            background, simulations::job, (question, answer) -> take(question, answer), error::set);
    length.addListener(_ -> ask(Thoroughness.WHOLE));
    ended.addListener(_ -> ask(Thoroughness.WHOLE));
  }

  /// The server at hand; empty if there is none that can be simulated.
  ReadOnlyObjectProperty<Optional<Stand>> standProperty() {
    return stand.getReadOnlyProperty();
  }

  ReadOnlyObjectProperty<Changes> changesProperty() {
    return changes.getReadOnlyProperty();
  }

  /// The last answer; empty before the first.
  ReadOnlyObjectProperty<Optional<Trial>> trialProperty() {
    return trial.getReadOnlyProperty();
  }

  /// The table that is looked at.
  ObjectProperty<Optional<TableStart>> tableProperty() {
    return table;
  }

  /// How much time is simulated.
  ObjectProperty<Duration> lengthProperty() {
    return length;
  }

  /// Whether it is simulated as if those who block cleanup had ended.
  BooleanProperty endedProperty() {
    return ended;
  }

  /// A look at the server that came after the one that is simulated; empty if none did.
  ReadOnlyObjectProperty<Optional<NewerLook>> newerProperty() {
    return newer.getReadOnlyProperty();
  }

  /// What was wrong with the last change; empty if nothing was.
  ReadOnlyStringProperty errorProperty() {
    return error.getReadOnlyProperty();
  }

  /// Puts a server on the stand, as it is. While something is tried on that server it stays as it
  /// was when the trial began, and what was seen later is offered: a server that is watched is read
  /// again and again.
  void open(Opened next) {
    boolean isSame = opened.filter(each -> each.origin().equals(next.origin())).isPresent();
    opened = Optional.of(next);
    if (isSame && !changes.get().equals(Changes.NONE)) {
      offer(next);
      return;
    }
    if (!isSame) {
      changes.set(Changes.NONE);
      ended.set(false);
    }
    read(next);
  }

  /// Leaves the stand empty.
  void clear() {
    opened = Optional.empty();
    changes.set(Changes.NONE);
    put(Optional.empty());
  }

  /// Simulates the server as it was seen last, with what is tried.
  void takeNewer() {
    opened.ifPresent(this::read);
  }

  private void offer(Opened next) {
    stand
        .get()
        .ifPresent(each ->
            background.start(
                _ -> NewerLook.of(each, next), look -> newer.set(Optional.of(look)), error::set));
  }

  private void read(Opened from) {
    error.set("");
    read = Optional.of(from);
    background.start(_ -> Stand.of(from.assessment()), this::put, error::set);
  }

  private void put(Optional<Stand> next) {
    newer.set(Optional.empty());
    if (next.isEmpty()) {
      trial.set(Optional.empty());
    }
    changes.set(
        next.map(each -> Stand.acceptable(changes.get(), Changes.NONE, each.cluster()))
            .orElse(Changes.NONE));
    var before = table.get();
    stand.set(next);
    table.set(
        next.flatMap(each ->
            wanted
                .flatMap(each::named)
                .or(() -> before.flatMap(each::like))
                .or(() -> each.tables().stream().findFirst())));
    wanted = Optional.empty();
    ask(Thoroughness.WHOLE);
  }

  /// Looks at the table of that name, if there is one; once the server is read, if it is not yet.
  void look(RelationName name) {
    if (stand.get().isEmpty()) {
      wanted = Optional.of(name);
      return;
    }
    stand.get().flatMap(each -> each.named(name)).ifPresent(each -> table.set(Optional.of(each)));
  }

  /// The range takes longer, and comes after what is likely.
  private void take(Question question, Trial answer) {
    trial.set(Optional.of(answer));
    if (!trials.isWaiting() && simulations.canRange(question)) {
      trials.ask(question.withRange());
    }
  }

  /// Changes a setting of the server.
  void set(Knob knob, String value) {
    change(withServer(knob, value), Thoroughness.WHOLE);
  }

  /// Changes a setting of the table that is looked at.
  void setOfTable(Knob knob, String value) {
    change(withTable(knob, value), Thoroughness.WHOLE);
  }

  /// Like [#set], while somebody is still dragging.
  void drag(Knob knob, String value) {
    change(withServer(knob, value), Thoroughness.MOMENT);
  }

  /// Like [#setOfTable], while somebody is still dragging.
  void dragOfTable(Knob knob, String value) {
    change(withTable(knob, value), Thoroughness.MOMENT);
  }

  /// Back to today's settings, and to the server as it is by now.
  void reset() {
    change(Changes.NONE, Thoroughness.WHOLE);
    opened.filter(each -> !read.equals(opened)).ifPresent(this::read);
  }

  void useAdvice() {
    stand.get().ifPresent(each -> change(each.advised(), Thoroughness.WHOLE));
  }

  /// The statements that make what is different; empty if nothing is.
  String script() {
    var now = changes.get();
    return stand
        .get()
        .map(each -> SettingsScript.of(now.settings(), now.parameters(), each.evidence()))
        .orElse("");
  }

  private Changes withServer(Knob knob, String value) {
    var now = changes.get();
    var settings = new LinkedHashMap<>(now.settings());
    settings.put(knob.setting(), value);
    stand
        .get()
        .filter(each -> isToday(knob.text(knob.of(each.cluster())), value))
        .ifPresent(_ -> settings.remove(knob.setting()));
    return new Changes(settings, now.parameters(), now.workloadFactor());
  }

  private Changes withTable(Knob knob, String value) {
    var now = changes.get();
    if (table.get().isEmpty() || stand.get().isEmpty()) {
      return now;
    }
    var chosen = table.get().get();
    var name = knob.setting().storageParameter().orElseThrow();
    var parameters = new HashMap<RelationKey, Map<String, String>>(now.parameters());
    var own = new LinkedHashMap<>(parameters.getOrDefault(chosen.key(), Map.of()));
    own.put(name, value);
    if (isToday(knob.text(knob.of(stand.get().get().cluster(), chosen)), value)) {
      own.remove(name);
    }
    if (own.isEmpty()) {
      parameters.remove(chosen.key());
    } else {
      parameters.put(chosen.key(), Map.copyOf(own));
    }
    return new Changes(now.settings(), parameters, now.workloadFactor());
  }

  private static boolean isToday(String today, String value) {
    return today.equals(value);
  }

  private void change(Changes next, Thoroughness thoroughness) {
    if (stand.get().isEmpty()) {
      return;
    }
    try {
      next.on(stand.get().get().cluster());
      error.set("");
      changes.set(next);
      ask(thoroughness);
    } catch (IllegalArgumentException refused) {
      var message = String.valueOf(refused.getMessage());
      error.set(Character.toUpperCase(message.charAt(0)) + message.substring(1) + ".");
    }
  }

  private void ask(Thoroughness thoroughness) {
    stand
        .get()
        .ifPresent(each ->
            trials.ask(
                new Question(
                    ended.get() ? each.cluster().withHolds(List.of()) : each.cluster(),
                    changes.get(),
                    length.get(),
                    thoroughness)));
  }
}
