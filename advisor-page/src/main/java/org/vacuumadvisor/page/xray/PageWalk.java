package org.vacuumadvisor.page.xray;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.vacuumadvisor.page.CompactionMethod;
import org.vacuumadvisor.page.HeapPage;
import org.vacuumadvisor.page.LpState;
import org.vacuumadvisor.page.prune.PagePruner;
import org.vacuumadvisor.page.prune.SecondPass;
import org.vacuumadvisor.postgres.Release;

/// What a VACUUM does to one page, step by step: it prunes, compacts, and after the indexes are
/// cleaned frees the dead line pointers. The pages before and after come from [PagePruner] and
/// [SecondPass] at work on copies; the steps in between tell in which order tuples move.
///
/// No snapshot holds anything back, and what the tuples do not tell about their transactions counts
/// as not over.
public final class PageWalk {
  private final PageXray before;
  private final PageXray pruned;
  private final PageXray swept;
  private final List<Deed> deeds = new ArrayList<>();

  /// For each line pointer the step in which its tuple comes to its new place.
  private final Map<Integer, Integer> moved = new HashMap<>();

  /// The step that sets aside what moves; behind the end if there is none.
  private int aside = Integer.MAX_VALUE;

  /// What is done in a step.
  public sealed interface Deed {
    /// Nothing yet.
    record AsItIs() implements Deed {}

    /// Line pointers lose their dead tuples.
    ///
    /// @param redirected now lead to the rest of a HOT chain
    /// @param dead wait until no index names them
    /// @param unused are free at once, since no index ever named them
    /// @param bytes that the tuples took
    record Pruned(int redirected, int dead, int unused, long bytes) implements Deed {}

    /// All tuples that have to move are copied to a scratch page.
    record SetAside(int tuples, int bytes) implements Deed {}

    /// Tuples come to their new place with one copy.
    ///
    /// @param pointers their line pointers; they are neighbours before and after
    /// @param from the first byte before
    /// @param to the first byte after
    record Moved(List<Integer> pointers, int from, int to, int bytes) implements Deed {
      public Moved {
        pointers = List.copyOf(pointers);
      }
    }

    /// The free space is in one piece.
    record Compacted(int free) implements Deed {}

    /// No index names the dead line pointers any more: they become unused.
    record Swept(int pointers, int cutOff) implements Deed {}
  }

  private PageWalk(PageXray before, PageXray pruned, PageXray swept) {
    this.before = before;
    this.pruned = pruned;
    this.swept = swept;
  }

  /// Walks through the vacuum of a page, which stays as it is.
  ///
  /// @throws org.vacuumadvisor.page.CorruptPageException if the page cannot be relied on
  public static PageWalk of(PageXray xray, CompactionMethod method) {
    var release = release(method);
    int size = xray.page().size();
    var page = copy(xray.page());
    var removed = PagePruner.of(release, method, size).prune(page, Hindsight.of(xray));
    var pruned = PageXray.of(page, xray.block());
    var clean = copy(page);
    int freed = SecondPass.of(release, size).vacuum(clean);
    var walk = new PageWalk(xray, pruned, PageXray.of(clean, xray.block()));
    walk.deeds.add(new Deed.AsItIs());
    if (removed.isAny()) {
      long bytes = occupied(xray) - occupied(pruned);
      walk.deeds.add(
          new Deed.Pruned(removed.redirected(), removed.dead(), removed.unused(), bytes));
      walk.move(method);
      walk.deeds.add(new Deed.Compacted(page.exactFreeSpace()));
    }
    if (freed > 0) {
      walk.deeds.add(new Deed.Swept(freed, page.linePointers() - clean.linePointers()));
    }
    return walk;
  }

  /// The newest whose servers do it that way; of our own way the newest of all.
  private static Release release(CompactionMethod method) {
    return Arrays.stream(Release.values())
        .filter(each -> CompactionMethod.of(each) == method)
        .max(Comparator.naturalOrder())
        .orElse(Release.newest());
  }

  /// What is done, in order; the first is nothing.
  public List<Deed> deeds() {
    return List.copyOf(deeds);
  }

  /// The page after all of it.
  public PageXray after() {
    return swept;
  }

  /// The page after a step.
  ///
  /// @param step an index of [#deeds]
  public List<Stretch> picture(int step) {
    return switch (deeds.get(step)) {
      case Deed.AsItIs _ -> before.picture();
      case Deed.Compacted _ -> pruned.picture();
      case Deed.Swept _ -> swept.picture();
      case Deed.Pruned _, Deed.SetAside _, Deed.Moved _ -> between(step);
    };
  }

