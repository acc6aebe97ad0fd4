package org.vacuumadvisor.diagnosis;

import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;
import org.vacuumadvisor.action.Harm;
import org.vacuumadvisor.evidence.Question;
import org.vacuumadvisor.model.Backend;
import org.vacuumadvisor.model.HorizonHolder;
import org.vacuumadvisor.model.Index;
import org.vacuumadvisor.model.Relation;
import org.vacuumadvisor.postgres.Setting;
import org.vacuumadvisor.postgres.Wraparound;
import org.vacuumadvisor.unit.Bytes;
import org.vacuumadvisor.unit.Texts;
import org.vacuumadvisor.unit.XidAge;

/// What would help against a finding, said without SQL: which statement it takes on this release at
/// this provider, what it costs and how to undo it is known to `advice`.
public sealed interface Remedy {

  /// The session that it ends.
  default Optional<Backend> ended() {
    return switch (this) {
      case EndSession end -> Optional.of(end.session.backend());
      case EndBlocker end -> Optional.of(end.blocker);
      default -> Optional.empty();
    };
  }

  /// What makes somebody let the horizon go; whether it may be done is for
  /// [org.vacuumadvisor.action.Preconditions] to say.
  sealed interface OfHorizon extends Remedy {
    /// Who holds it; empty where nobody knows.
    default Optional<HorizonHolder> holder() {
      return switch (this) {
        case EndSession(var session, _) -> Optional.of(session);
        case FinishPrepared(var transaction) -> Optional.of(transaction);
        case DropSlot(var slot) -> Optional.of(slot);
        case CatchUp(var slot) -> Optional.of(slot);
        case RelieveStandby(var standby, _, _) -> Optional.of(standby);
        case FindHolder _ -> Optional.empty();
      };
    }
  }

  /// End a session that holds the horizon, or let it end.
  ///
  /// @param harm what shows that it does harm
  record EndSession(HorizonHolder.Session session, Harm harm) implements OfHorizon {}

  /// Finish a prepared transaction.
  record FinishPrepared(HorizonHolder.PreparedTransaction transaction) implements OfHorizon {}

  /// Drop a replication slot nobody needs.
  record DropSlot(HorizonHolder.Slot slot) implements OfHorizon {}

  /// Help the consumer of a replication slot to catch up.
  record CatchUp(HorizonHolder.Slot slot) implements OfHorizon {}

  /// Look after a standby whose queries hold the horizon.
  ///
  /// @param lag how far it replays behind, where it does: then it has to catch up
  record RelieveStandby(HorizonHolder standby, String name, Optional<Duration> lag)
      implements OfHorizon {}

  /// Find out who holds the horizon.
  ///
  /// @param database whose tables are held; empty if that is not known
  /// @param relation the only one that is held, as far as is known
  /// @param cutoff the transaction ID at which vacuums ended, where a log tells it
  record FindHolder(Optional<String> database, Optional<Relation> relation, Optional<Long> cutoff)
      implements OfHorizon {}

  /// What opens a queue of sessions that wait for a lock.
  sealed interface OfLock extends Remedy {}

  /// End a session that keeps others waiting, or let it end.
  ///
  /// @param what whom it keeps waiting, in words: "the vacuum of public.orders"
  record EndBlocker(Backend blocker, String what) implements OfLock {}

  /// Cancel a statement that waits, and that others wait behind.
  ///
  /// @param what it waits for, in words
  record CancelWaiter(Backend waiter, String what) implements OfLock {}

  /// Set settings so that a goal is reached: which, and to which values, is for `advice` to find.
  ///
  /// @param subject whose figure the goal is about
  /// @param setting the one that decides it most, as the server has it or as a storage parameter
  record Tune(Subject subject, Setting setting, Goal goal) implements Remedy {
    /// The same about the server.
    public Tune(Setting setting, Goal goal) {
      this(new Subject.Cluster(), setting, goal);
    }

    /// The same about a table.
    public Tune(Relation relation, Setting setting, Goal goal) {
      this(new Subject.OfRelation(relation), setting, goal);
    }
  }

  /// What is done to one table.
  sealed interface OfTable extends Remedy {
    Relation relation();
  }

  /// Give storage parameters of a table back to the server's settings.
  record ResetTable(Relation relation, SortedSet<String> parameters) implements OfTable {
    public ResetTable {
      parameters = Collections.unmodifiableSortedSet(new TreeSet<>(parameters));
    }

    public ResetTable(Relation relation, String... parameters) {
      this(relation, new TreeSet<>(List.of(parameters)));
    }
  }

  /// Vacuum a table now.
  ///
  /// @param options `FREEZE`, `ANALYZE`, …: as they stand in the parentheses of VACUUM
  record VacuumNow(Relation relation, List<String> options) implements OfTable {
    public VacuumNow {
      options = List.copyOf(options);
    }

    public VacuumNow(Relation relation, String... options) {
      this(relation, List.of(options));
    }
  }

  /// Freeze what is oldest in databases.
  ///
  /// @param databases where somebody can connect, at least one, the oldest first
  /// @param ids of which kind their IDs are too old
  /// @param least the age from which on a table is worth it
  /// @param areIdsRefused whether the server assigns no more of them
  record FreezeDatabases(
      List<String> databases, Wraparound ids, XidAge least, boolean areIdsRefused)
      implements Remedy {
    public FreezeDatabases {
      databases = List.copyOf(databases);
    }
  }

  /// Analyze one table now: for a partitioned one, the whole of it.
  record AnalyzeNow(Relation relation) implements OfTable {}

  /// Analyze a whole database now, so that the server knows its tables again.
  record AnalyzeDatabase(String database) implements Remedy {}

  /// What is done to nothing, and speaks for itself: it asks, says or loads.
  sealed interface OfNothing extends Remedy {}

  /// Show a figure that pasted ones lack.
  record Ask(Question question) implements OfNothing {}

  /// Write a table anew, without its free space.
  ///
  /// @param needed the most that its rows need, without indexes
  record RewriteTable(Relation relation, Effect effect, Bytes needed) implements OfTable {}

  /// Build an index anew.
  ///
  /// @param needed the most that its keys need
  record RebuildIndex(Relation relation, Index index, Effect effect, Bytes needed)
      implements OfTable {}

  /// Let the server read its configuration, which has what it does not go by yet.
  record Reload() implements OfNothing {}

  /// Ask the server what the evidence at hand does not show.
  ///
  /// @param what a sentence in the imperative, without a full stop
  /// @param question one that reads views alone
  /// @param database where to ask; empty if any will do
  record Inquire(String what, Question question, Optional<String> database) implements OfNothing {}

  /// Something to do that is no SQL on this server.
  ///
  /// @param form what to do, in the imperative, with a place for each name
  /// @param more what to know besides, in sentences; empty where that is nothing
  record Act(String form, List<Object> names, String more) implements OfNothing {
    private static final Texts DEEDS = Texts.beside(Remedy.class, "deeds.txt", "more");

    public Act {
      names = List.copyOf(names);
    }

    public Act(String form, Object... names) {
      this(form, List.of(names), "");
    }

    /// What the text of that name says, with the names in its places.
    public static Act said(String name, Object... names) {
      var text = DEEDS.named(name);
      var more = text.first("more").map(each -> Texts.filled(each, names)).orElse("");
      return new Act(text.sentences(), List.of(names), more);
    }

    public Act besides(String sentences) {
      return new Act(form, names, sentences);
    }

    public String what() {
      return Texts.filled(form, names.toArray());
    }
  }
}
