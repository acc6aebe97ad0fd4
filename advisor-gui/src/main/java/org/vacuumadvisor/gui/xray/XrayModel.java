package org.vacuumadvisor.gui.xray;

import static org.vacuumadvisor.unit.Quantities.counted;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import javafx.beans.property.ObjectProperty;
import javafx.beans.property.SimpleObjectProperty;
import javafx.beans.property.SimpleStringProperty;
import javafx.beans.property.StringProperty;
import org.jspecify.annotations.Nullable;
import org.vacuumadvisor.gui.work.Background;
import org.vacuumadvisor.gui.work.Background.Work;
import org.vacuumadvisor.page.CompactionMethod;
import org.vacuumadvisor.page.CorruptPageException;
import org.vacuumadvisor.page.PageCheck;
import org.vacuumadvisor.page.PageDefect;
import org.vacuumadvisor.page.xray.PageWalk;
import org.vacuumadvisor.page.xray.PageWalk.Deed;
import org.vacuumadvisor.page.xray.PageXray;
import org.vacuumadvisor.unit.Bytes;

/// What the X-ray screen shows: a table, one of its pages, and how far the vacuum of that page has
/// come. To be touched in the window's thread.
final class XrayModel {
  private final Background background;
  final ObjectProperty<Pages> pages;

  /// Empty before the first page was read.
  final ObjectProperty<Optional<Sight>> sight = new SimpleObjectProperty<>(Optional.empty());

  final ObjectProperty<CompactionMethod> method =
      new SimpleObjectProperty<>(CompactionMethod.SORT_FREE);

  /// What went wrong and what to do; empty if nothing did.
  final StringProperty error = new SimpleStringProperty("");

  private @Nullable Work reading;

  /// A page that is looked at.
  ///
  /// @param defects what is wrong with it
  /// @param walk how a vacuum would treat it; empty if it is damaged
  /// @param step how far it has come
  record Sight(PageXray xray, List<PageDefect> defects, Optional<PageWalk> walk, int step) {
    /// The last step there is.
    int last() {
      return walk.map(each -> each.deeds().size() - 1).orElse(0);
    }

    Sight at(int next) {
      return new Sight(xray, defects, walk, Math.clamp(next, 0, last()));
    }

    Drawn drawn() {
      int size = xray.page().size();
      return walk.map(each ->
              new Drawn(
                  size, each.picture(step), each.items(step), arrived(each.deeds().get(step))))
          .orElseGet(() -> new Drawn(size, xray.picture(), xray.items(), List.of()));
    }

    private static List<Integer> arrived(Deed deed) {
      return deed instanceof Deed.Moved moved ? moved.pointers() : List.of();
    }
  }

  XrayModel(Background background, Pages first) {
    this.background = background;
    this.pages = new SimpleObjectProperty<>(first);
    method.addListener(_ -> sight.get().ifPresent(now -> see(now.xray(), now.defects())));
    open(first);
  }

  /// Opens the table that files belong to.
  void openFiles(List<Path> files) {
    background.start(_ -> Pages.of(files), this::open, error::set);
  }

  void open(Pages next) {
    pages.set(next);
    sight.set(Optional.empty());
    show(next.firstSight());
  }

  /// Shows a page of the table that is open.
  void show(long block) {
    var from = pages.get();
    if (reading != null) {
      reading.cancel();
    }
    reading =
        background.start(
            _ -> PageXray.of(from.reader().page(block), block),
            xray -> {
              error.set("");
              see(xray, new PageCheck().defects(xray.page()));
            },
            error::set);
  }

  /// Shows a page so many blocks further on, or the last or first there is.
  void turn(long blocks) {
    sight
        .get()
        .map(now -> now.xray().block())
        .ifPresent(now -> {
          long last = pages.get().lastBlock().orElse(Long.MAX_VALUE);
          long wanted = Math.clamp(now + blocks, pages.get().firstBlock(), last);
          if (wanted != now) {
            show(wanted);
          }
        });
  }

  /// Goes to a step of the vacuum.
  void walkTo(int step) {
    sight
        .get()
        .ifPresent(now -> {
          if (step != now.step()) {
            sight.set(Optional.of(now.at(step)));
          }
        });
  }

  private void see(PageXray xray, List<PageDefect> defects) {
    sight.set(Optional.of(new Sight(xray, defects, walk(xray, defects), 0)));
  }

  private Optional<PageWalk> walk(PageXray xray, List<PageDefect> defects) {
    try {
      return defects.isEmpty() && !xray.page().isNew()
          ? Optional.of(PageWalk.of(xray, method.get()))
          : Optional.empty();
    } catch (CorruptPageException _) {
      return Optional.empty();
    }
  }

  /// What happens to a page in a step of its vacuum, in a sentence.
  static String words(Deed deed) {
    return switch (deed) {
      case Deed.AsItIs _ ->
          "The page as it is. What would a VACUUM do, if no old snapshot needs its dead tuples?";
      case Deed.Pruned pruned -> pruned(pruned);
      case Deed.SetAside(int tuples, int bytes) ->
          "%s (%s) are copied to a scratch page: they lie in another order than their line pointers."
              .formatted(counted(tuples, "tuple"), new Bytes(bytes));
      case Deed.Moved moved -> moved(moved);
      case Deed.Compacted(int free) ->
          "Compacted: %s of free space, all in one piece.".formatted(new Bytes(free));
      case Deed.Swept(int pointers, int cutOff) ->
          "The indexes are clean: %s become unused%s"
              .formatted(
                  counted(pointers, "dead line pointer"),
                  cutOff > 0
                      ? ", and the last %s are cut off.".formatted(counted(cutOff, "line pointer"))
                      : ".");
    };
  }

  private static String pruned(Deed.Pruned pruned) {
    var became = new ArrayList<String>();
    add(became, pruned.redirected(), "redirected");
    add(became, pruned.dead(), "dead until the indexes are clean");
    add(became, pruned.unused(), "unused, since no index ever knew of it");
    return "Pruning drops dead tuples of %s. Line pointers: %s."
        .formatted(new Bytes(pruned.bytes()), String.join("; ", became));
  }

  private static void add(List<String> became, int count, String what) {
    if (count > 0) {
      became.add(count + " " + what);
    }
  }

  private static String moved(Deed.Moved moved) {
    int tuples = moved.pointers().size();
    var pointers =
        tuples == 1
            ? "line pointer " + moved.pointers().getFirst()
            : "line pointers %d to %d"
                .formatted(moved.pointers().getFirst(), moved.pointers().getLast());
    return "%s (%s) to byte %d: %s in one copy."
        .formatted(
            counted(tuples, "tuple") + (tuples == 1 ? " moves" : " move"),
            pointers,
            moved.to(),
            new Bytes(moved.bytes()));
  }
}
