package org.vacuumadvisor.gui.tryout;

import java.time.Duration;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import javafx.beans.property.ObjectProperty;
import javafx.beans.property.ReadOnlyObjectProperty;
import javafx.beans.property.ReadOnlyObjectWrapper;
import javafx.beans.property.ReadOnlyStringProperty;
import javafx.beans.property.ReadOnlyStringWrapper;
import javafx.beans.property.SimpleObjectProperty;
import org.vacuumadvisor.advice.Assessment;
import org.vacuumadvisor.advice.SettingChange;
import org.vacuumadvisor.advice.SettingsScript;
import org.vacuumadvisor.evidence.Evidence;
import org.vacuumadvisor.forecast.Changes;
import org.vacuumadvisor.forecast.Cluster;
import org.vacuumadvisor.forecast.TableStart;
import org.vacuumadvisor.gui.tryout.Trials.Question;
import org.vacuumadvisor.gui.tryout.Trials.Thoroughness;
import org.vacuumadvisor.gui.work.Background;
import org.vacuumadvisor.gui.work.Opened;
import org.vacuumadvisor.model.RelationKey;
import org.vacuumadvisor.model.RelationKind;

/// What the screen shows on which one tries settings: the server at hand, what is to be different,
/// and what comes of it. To be touched in the window's thread.
final class TryModel {
  private final Background background;
  private final Latest<Question, Trial> trials;
  private final ReadOnlyObjectWrapper<Optional<Stand>> stand =
      new ReadOnlyObjectWrapper<>(Optional.empty());
  private final ReadOnlyObjectWrapper<Changes> changes = new ReadOnlyObjectWrapper<>(Changes.NONE);
  private final ReadOnlyObjectWrapper<Optional<Trial>> trial =
      new ReadOnlyObjectWrapper<>(Optional.empty());
  private final ObjectProperty<Optional<TableStart>> table =
      new SimpleObjectProperty<>(Optional.empty());
  private final ObjectProperty<Duration> length = new SimpleObjectProperty<>(Duration.ofHours(6));
  private final ReadOnlyStringWrapper error = new ReadOnlyStringWrapper("");
  private Optional<Opened> opened = Optional.empty();
  private Optional<Opened> read = Optional.empty();

  /// A server on the test stand.
  ///
  /// @param tables those first that autovacuum has to come to most often
  record Stand(Evidence evidence, Cluster cluster, List<TableStart> tables, Changes advised) {}

  TryModel(Background background) {
    this.background = background;
    var simulations = new Trials();
    trials =
        new Latest<>(
            background, simulations::job, answer -> trial.set(Optional.of(answer)), error::set);
    length.addListener(_ -> ask(Thoroughness.WHOLE));
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

  /// What was wrong with the last change; empty if nothing was.
  ReadOnlyStringProperty errorProperty() {
    return error.getReadOnlyProperty();
  }

  /// Puts a server on the stand, as it is. While something is tried on that server it stays as it
  /// was when the trial began: a server that is watched is read again and again.
  void open(Opened next) {
    boolean isSame = opened.filter(each -> each.origin().equals(next.origin())).isPresent();
    opened = Optional.of(next);
    if (!isSame || changes.get().equals(Changes.NONE)) {
      read(next);
    }
  }

  /// Leaves the stand empty.
  void clear() {
    opened = Optional.empty();
    put(Optional.empty());
  }

  private void read(Opened from) {
    error.set("");
    read = Optional.of(from);
    background.start(_ -> stand(from.assessment()), this::put, error::set);
  }

  private void put(Optional<Stand> next) {
    changes.set(Changes.NONE);
    if (next.isEmpty()) {
      trial.set(Optional.empty());
    }
    var before = table.get().map(TableStart::name);
    stand.set(next);
    table.set(
        next.flatMap(each ->
            each.tables().stream()
                .filter(one -> before.equals(Optional.of(one.name())))
                .findFirst()
                .or(() -> each.tables().stream().findFirst())));
    ask(Thoroughness.WHOLE);
  }

  private static Optional<Stand> stand(Assessment assessment) {
    var evidence = assessment.evidence();
    var cluster =
        evidence
            .older()
            .map(older -> Cluster.between(older, evidence.survey(), evidence.history()))
            .orElseGet(() -> Cluster.of(evidence.survey(), evidence.history()));
    var tables =
        cluster.tables().stream()
            .filter(each -> each.kind() != RelationKind.TOAST)
            .sorted(
                Comparator.comparingDouble((TableStart each) -> thresholdsASecond(cluster, each))
                    .reversed())
            .toList();
    return tables.isEmpty()
        ? Optional.empty()
        : Optional.of(new Stand(evidence, cluster, tables, advised(assessment, cluster)));
  }

  /// How often the dead rows of a table would reach its threshold.
  private static double thresholdsASecond(Cluster cluster, TableStart table) {
    var arrivals = table.arrivals();
    double dead = arrivals.deletes() + arrivals.hotUpdates() + arrivals.otherUpdates();
    return dead / Math.max(1, TryCharts.threshold(cluster, table));
  }

  /// The settings that the advisor recommends, as far as the simulator knows them.
  private static Changes advised(Assessment assessment, Cluster cluster) {
    var advised = Changes.NONE;
    var changes = assessment.recommendations().stream().flatMap(each -> each.change().stream());
    for (var change : changes.toList()) {
      advised =
          switch (change) {
            case SettingChange.OfServer(var setting, var value) ->
                acceptable(advised.with(setting, value), advised, cluster);
            case SettingChange.OfTable(var relation, var parameters) -> {
              var more = advised;
              for (var each : parameters.entrySet()) {
                more =
                    acceptable(
                        more.with(relation.key(), each.getKey(), each.getValue()), more, cluster);
              }
              yield more;
            }
          };
    }
    return advised;
  }

  private static Changes acceptable(Changes more, Changes else_, Cluster cluster) {
    try {
      more.on(cluster);
      return more;
    } catch (IllegalArgumentException _) {
      return else_;
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

  /// Simulates the whole time: the slider was let go.
  void settle() {
    ask(Thoroughness.WHOLE);
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
            trials.ask(new Question(each.cluster(), changes.get(), length.get(), thoroughness)));
  }
}
