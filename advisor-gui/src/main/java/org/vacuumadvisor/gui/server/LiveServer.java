package org.vacuumadvisor.gui.server;

import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import javafx.animation.PauseTransition;
import javafx.beans.property.ObjectProperty;
import javafx.beans.property.SimpleObjectProperty;
import org.vacuumadvisor.advice.Assessment;
import org.vacuumadvisor.gui.server.Surveyor.ServerAddress;
import org.vacuumadvisor.gui.work.Background;
import org.vacuumadvisor.gui.work.Background.Steps;
import org.vacuumadvisor.gui.work.Background.Work;
import org.vacuumadvisor.gui.work.Judged;
import org.vacuumadvisor.gui.work.Origin;
import org.vacuumadvisor.gui.work.Workbench.Opened;
import org.vacuumadvisor.gui.work.Workbench.PageReader;
import org.vacuumadvisor.model.Survey;
import org.vacuumadvisor.source.SourceException;
import org.vacuumadvisor.source.conninfo.Connector;

/// The server that is being looked at: asks it again and again, judges what happened since, and,
/// when it is gone, keeps what was seen last and tries again ever more seldom. Between two looks no
/// connection is open. To be used in the window's thread; it knows no controls.
final class LiveServer {
  /// The first retry comes soon, for a restart takes seconds; none waits longer than a minute.
  private static final Duration FIRST_RETRY = Duration.ofSeconds(2);

  private static final Duration LONGEST_RETRY = Duration.ofMinutes(1);
  private static final Duration FIRST_WINDOW = Duration.ofSeconds(10);

  /// How often a server may be looked at; zero is only when a person says so.
  static final List<Duration> INTERVALS =
      Stream.of(10, 30, 60, 300, 0).map(Duration::ofSeconds).toList();

  private final Surveyor surveyor;
  private final Background background;
  private final Alarm alarm;
  private final InstantSource clock;
  private final UnaryOperator<Assessment> ignoring;
  private final Consumer<Opened> audience;

  final ObjectProperty<LinkState> state = new SimpleObjectProperty<>(new LinkState.Disconnected());

  /// The look that is on its way, if one is.
  final ObjectProperty<Optional<Work>> work = new SimpleObjectProperty<>(Optional.empty());

  /// What was seen last; it stays when the server is gone, and goes when one disconnects.
  final ObjectProperty<Optional<Opened>> opened = new SimpleObjectProperty<>(Optional.empty());

  final ObjectProperty<Duration> interval = new SimpleObjectProperty<>(INTERVALS.get(1));

  private Optional<ServerAddress> address = Optional.empty();
  private String server = "";
  private RecentSurveys recent = RecentSurveys.NONE;
  private Duration retry = FIRST_RETRY;
  private Runnable unset = () -> {};

  /// @param ignoring leaves out of an assessment what its owner lives with; called beside the
  ///   window
  /// @param audience told of every new assessment, before the properties change
  LiveServer(
      Surveyor surveyor,
      Background background,
      Alarm alarm,
      InstantSource clock,
      UnaryOperator<Assessment> ignoring,
      Consumer<Opened> audience) {
    this.ignoring = ignoring;
    this.surveyor = surveyor;
    this.background = background;
    this.alarm = alarm;
    this.clock = clock;
    this.audience = audience;
    interval.subscribe(_ -> reset());
  }

  /// What a look at the server came to.
  private sealed interface Answer {
    record Seen(Survey survey, Assessment assessment) implements Answer {}

    record NotSeen(SourceException failure) implements Answer {}
  }

  /// Forgets the server there was, and looks at this one.
  void connect(ServerAddress to) {
    disconnect();
    try {
      server = surveyor.name(to);
    } catch (SourceException unreadable) {
      state.set(new LinkState.Failed(unreadable.explanation()));
      return;
    }
    address = Optional.of(to);
    state.set(new LinkState.Connecting(server));
    look();
  }

  /// Shows pages of the server there is; empty while there is none.
  Optional<PageReader> pages() {
    return address.map(known -> (table, block) -> surveyor.page(known, table, block));
  }

  /// Looks now, whenever the next look was due.
  void refresh() {
    if (address.isPresent() && work.get().isEmpty()) {
      unset.run();
      if (opened.get().isEmpty()) {
        state.set(new LinkState.Connecting(server));
      }
      look();
    }
  }

  /// Ends everything; nothing is left on the server or in memory.
  void disconnect() {
    unset.run();
    unset = () -> {};
    work.get().ifPresent(Work::cancel);
    work.set(Optional.empty());
    address = Optional.empty();
    server = "";
    recent = RecentSurveys.NONE;
    retry = FIRST_RETRY;
    opened.set(Optional.empty());
    state.set(new LinkState.Disconnected());
  }

  private void look() {
    var target = address.orElseThrow();
    var before = recent;
    var started =
        background.<Answer>start(steps -> answer(target, before, steps), this::take, this::failed);
    work.set(started.running.get() ? Optional.of(started) : Optional.empty());
  }

  private Answer answer(ServerAddress target, RecentSurveys before, Steps steps)
      throws InterruptedException {
    try {
      var survey =
          surveyor.survey(
              target,
              (what, done, of) -> {
                steps.say(what);
                steps.done(of > 0 ? (double) done / of : -1);
              });
      steps.say("judging what was read");
      return new Answer.Seen(survey, ignoring.apply(Judged.since(before.before(survey), survey)));
    } catch (SourceException failure) {
      return new Answer.NotSeen(failure);
    }
  }