  /// The line pointers after a step, and their tuples; of those that are on their way, where they
  /// are going.
  ///
  /// @param step an index of [#deeds]
  public List<Item> items(int step) {
    return switch (deeds.get(step)) {
      case Deed.AsItIs _ -> before.items();
      case Deed.Pruned _, Deed.SetAside _, Deed.Moved _, Deed.Compacted _ -> pruned.items();
      case Deed.Swept _ -> swept.items();
    };
  }

  /// A tuple on its way.
  private record Traveller(int number, int from, int to, int length, Stretch.Kind kind) {
    static Traveller of(Item.Row row, HeapPage before) {
      return new Traveller(
          row.number(),
          before.linePointer(row.number()).offset(),
          row.tuple().offset(),
          row.tuple().length(),
          PageXray.kind(row.state()));
    }

    boolean moves() {
      return from != to;
    }

    int room() {
      return length + 7 & ~7;
    }
  }

  private List<Stretch> between(int step) {
    var picture = new Picture(before.page().size());
    pruned.items().forEach(item -> picture.pointer(PageXray.kind(item), item.number()));
    picture.free(before.page().upper());
    record Placed(Traveller tuple, int at) {}
    travellers().stream()
        .filter(each -> step < aside || !each.moves() || isMoved(each, step))
        .map(each -> new Placed(each, isMoved(each, step) ? each.to() : each.from()))
        .sorted(Comparator.comparingInt(Placed::at))
        .forEach(each ->
            picture.tuple(
                each.tuple().kind(), each.at(), each.tuple().length(), each.tuple().number()));
    return picture.finished(before.page().special());
  }

  private boolean isMoved(Traveller tuple, int step) {
    return moved.getOrDefault(tuple.number(), Integer.MAX_VALUE) <= step;
  }

  private List<Traveller> travellers() {
    return pruned.items().stream()
        .filter(Item.Row.class::isInstance)
        .map(item -> Traveller.of((Item.Row) item, before.page()))
        .toList();
  }

  private void move(CompactionMethod method) {
    var inOrder = travellers();
    var moving = inOrder.stream().filter(Traveller::moves).toList();
    if (moving.isEmpty()) {
      return;
    }
    switch (method) {
      case SORTED ->
          moving.stream()
              .sorted(Comparator.comparingInt(Traveller::from).reversed())
              .forEach(each -> move(List.of(each)));
      case SORT_FREE -> {
        setAsideIfShuffled(inOrder, moving);
        runs(moving).forEach(this::move);
      }
      case STRIDE -> {
        setAside(moving);
        move(moving);
      }
    }
  }

  /// Tuples that lie in the order of their line pointers move in place.
  private void setAsideIfShuffled(List<Traveller> inOrder, List<Traveller> moving) {
    for (int at = 1; at < inOrder.size(); at++) {
      if (inOrder.get(at).from() > inOrder.get(at - 1).from()) {
        setAside(moving);
        return;
      }
    }
  }

  private void setAside(List<Traveller> moving) {
    aside = deeds.size();
    deeds.add(new Deed.SetAside(moving.size(), room(moving)));
  }

  private void move(List<Traveller> run) {
    run.forEach(each -> moved.put(each.number(), deeds.size()));
    deeds.add(
        new Deed.Moved(
            run.stream().map(Traveller::number).toList(),
            run.stream().mapToInt(Traveller::from).min().orElseThrow(),
            run.stream().mapToInt(Traveller::to).min().orElseThrow(),
            room(run)));
  }

  /// Neighbours that move by the same distance, in the order of their line pointers.
  private static List<List<Traveller>> runs(List<Traveller> moving) {
    var runs = new ArrayList<List<Traveller>>();
    for (var each : moving) {
      var last = runs.isEmpty() ? null : runs.getLast().getLast();
      if (last != null && each.from() + each.room() == last.from()) {
        runs.getLast().add(each);
      } else {
        runs.add(new ArrayList<>(List.of(each)));
      }
    }
    return runs;
  }

  private static int room(List<Traveller> tuples) {
    return tuples.stream().mapToInt(Traveller::room).sum();
  }

  private static long occupied(PageXray xray) {
    return xray.items().stream()
        .filter(item -> xray.page().linePointer(item.number()).state() == LpState.LP_NORMAL)
        .mapToLong(item -> xray.page().linePointer(item.number()).length() + 7 & ~7)
        .sum();
  }

  private static HeapPage copy(HeapPage page) {
    return HeapPage.of(page.bytes().clone());
  }
}
