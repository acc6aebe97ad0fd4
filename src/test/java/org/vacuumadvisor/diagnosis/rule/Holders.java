package org.vacuumadvisor.diagnosis.rule;

import java.time.Duration;
import org.vacuumadvisor.model.HorizonHolder.PreparedTransaction;
import org.vacuumadvisor.model.HorizonHolder.Reach;
import org.vacuumadvisor.model.HorizonHolder.Session;
import org.vacuumadvisor.model.HorizonHolder.Slot;
import org.vacuumadvisor.model.HorizonHolder.Standby;
import org.vacuumadvisor.model.Reading;
import org.vacuumadvisor.model.Reading.Why;
import org.vacuumadvisor.unit.XidAge;

/// Holders of the horizon made by hand.
public final class Holders {
  private Holders() {}

  /// A session that has written, in the database of [Given].
  public static Session writer(String state, Duration open, long age) {
    return session("web", state, open, open, true, age);
  }

  /// A session with a snapshot alone, whose state began `inState` ago.
  public static Session reader(String state, Duration open, Duration inState, long age) {
    return session("web", state, open, inState, false, age);
  }

  public static Session session(
      String application, String state, Duration open, Duration inState, boolean writer, long age) {
    return new Session(
        42,
        Given.shop(),
        "shop",
        application,
        Reading.of("client backend"),
        Reading.of(state),
        Reading.of(Given.NOW.minus(open)),
        Reading.of(Given.NOW.minus(inState)),
        writer,
        new XidAge(age));
  }

  public static PreparedTransaction prepared(String gid, Duration open, long age) {
    return new PreparedTransaction(
        gid, "shop", Given.shop(), Reading.of(Given.NOW.minus(open)), new XidAge(age));
  }

  /// A slot of a standby with `hot_standby_feedback`.
  public static Slot slotOfStandby(String name, boolean active, long age) {
    return slot(name, "physical", active, new Reach.Everything(), age);
  }

  public static Slot logicalSlot(String name, boolean active, long age) {
    return slot(name, "logical", active, new Reach.Catalogs(Reading.of(Given.SHOP)), age);
  }

  private static Slot slot(String name, String type, boolean active, Reach reach, long age) {
    return new Slot(
        name,
        type,
        active,
        reach,
        Reading.missing(Why.OLDER_SERVER),
        Reading.missing(Why.OLDER_SERVER),
        new XidAge(age));
  }

  public static Standby standby(String application, long age) {
    return new Standby(
        77, application, Reading.of("10.0.0.7"), new Reach.Everything(), new XidAge(age));
  }
}