  private void take(Answer answer) {
    work.set(Optional.empty());
    switch (answer) {
      case Answer.Seen(var survey, var judged) -> {
        boolean isWindow = judged.evidence().older().isPresent();
        recent = (isWindow ? recent : RecentSurveys.NONE).with(survey);
        retry = FIRST_RETRY;
        var seen = new Opened(new Origin.Connected(server), judged, clock.instant());
        audience.accept(seen);
        opened.set(Optional.of(seen));
        state.set(new LinkState.Watching(server, seen.at()));
        reset();
      }
      case Answer.NotSeen(var failure) -> lose(failure);
    }
  }

  private void lose(SourceException failure) {
    var sentence = failure.explanation();
    if (Connector.passwordWouldHelp(failure) || isWrongPassword(failure)) {
      state.set(new LinkState.PasswordNeeded(server, sentence));
    } else if (opened.get().isPresent() && Connector.wasRefused(failure)) {
      state.set(new LinkState.Lost(server, sentence, opened.get().get().at(), Duration.ZERO));
    } else {
      tryAgain(sentence);
    }
  }

  /// What was never seen is not tried again by itself.
  private void tryAgain(String sentence) {
    if (opened.get().isEmpty()) {
      state.set(new LinkState.Failed(sentence));
      return;
    }
    state.set(new LinkState.Lost(server, sentence, opened.get().get().at(), retry));
    unset = alarm.in(retry, this::refresh);
    var twice = retry.multipliedBy(2);
    retry = twice.compareTo(LONGEST_RETRY) > 0 ? LONGEST_RETRY : twice;
  }

  /// One that the server itself turned down, whoever gave it.
  private static boolean isWrongPassword(SourceException failure) {
    return failure.getCause() instanceof SQLException said && "28P01".equals(said.getSQLState());
  }

  private void failed(String sentence) {
    work.set(Optional.empty());
    tryAgain(sentence);
  }

  /// Sets the alarm for the next look anew.
  private void reset() {
    if (state.get() instanceof LinkState.Watching && work.get().isEmpty()) {
      unset.run();
      var time = interval.get();
      unset = time.isZero() ? () -> {} : alarm.in(isWindow() ? time : shorter(time), this::refresh);
    }
  }

  private boolean isWindow() {
    return opened
        .get()
        .filter(each -> each.assessment().evidence().older().isPresent())
        .isPresent();
  }

  /// The second look comes soon: only two tell what happens now.
  private static Duration shorter(Duration time) {
    return time.compareTo(FIRST_WINDOW) < 0 ? time : FIRST_WINDOW;
  }

  /// The last surveys of one server, the newest last: as many as make a window that tells rates. A
  /// few seconds are too short for that, they show the accidents of a moment.
  ///
  /// @param surveys in the order of time
  record RecentSurveys(List<Survey> surveys) {
    static final RecentSurveys NONE = new RecentSurveys(List.of());

    /// Rates over less are noise: a checkpoint or one vacuum makes them up.
    private static final Duration WINDOW = Duration.ofMinutes(1);

    RecentSurveys {
      surveys = List.copyOf(surveys);
    }

    /// Surveys nearer to each other are not kept: each of 10,000 tables takes some megabytes.
    private static final Duration APART = Duration.ofSeconds(20);

    /// The same with a newer one; those too old to be needed are gone, and the last one where it
    /// came soon after the one before.
    RecentSurveys with(Survey newest) {
      var kept = new ArrayList<>(surveys);
      while (kept.size() > 1 && areApart(WINDOW, kept.get(1), newest)) {
        kept.removeFirst();
      }
      if (kept.size() > 1 && !areApart(APART, kept.get(kept.size() - 2), kept.getLast())) {
        kept.removeLast();
      }
      kept.add(newest);
      return new RecentSurveys(kept);
    }

    /// Where a window begins that ends with that survey: the youngest far enough back, or else the
    /// oldest there is.
    Optional<Survey> before(Survey newest) {
      var earlier =
          surveys.stream().filter(each -> each.takenAt().isBefore(newest.takenAt())).toList();
      return earlier.reversed().stream()
          .filter(each -> areApart(WINDOW, each, newest))
          .findFirst()
          .or(() -> earlier.stream().findFirst());
    }

    private static boolean areApart(Duration least, Survey older, Survey newer) {
      return Duration.between(older.takenAt(), newer.takenAt()).compareTo(least) >= 0;
    }
  }

  /// How it stands with the connection to a server. Sentences are for the user: what happened, to
  /// what, what to do.
  sealed interface LinkState {
    /// Whether the server was there, be it that it is not any more.
    default boolean isReached() {
      return this instanceof Watching || this instanceof Lost;
    }

    /// There is none.
    record Disconnected() implements LinkState {}

    /// The first look is on its way.
    record Connecting(String server) implements LinkState {}

    /// The server asks for a password, and there is none or a wrong one.
    record PasswordNeeded(String server, String sentence) implements LinkState {}

    /// The first look failed.
    record Failed(String sentence) implements LinkState {}

    /// All is well.
    ///
    /// @param last when the server was looked at last, by our clock
    record Watching(String server, Instant last) implements LinkState {}

    /// The server was there and is not any more; what was seen last stays.
    ///
    /// @param retryIn when it is tried again by itself; zero where it is not
    record Lost(String server, String sentence, Instant last, Duration retryIn)
        implements LinkState {}
  }

  /// Does something later, in the window's thread.
  @FunctionalInterface
  interface Alarm {
    /// Sets it.
    ///
    /// @return takes it back; it may have gone off already
    Runnable in(Duration time, Runnable action);

    /// Of the window's own clock.
    static Alarm ofWindow() {
      return (time, action) -> {
        var pause = new PauseTransition(javafx.util.Duration.millis((double) time.toMillis()));
        pause.setOnFinished(_ -> action.run());
        pause.play();
        return pause::stop;
      };
    }
  }
}
