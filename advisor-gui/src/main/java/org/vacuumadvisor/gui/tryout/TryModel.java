package org.vacuumadvisor.gui.tryout;

import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import javafx.beans.property.BooleanProperty;
import javafx.beans.property.ObjectProperty;
import javafx.beans.property.SimpleBooleanProperty;
import javafx.beans.property.SimpleObjectProperty;
import javafx.beans.property.SimpleStringProperty;
import javafx.beans.property.StringProperty;
import org.vacuumadvisor.advice.SettingsScript;
import org.vacuumadvisor.forecast.Changes;
import org.vacuumadvisor.forecast.cluster.Cluster;
import org.vacuumadvisor.forecast.cluster.TableStart;
import org.vacuumadvisor.gui.tryout.Knob.Owner;
import org.vacuumadvisor.gui.tryout.Trial.Thoroughness;
import org.vacuumadvisor.gui.work.Background;
import org.vacuumadvisor.gui.work.Workbench.Opened;
import org.vacuumadvisor.model.RelationName;

/// What the screen shows on which one tries settings: the server at hand, what is to be different,
/// and what comes of it. To be touched in the window's thread.
final class TryModel {
  /// Nobody waits longer for a range, in nanoseconds.
  private static final double PATIENCE = 3e9;

  /// A range takes so many simulations.
  private static final int SIMULATIONS = 10;

  private final Background background;

  /// The server at hand; empty if there is none that can be simulated.
  final ObjectProperty<Optional<Stand>> stand = new SimpleObjectProperty<>(Optional.empty());

  final ObjectProperty<Changes> changes = new SimpleObjectProperty<>(Changes.NONE);

  /// The last answer; empty before the first.
  final ObjectProperty<Optional<Trial>> trial = new SimpleObjectProperty<>(Optional.empty());

  /// The table that is looked at.
  final ObjectProperty<Optional<TableStart>> table = new SimpleObjectProperty<>(Optional.empty());

  /// How much time is simulated.
  final ObjectProperty<Duration> length = new SimpleObjectProperty<>(Duration.ofHours(6));

  /// Whether it is simulated as if those who block cleanup had ended.
  final BooleanProperty ended = new SimpleBooleanProperty();

  /// Whether the server at hand is still being read.
  final BooleanProperty reading = new SimpleBooleanProperty();

  /// What was wrong with the last change; empty if nothing was.
  final StringProperty error = new SimpleStringProperty("");

  private Optional<Opened> opened = Optional.empty();
  private Optional<Opened> read = Optional.empty();

  /// The table that was asked for before there was a server.
  private Optional<RelationName> wanted = Optional.empty();

  /// Whether a simulation is on its way.
  final BooleanProperty busy = new SimpleBooleanProperty();

  /// Whether there is something newer to simulate.
  private boolean isAskedAnew;

  TryModel(Background background) {
    this.background = background;
    length.addListener(_ -> ask());
    ended.addListener(_ -> ask());
  }

  /// Puts a server on the stand, as it is. While something is tried on that server it stays as it
  /// was when the trial began, however often a server that is watched is read.
  void open(Opened next) {
    boolean isSame = opened.filter(each -> each.origin().equals(next.origin())).isPresent();
    if (isSame && !changes.get().equals(Changes.NONE)) {
      opened = Optional.of(next);
      return;
    }
    if (!isSame) {
      clear();
      ended.set(false);
    }
    opened = Optional.of(next);
    take();
  }

  /// Leaves the stand empty.
  void clear() {
    opened = Optional.empty();
    changes.set(Changes.NONE);
    var asked = wanted.or(() -> table.get().map(TableStart::name));
    put(Optional.empty());
    wanted = asked;
  }

  /// Simulates the server as it was seen last, with what is tried.
  void take() {
    opened.ifPresent(from -> {
      error.set("");
      read = opened;
      reading.set(true);
      background.start(
          _ -> Stand.of(from.assessment()),
          next -> {
            if (opened.filter(each -> each.origin().equals(from.origin())).isPresent()) {
              put(next);
            }
          },
          error::set);
    });
  }

