package org.vacuumadvisor.diagnosis.rule;

import java.time.Duration;
import java.util.List;
import org.vacuumadvisor.model.Backend;
import org.vacuumadvisor.model.Command;
import org.vacuumadvisor.model.HorizonHolder.PreparedTransaction;
import org.vacuumadvisor.model.HorizonHolder.Reach;
import org.vacuumadvisor.model.HorizonHolder.Session;
import org.vacuumadvisor.model.HorizonHolder.Slot;
import org.vacuumadvisor.model.HorizonHolder.Standby;
import org.vacuumadvisor.model.Reading;
import org.vacuumadvisor.model.Reading.Why;
import org.vacuumadvisor.model.Sender;
import org.vacuumadvisor.unit.Bytes;
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
    return session(client(42, application, state, open, inState), writer, age);
  }

  /// A process that holds the horizon in the database of [Given].
  public static Session session(Backend backend, boolean writer, long age) {
    Reading<Long> xid = Reading.of(Given.NEXT_XID - age);
    Reading<Long> none = Reading.missing(Why.NOT_APPLICABLE);
    return new Session(
        backend,
        Given.shop(),
        writer,
        writer ? xid : none,
        writer ? none : xid,
        Reading.of(new XidAge(age)));
  }

  /// A client of which everything is shown; it waits for nobody.
  public static Backend client(
      int pid, String application, String state, Duration open, Duration inState) {
    return new Backend(
        Reading.of(pid),
        Reading.of(Given.SHOP),
        Reading.of("shop"),
        Reading.of(application),
        Reading.missing(Why.NOT_APPLICABLE),
        Reading.of("client backend"),
        Reading.of(Given.NOW.minus(Duration.ofHours(5))),
        Reading.of(state),
        Reading.of(Given.NOW.minus(open)),
        Reading.missing(Why.NOT_COLLECTED),
        Reading.of(Given.NOW.minus(inState)),
        Reading.missing(Why.NOT_APPLICABLE),
        List.of(),
        Reading.missing(Why.NOT_APPLICABLE),
        Reading.of(Command.OTHER));
  }

  /// Another process of the server.
  public static Backend process(int pid, String type, String application, Duration open) {
    var client = client(pid, application, "active", open, open);
    return new Backend(
        client.pid(),
        client.database(),
        client.user(),
        client.application(),
        client.address(),
        Reading.of(type),
        client.started(),
        client.state(),
        client.transactionStart(),
        client.began(),
        client.stateSince(),
        client.waitsFor(),
        client.blockers(),
        client.waitsSince(),
        client.command());
  }

  /// The same client while it runs a command.
  public static Backend running(Backend client, Command command) {
    return with(client, client.waitsFor(), client.blockers(), Reading.of(command));
  }

  /// The same client while it waits for locks that others have.
  public static Backend waiting(Backend client, Integer... blockers) {
    return with(client, Reading.of("Lock"), List.of(blockers), client.command());
  }

  /// The same client while it sleeps for its cost limit.
  public static Backend sleeping(Backend client) {
    return with(client, Reading.of("Timeout"), client.blockers(), client.command());
  }

  private static Backend with(
      Backend client, Reading<String> waitsFor, List<Integer> blockers, Reading<Command> command) {
    return new Backend(
        client.pid(),
        client.database(),
        client.user(),
        client.application(),
        client.address(),
        client.type(),
        client.started(),
        client.state(),
        client.transactionStart(),
        client.began(),
        client.stateSince(),
        waitsFor,
        blockers,
        client.waitsSince(),
        command);
  }

  /// What an ordinary role sees of another's session.
  public static Backend hidden(int pid, String user) {
    Reading<String> text = Reading.missing(Why.NO_PRIVILEGE);
    return new Backend(
        Reading.of(pid),
        Reading.of(Given.SHOP),
        Reading.of(user),
        Reading.of("web"),
        text,
        text,
        Reading.missing(Why.NO_PRIVILEGE),
        text,
        Reading.missing(Why.NO_PRIVILEGE),
        Reading.missing(Why.NOT_COLLECTED),
        Reading.missing(Why.NO_PRIVILEGE),
        text,
        List.of(),
        Reading.missing(Why.NO_PRIVILEGE),
        Reading.missing(Why.NO_PRIVILEGE));
  }

  public static PreparedTransaction prepared(String gid, Duration open, long age) {
    return new PreparedTransaction(
        gid,
        "shop",
        Given.shop(),
        Reading.of(Given.NOW.minus(open)),
        Reading.of(Given.NEXT_XID - age),
        Reading.of(new XidAge(age)));
  }

  /// A slot of a standby with `hot_standby_feedback`.
  public static Slot slotOfStandby(String name, boolean active, long age) {
    return slot(name, "physical", active, new Reach.Everything(), age);
  }

  /// The same, of one that has a logical slot of its own.
  public static Slot logicalSlotOfStandby(String name, long age) {
    return slot(name, "physical", true, new Reach.Catalogs(Reading.of(Given.SHOP)), age);
  }

  public static Slot logicalSlot(String name, boolean active, long age) {
    return slot(name, "logical", active, new Reach.Catalogs(Reading.of(Given.SHOP)), age);
  }

  private static Slot slot(String name, String type, boolean active, Reach reach, long age) {
    return new Slot(
        name,
        type,
        type.equals("logical") ? Reading.of("pgoutput") : Reading.missing(Why.NOT_APPLICABLE),
        new Slot.Consumer(
            Reading.of(active),
            Reading.missing(Why.NOT_APPLICABLE),
            Reading.missing(Why.OLDER_SERVER)),
        new Slot.Wal(
            Reading.missing(Why.OLDER_SERVER),
            Reading.missing(Why.OLDER_SERVER),
            Reading.of(Bytes.ofGigabytes(3)),
            Reading.missing(Why.OLDER_SERVER),
            Reading.of(1L << 40),
            Reading.of((1L << 40) + Bytes.ofGigabytes(3).count())),
        false,
        false,
        reach,
        Reading.of(Given.NEXT_XID - age),
        Reading.of(new XidAge(age)));
  }

  /// The same slot, read by the process of [#sender] if by any, with so much yet to be confirmed.
  public static Slot confirmingAllBut(Bytes rest, Slot slot) {
    var wal = slot.wal();
    return new Slot(
        slot.name(),
        slot.type(),
        slot.plugin(),
        new Slot.Consumer(
            slot.consumer().active(),
            slot.active() ? Reading.of(77) : slot.consumer().pid(),
            slot.consumer().goneSince()),
        new Slot.Wal(
            wal.status(),
            wal.invalidation(),
            wal.retained(),
            wal.safe(),
            wal.restart(),
            wal.confirmed().map(all -> all - rest.count())),
        slot.synced(),
        slot.temporary(),
        slot.reach(),
        slot.xid(),
        slot.age());
  }

  /// The same slot without a consumer since so long, 17 and later.
  public static Slot goneSince(Slot slot, Duration ago) {
    return slot.goneSince(Reading.of(Given.NOW.minus(ago)));
  }

  /// The same slot, kept in step with one of the primary or not, 17 and later.
  public static Slot synced(Slot slot, boolean isSynced) {
    return new Slot(
        slot.name(),
        slot.type(),
        slot.plugin(),
        slot.consumer(),
        slot.wal(),
        isSynced,
        slot.temporary(),
        slot.reach(),
        slot.xid(),
        slot.age());
  }

  /// What sends WAL to a receiver that confirmed nothing so far.
  public static Sender sender(String application) {
    return new Sender(
        Reading.of(77),
        Reading.of(application),
        Reading.of("10.0.0.7"),
        Reading.of(Given.NOW.minus(Duration.ofHours(5))),
        Reading.missing(Why.NOT_APPLICABLE),
        Reading.missing(Why.NOT_APPLICABLE),
        Reading.missing(Why.NOT_APPLICABLE),
        Reading.missing(Why.NOT_APPLICABLE));
  }

  public static Standby standby(String application, long age) {
    return new Standby(
        sender(application),
        new Reach.Everything(),
        Reading.of(Given.NEXT_XID - age),
        Reading.of(new XidAge(age)));
  }
}
