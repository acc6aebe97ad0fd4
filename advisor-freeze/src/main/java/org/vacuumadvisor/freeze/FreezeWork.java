package org.vacuumadvisor.freeze;

import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.vacuumadvisor.model.Relation;
import org.vacuumadvisor.model.Survey;
import org.vacuumadvisor.model.TableKeys;
import org.vacuumadvisor.postgres.AutovacuumOptions;
import org.vacuumadvisor.postgres.CostModel;
import org.vacuumadvisor.postgres.DeadRowMemory;
import org.vacuumadvisor.postgres.Feature;
import org.vacuumadvisor.unit.Bytes;
import org.vacuumadvisor.unit.Pages;
import org.vacuumadvisor.unit.Share;

/// What freezing a table takes, its TOAST table included: at most, for nobody counts what pages
/// hold.
///
/// @param heap pages that are not known to be frozen, all to be read and written
/// @param index pages of indexes to be read, if dead rows make a scan of them necessary
/// @param isCounted whether frozen pages were left out: `relallfrozen`, since 18
/// @param byHand by `vacuumdb`, one connection
/// @param byForce by autovacuum, with its cost limit for itself
public record FreezeWork(
    Pages heap, Pages index, boolean isCounted, int blockSize, Duration byHand, Duration byForce) {
  private static final FreezeWork NONE =
      new FreezeWork(Pages.NONE, Pages.NONE, true, 0, Duration.ZERO, Duration.ZERO);

  /// That of all these tables, one after the other.
  public static FreezeWork of(Stream<TableOutlook> tables) {
    return tables.map(TableOutlook::work).reduce(NONE, FreezeWork::plus);
  }

  private FreezeWork plus(FreezeWork other) {
    return new FreezeWork(
        heap.plus(other.heap),
        index.plus(other.index),
        isCounted && other.isCounted,
        Math.max(blockSize, other.blockSize),
        byHand.plus(other.byHand),
        byForce.plus(other.byForce));
  }

  /// Of tables and indexes.
  public Bytes reads() {
    return heap.plus(index).bytes(blockSize);
  }

  /// Each page is written once.
  public Bytes writes() {
    return heap.bytes(blockSize);
  }

  /// Each page may go to the WAL as a whole, once after each checkpoint (`full_page_writes`).
  public Bytes wal() {
    return heap.bytes(blockSize);
  }

  /// The part of its reading that is for indexes.
  public Share indexShare() {
    return index.of(heap.plus(index));
  }

  /// Estimates what freezing takes: reading and writing at the speed of the disks, and on top the
  /// time that a cost limit makes it sleep.
  public static final class Effort {
    /// `BYPASS_THRESHOLD_PAGES`: indexes are passed by when fewer pages have dead rows.
    private static final double BYPASS = 0.02;

    private final Survey survey;
    private final Bytes diskPerSecond;
    private final CostModel manual;

    /// How long work takes on this server.
    ///
    /// @param diskPerSecond what the disks read and write at
    public Effort(Survey survey, Bytes diskPerSecond) {
      this.survey = survey;
      this.diskPerSecond = diskPerSecond;
      this.manual = CostModel.ofManualVacuum(survey.settings());
    }

    /// Of a table and what belongs to it.
    FreezeWork of(List<Relation> family, AutovacuumOptions options) {
      long heap = 0;
      long index = 0;
      boolean isCounted = true;
      for (var each : family) {
        heap += each.unfrozenPages().or(Pages.NONE).count();
        index += indexPages(each);
        isCounted &= each.get(TableKeys.RELALLFROZEN).isKnown();
      }
      return new FreezeWork(
          new Pages(heap),
          new Pages(index),
          isCounted,
          survey.server().blockSize(),
          time(heap, index, manual),
          time(heap, index, CostModel.of(survey.settings(), options)));
    }

    private long indexPages(Relation relation) {
      long pages = relation.indexes().stream().mapToLong(each -> each.pages().count()).sum();
      var all = relation.heapPages().or(Pages.NONE);
      var dead = relation.get(TableKeys.N_DEAD_TUP).known();
      if (dead.isEmpty()) {
        return pages;
      }
      boolean isBypassed =
          dead.get() == 0
              || (Feature.INDEX_SCAN_BYPASS.isIn(survey.server().release())
                  && (double) Math.min(dead.get(), all.count()) < BYPASS * (double) all.count());
      return isBypassed ? 0 : pages * passes(dead.get(), all);
    }

    private long passes(long dead, Pages heap) {
      var memory =
          new DeadRowMemory(
              survey.server().release(), survey.settings().maintenanceWorkMem().value());
      return Math.max(1, memory.passes(dead, heap, survey.server().blockSize()).orElse(1L));
    }

    private Duration time(long heap, long index, CostModel cost) {
      double bytes = (double) (heap * 2 + index) * survey.server().blockSize();
      double disk = bytes / diskPerSecond.count();
      double asleep = cost.secondsAsleep(0, heap + index, heap);
      return Duration.ofMillis(Math.round(1000 * (disk + asleep)));
    }
  }
}
