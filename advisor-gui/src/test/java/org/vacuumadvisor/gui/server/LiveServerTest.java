package org.vacuumadvisor.gui.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.vacuumadvisor.advice.Assessment;
import org.vacuumadvisor.gui.ServerGiven;
import org.vacuumadvisor.gui.server.LiveServer.LinkState;
import org.vacuumadvisor.gui.server.Surveyor.ServerAddress;
import org.vacuumadvisor.gui.work.Background;
import org.vacuumadvisor.model.TableKeys;
import org.vacuumadvisor.source.jdbc.Databases;

class LiveServerTest {
  private static final ServerAddress SHOP =
      new ServerAddress("service=shop", Databases.CURRENT, Optional.empty());

  private final FakeServer server = new FakeServer();
  private final List<Assessment> told = new ArrayList<>();
  private final LiveServer live =
      new LiveServer(
          server,
          new Background(Runnable::run, Runnable::run),
          server,
          InstantSource.fixed(ServerGiven.NOW),
          UnaryOperator.identity(),
          seen -> told.add(seen.assessment()));

  @Test
  void judgesWhatItSeesAndLooksAgainAfterAWhile() {
    server.seen(0, 7);

    live.connect(SHOP);

    assertEquals(new LinkState.Watching("db/shop as advisor", ServerGiven.NOW), live.state.get());
    assertEquals(7, dead());
    assertEquals(1, told.size());
  }

  @Test
  void looksASecondTimeSoonAndThenAsOftenAsWanted() {
    server.seen(0, 7).seen(10, 8);

    live.connect(SHOP);
    assertEquals(Duration.ofSeconds(10), server.alarm());
    server.ring();

    assertEquals(Duration.ofSeconds(30), server.alarm());
  }

  @Test
  void judgesWhatHappenedBetweenTwoLooks() {
    server.seen(0, 7).seen(90, 8);

    live.connect(SHOP);
    server.ring();

    assertEquals(8, dead());
    assertEquals(Optional.of(Duration.ofSeconds(90)), seen().evidence().window());
  }

  @Test
  void widensAWindowThatIsTooShortToTellRates() {
    for (int at = 0; at <= 80; at += 20) {
      server.seen(at, 7);
    }

    live.connect(SHOP);
    for (int at = 0; at < 4; at++) {
      server.ring();
    }

    assertEquals(Optional.of(Duration.ofMinutes(1)), seen().evidence().window());
  }

  @Test
  void beginsAnewOnAnotherServerAtTheSameAddress() {
    server
        .seen(0, 7)
        .seen(
            new ServerGiven()
                .startedBefore(Duration.ofDays(2))
                .after(Duration.ofSeconds(90))
                .table("orders", 8)
                .survey());

    live.connect(SHOP);
    server.ring();

    assertEquals(Optional.empty(), seen().evidence().window());
  }

  @Test
  void keepsWhatItSawLastWhenTheServerIsGoneAndTriesEverMoreSeldom() {
    server.seen(0, 7);
    for (int at = 0; at < 8; at++) {
      server.gone();
    }

    live.connect(SHOP);
    var waits = new ArrayList<Long>();
    for (int at = 0; at < 8; at++) {
      server.ring();
      waits.add(server.alarm().toSeconds());
    }

    assertEquals(List.of(2L, 4L, 8L, 16L, 32L, 60L, 60L, 60L), waits);
    var lost = assertInstanceOf(LinkState.Lost.class, live.state.get());
    assertEquals("The server is gone.", lost.sentence());
    assertEquals(7, dead());
  }

  @Test
  void goesOnAsBeforeWhenTheServerIsBack() {
    server.seen(0, 7).gone().seen(90, 8).gone();

    live.connect(SHOP);
    server.ring();
    server.ring();

    assertInstanceOf(LinkState.Watching.class, live.state.get());
    assertEquals(8, dead());
    assertEquals(Duration.ofSeconds(30), server.alarm());
    server.ring();
    assertEquals(Duration.ofSeconds(2), server.alarm());
  }

  @Test
  void asksForAPasswordInsteadOfTryingAWrongOneAgain() {
    server.refused("28P01").seen(0, 7);

    live.connect(SHOP);

    var asks = assertInstanceOf(LinkState.PasswordNeeded.class, live.state.get());
    assertEquals("The server says no.", asks.sentence());
    assertFalse(server.hasAlarm());

    live.connect(new ServerAddress(SHOP.conninfo(), SHOP.databases(), Optional.of("s3cret")));

    assertInstanceOf(LinkState.Watching.class, live.state.get());
    assertEquals(Optional.of("s3cret"), server.asked().getLast().password());
  }

  @Test
  void doesNotTryAgainWhereTheServerSaidNo() {
    server.seen(0, 7).refused("42501");

    live.connect(SHOP);
    server.ring();

    var lost = assertInstanceOf(LinkState.Lost.class, live.state.get());
    assertEquals(Duration.ZERO, lost.retryIn());
    assertFalse(server.hasAlarm());
  }

  @Test
  void saysWhyTheFirstLookFailedAndWaitsForAPerson() {
    server.gone();

    live.connect(SHOP);

    assertEquals(new LinkState.Failed("The server is gone."), live.state.get());
    assertFalse(server.hasAlarm());
    assertEquals(Optional.empty(), live.opened.get());
  }

  @Test
  void looksOnlyWhenToldToByHand() {
    server.seen(0, 7).seen(90, 8);
    live.interval.set(Duration.ZERO);

    live.connect(SHOP);

    assertFalse(server.hasAlarm());
    live.refresh();
    assertEquals(8, dead());
  }

  @Test
  void changesTheIntervalAtOnce() {
    server.seen(0, 7).seen(10, 8);
    live.connect(SHOP);
    server.ring();

    live.interval.set(Duration.ofMinutes(5));

    assertEquals(Duration.ofMinutes(5), server.alarm());
  }

  @Test
  void leavesNothingBehind() {
    server.seen(0, 7);
    live.connect(SHOP);

    live.disconnect();

    assertEquals(new LinkState.Disconnected(), live.state.get());
    assertFalse(server.hasAlarm());
    assertTrue(live.opened.get().isEmpty());
  }

  private Assessment seen() {
    return live.opened.get().orElseThrow().assessment();
  }

  private long dead() {
    return seen()
        .evidence()
        .survey()
        .relations()
        .getFirst()
        .get(TableKeys.N_DEAD_TUP)
        .known()
        .orElseThrow();
  }
}