  private void put(Optional<Stand> next) {
    if (next.isEmpty()) {
      trial.set(Optional.empty());
    }
    changes.set(
        next.map(each -> Stand.acceptable(changes.get(), Changes.NONE, each.cluster()))
            .orElse(Changes.NONE));
    var before = wanted.or(() -> table.get().map(TableStart::name));
    stand.set(next);
    reading.set(false);
    table.set(
        next.flatMap(
            each -> before.flatMap(each::named).or(() -> each.tables().stream().findFirst())));
    wanted = Optional.empty();
    ask();
  }

  /// Looks at the table of that name, if there is one; once the server is read, if it is not yet.
  void look(RelationName name) {
    if (stand.get().isEmpty()) {
      wanted = Optional.of(name);
      return;
    }
    stand.get().flatMap(each -> each.named(name)).ifPresent(each -> table.set(Optional.of(each)));
  }

  /// Back to today's settings, and to the server as it is by now.
  void reset() {
    change(Changes.NONE);
    if (!read.equals(opened)) {
      take();
    }
  }

  void useAdvice() {
    stand.get().ifPresent(each -> change(each.advised()));
  }

  /// The statements that make what is different; empty if nothing is.
  String script() {
    var now = changes.get();
    return stand
        .get()
        .map(each -> SettingsScript.of(now.settings(), now.parameters(), each.evidence()))
        .orElse("");
  }

  /// Changes a setting of the server, or of the table that is looked at.
  void set(Knob knob, Owner owner, String value) {
    if (stand.get().isPresent() && table.get().isPresent()) {
      var cluster = stand.get().get().cluster();
      change(
          switch (owner) {
            case SERVER -> withServer(knob, value, cluster);
            case TABLE -> withTable(knob, value, cluster, table.get().get());
          });
    }
  }

  /// A value that is in effect anyway is no change.
  private Changes withServer(Knob knob, String value, Cluster cluster) {
    var now = changes.get();
    if (!knob.text(knob.of(cluster)).equals(value)) {
      return now.with(knob.setting(), value);
    }
    var settings = new HashMap<>(now.settings());
    settings.remove(knob.setting());
    return new Changes(settings, now.parameters(), now.workloadFactor());
  }

  private Changes withTable(Knob knob, String value, Cluster cluster, TableStart chosen) {
    var now = changes.get();
    if (!knob.text(knob.of(cluster, chosen)).equals(value)) {
      return now.with(chosen.key(), knob.setting(), value);
    }
    var own = new HashMap<>(now.parameters().getOrDefault(chosen.key(), Map.of()));
    own.remove(knob.setting().storageParameter().orElseThrow());
    var parameters = new HashMap<>(now.parameters());
    parameters.put(chosen.key(), own);
    parameters.values().removeIf(Map::isEmpty);
    return new Changes(now.settings(), parameters, now.workloadFactor());
  }

  private void change(Changes next) {
    if (stand.get().isEmpty()) {
      return;
    }
    try {
      next.on(stand.get().get().cluster());
      error.set("");
      changes.set(next);
      ask();
    } catch (IllegalArgumentException refused) {
      var message = String.valueOf(refused.getMessage());
      error.set(Character.toUpperCase(message.charAt(0)) + message.substring(1) + ".");
    }
  }

  /// One question at a time is worked on, and of those that come meanwhile only the last is.
  private void ask() {
    if (busy.get()) {
      isAskedAnew = true;
    } else {
      start(Thoroughness.LIKELY);
    }
  }

  private void start(Thoroughness thoroughness) {
    if (stand.get().isEmpty()) {
      return;
    }
    busy.set(true);
    var whole = stand.get().get().cluster();
    var from = read.map(Opened::origin);
    var cluster = ended.get() ? whole.withHolds(List.of()) : whole;
    var tried = changes.get();
    var time = length.get();
    var before = trial.get();
    long began = System.nanoTime();
    background.start(
        _ -> Trial.of(cluster, tried, time, thoroughness, before),
        answer -> {
          if (read.map(Opened::origin).equals(from)) {
            trial.set(Optional.of(answer));
          }
          next(
              thoroughness == Thoroughness.LIKELY
                  && (double) (System.nanoTime() - began) * SIMULATIONS < PATIENCE);
        },
        sentence -> {
          error.set(sentence);
          next(false);
        });
  }

  /// The range takes longer, and comes after what is likely.
  private void next(boolean canRange) {
    busy.set(false);
    if (isAskedAnew || canRange) {
      var next = isAskedAnew ? Thoroughness.LIKELY : Thoroughness.RANGE;
      isAskedAnew = false;
      start(next);
    }
  }
}
