package org.vacuumadvisor.source.log.message;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.vacuumadvisor.model.history.Cpu;
import org.vacuumadvisor.model.history.IndexWork;
import org.vacuumadvisor.source.log.template.Hole;
import org.vacuumadvisor.source.log.template.Match;

/// What is known so far about one index of a run.
final class IndexDraft {
  private final String name;
  private final List<IndexWork.Scan> scans = new ArrayList<>(0);
  private @Nullable Long pages;
  private @Nullable Long rows;
  private @Nullable Long rowsRemoved;
  private @Nullable Long newlyDeleted;
  private @Nullable Long deleted;
  private @Nullable Long reusable;
  private @Nullable Cpu cpu;

  IndexDraft(String name) {
    this.name = name;
  }

  String name() {
    return name;
  }

  void scanned(long rowVersions) {
    scans.add(new IndexWork.Scan(rowVersions, null));
  }

  void scanCost(Cpu cost) {
    var last = scans.removeLast();
    scans.add(new IndexWork.Scan(last.rowVersions(), cost));
  }

  void cost(Cpu cost) {
    cpu = cost;
  }

  /// Takes what a line says about it.
  void add(Match match) {
    pages = later(match, Hole.INDEX_PAGES, pages);
    rows = later(match, Hole.INDEX_ROWS, rows);
    rowsRemoved = later(match, Hole.INDEX_ROWS_REMOVED, rowsRemoved);
    newlyDeleted = later(match, Hole.INDEX_PAGES_NEWLY_DELETED, newlyDeleted);
    deleted = later(match, Hole.INDEX_PAGES_DELETED, deleted);
    reusable = later(match, Hole.INDEX_PAGES_REUSABLE, reusable);
  }

  /// Takes what another draft knows of the same index.
  void absorb(IndexDraft other) {
    scans.addAll(other.scans);
    pages = other.pages == null ? pages : other.pages;
    rows = other.rows == null ? rows : other.rows;
    rowsRemoved = other.rowsRemoved == null ? rowsRemoved : other.rowsRemoved;
    newlyDeleted = other.newlyDeleted == null ? newlyDeleted : other.newlyDeleted;
    deleted = other.deleted == null ? deleted : other.deleted;
    reusable = other.reusable == null ? reusable : other.reusable;
    cpu = other.cpu == null ? cpu : other.cpu;
  }

  IndexWork finish() {
    return new IndexWork(
        name, pages, rows, rowsRemoved, newlyDeleted, deleted, reusable, cpu, scans);
  }

  private static @Nullable Long later(Match match, Hole hole, @Nullable Long before) {
    return match.has(hole) ? (Long) match.count(hole) : before;
  }
}
