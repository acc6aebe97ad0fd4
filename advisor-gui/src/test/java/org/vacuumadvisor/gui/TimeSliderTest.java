package org.vacuumadvisor.gui;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Stream;
import javafx.scene.control.Slider;
import org.junit.jupiter.api.Test;
import org.vacuumadvisor.Advisor;
import org.vacuumadvisor.gui.screen.Place;
import org.vacuumadvisor.gui.work.Origin;
import org.vacuumadvisor.gui.work.Workbench.Opened;
import org.vacuumadvisor.gui.work.Workbench.Past;
import org.vacuumadvisor.report.Words;

/// All screens show the server as of the moment that is chosen.
class TimeSliderTest {
  private static final List<Instant> MOMENTS =
      Stream.of(3, 2, 1).map(each -> ServerGiven.NOW.minus(Duration.ofDays(each))).toList();
  private static final Instant BAD = MOMENTS.getFirst();

  @Test
  void opensTheServerAsOfAMomentAndAsItIsNow() throws Exception {
    try (var window = Windows.open()) {
      var now = opened(new Origin.Connected("db1"), 3);
      window.go(Place.TABLES);
      window.with(_ -> window.workbench().open(now));
      assertTrue(Toolkit.in(() -> slider(window).isEmpty()));

      window.with(_ -> window.workbench().past.set(Optional.of(past(window, now))));
      assertEquals(3, Toolkit.in(() -> slider(window).orElseThrow().getValue()));
      window.with(_ -> slider(window).orElseThrow().setValue(1));
      Toolkit.await(() -> says(window, "public.past"));
      assertEquals(
          new Origin.Archived("db1", MOMENTS.get(1)),
          Toolkit.in(() -> window.workbench().opened().orElseThrow().origin()));
      assertEquals(1, Toolkit.in(() -> slider(window).orElseThrow().getValue()));

      window.with(_ -> slider(window).orElseThrow().setValue(3));
      Toolkit.await(() -> says(window, "public.orders"));
    }
  }

  @Test
  void saysNowOnlyOfAServerThatAnswers() throws Exception {
    try (var window = Windows.open()) {
      var now = openWithPast(window);
      assertTrue(Toolkit.in(() -> says(window, Words.moment(ServerGiven.NOW))));

      window.with(_ -> window.workbench().watched.set(Optional.of(now.origin())));
      assertTrue(Toolkit.in(() -> says(window, "now")));

      window.with(_ -> window.workbench().watched.set(Optional.empty()));
      assertTrue(Toolkit.in(() -> says(window, Words.moment(ServerGiven.NOW))));
    }
  }

  @Test
  void endsAtTheArchiveWhereAnotherServerHasTakenThePlace() throws Exception {
    try (var window = Windows.open()) {
      openWithPast(window);
      window.with(_ -> slider(window).orElseThrow().setValue(2));
      Toolkit.await(
          () -> window.workbench().opened().orElseThrow().origin() instanceof Origin.Archived);

      window.with(_ -> window.workbench().keep(opened(new Origin.Connected("db2"), 3)));
      assertEquals(2, Toolkit.in(() -> slider(window).orElseThrow().getMax()));
      assertTrue(Toolkit.in(() -> says(window, Words.moment(MOMENTS.getLast()))));
    }
  }

  @Test
  void goesBackFromAMomentThatCannotBeJudged() throws Exception {
    try (var window = Windows.open()) {
      var now = openWithPast(window);
      window.with(_ -> slider(window).orElseThrow().setValue(0));
      Toolkit.await(
          () -> says(window, "Not as of %s: It was another server.".formatted(Words.moment(BAD))));
      assertEquals(3, Toolkit.in(() -> slider(window).orElseThrow().getValue()));
      assertEquals(Optional.of(now), Toolkit.in(() -> window.workbench().opened()));
    }
  }

  @Test
  void isGoneWhereATextIsShown() throws Exception {
    try (var window = Windows.open()) {
      openWithPast(window);
      assertTrue(Toolkit.in(() -> slider(window).isPresent()));

      window.with(_ -> window.workbench().open(opened(new Origin.Pasted(), 3)));
      assertTrue(Toolkit.in(() -> slider(window).isEmpty()));
    }
  }

  /// Opens a server that an archive tells of.
  private static Opened openWithPast(Windows window) throws Exception {
    var now = opened(new Origin.Connected("db1"), 3);
    window.with(_ -> window.workbench().open(now));
    window.with(_ -> window.workbench().past.set(Optional.of(past(window, now))));
    return now;
  }

  private static Past past(Windows window, Opened now) {
    return new Past() {
      @Override
      public List<Instant> moments() {
        return MOMENTS;
      }

      @Override
      public boolean isOf(Origin origin) {
        return origin.isSame(now.origin());
      }

      @Override
      public void look(Optional<Instant> then, Consumer<String> failed) {
        if (then.equals(Optional.of(BAD))) {
          failed.accept("It was another server.");
        } else {
          window
              .workbench()
              .open(
                  then.map(at ->
                          new Opened(
                              new Origin.Archived("db1", at),
                              Advisor.assess(new ServerGiven().table("past", 3).survey()),
                              at))
                      .orElse(now));
        }
      }
    };
  }

  private static Opened opened(Origin origin, long dead) {
    return new Opened(
        origin, Advisor.assess(new ServerGiven().table("orders", dead).survey()), ServerGiven.NOW);
  }

  private static Optional<Slider> slider(Windows window) {
    return Toolkit.first(
        window.scene().getRoot(),
        Slider.class,
        each ->
            "As of when the server is shown".equals(each.getAccessibleText())
                && each.getParent().isVisible());
  }

  private static boolean says(Windows window, String text) {
    return Toolkit.words(window.scene().getRoot()).contains(text);
  }
}
