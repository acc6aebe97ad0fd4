package org.vacuumadvisor.gui.server;

import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.vacuumadvisor.gui.ServerGiven;
import org.vacuumadvisor.gui.server.LiveServer.Alarm;
import org.vacuumadvisor.gui.server.Surveyor.ServerAddress;
import org.vacuumadvisor.model.Survey;
import org.vacuumadvisor.source.SourceException;
import org.vacuumadvisor.source.jdbc.Progress;

/// A server that answers what a test says, and alarms that go off when it says so.
final class FakeServer implements Surveyor, Alarm {
  private final Deque<Object> answers = new ArrayDeque<>();
  private final List<Set> alarms = new ArrayList<>();
  private final List<ServerAddress> asked = new ArrayList<>();

  private record Set(Duration time, Runnable action) {}

  /// Its next answer, `seconds` after noon.
  FakeServer seen(int seconds, long dead) {
    answers.add(
        new ServerGiven().after(Duration.ofSeconds(seconds)).table("orders", dead).survey());
    return this;
  }

  FakeServer seen(Survey survey) {
    answers.add(survey);
    return this;
  }

  FakeServer gone() {
    answers.add(new SourceException("The server is gone.", new SQLException("gone", "08006")));
    return this;
  }

  FakeServer refused(String state) {
    answers.add(new SourceException("The server says no.", new SQLException("no", state)));
    return this;
  }

  @Override
  public String name(ServerAddress address) {
    return "db/shop as advisor";
  }

  @Override
  public Survey survey(ServerAddress address, Progress progress) throws SourceException {
    asked.add(address);
    return switch (answers.removeFirst()) {
      case Survey survey -> survey;
      case SourceException failure -> throw failure;
      default -> throw new AssertionError();
    };
  }

  @Override
  public Runnable in(Duration time, Runnable action) {
    var set = new Set(time, action);
    alarms.add(set);
    return () -> alarms.remove(set);
  }

  /// How long the only alarm waits.
  Duration alarm() {
    if (alarms.size() != 1) {
      throw new AssertionError("alarms: " + alarms);
    }
    return alarms.getFirst().time();
  }

  boolean hasAlarm() {
    return !alarms.isEmpty();
  }

  void ring() {
    alarms.removeFirst().action().run();
  }

  List<ServerAddress> asked() {
    return asked;
  }
}
