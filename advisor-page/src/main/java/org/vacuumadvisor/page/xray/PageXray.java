package org.vacuumadvisor.page.xray;

import java.util.Comparator;
import java.util.List;
import org.vacuumadvisor.page.HeapPage;

/// What one page holds, tuple by tuple.
///
/// @param items empty if the page is new or damaged
/// @param picture the same as stretches of bytes, without a gap
public record PageXray(
    HeapPage page, long block, Census census, List<Item> items, List<Stretch> picture) {
  public PageXray {
    items = List.copyOf(items);
    picture = List.copyOf(picture);
  }

  public static PageXray of(HeapPage page, long block) {
    var scan = new PageScan(page);
    scan.add(block);
    var census = scan.census();
    if (census.of(Figure.NEW_PAGES) > 0) {
      return new PageXray(
          page, block, census, List.of(), List.of(new Stretch(Stretch.Kind.FREE, 0, page.size())));
    }
    if (census.of(Figure.DAMAGED_PAGES) > 0) {
      return new PageXray(page, block, census, List.of(), damaged(page));
    }
    var items = Item.of(page);
    return new PageXray(page, block, census, items, picture(page, items));
  }

  /// Whether the header or the line pointers contradict themselves, so that there is nothing to
  /// tell but that.
  public boolean isDamaged() {
    return census.of(Figure.DAMAGED_PAGES) > 0;
  }

  private static List<Stretch> damaged(HeapPage page) {
    return List.of(
        new Stretch(Stretch.Kind.HEADER, 0, HeapPage.HEADER_SIZE),
        new Stretch(Stretch.Kind.DAMAGED, HeapPage.HEADER_SIZE, page.size()));
  }

  private static List<Stretch> picture(HeapPage page, List<Item> items) {
    var picture = new Picture(page.size());
    items.forEach(item -> picture.pointer(kind(item), item.number()));
    picture.free(page.upper());
    rowsByPlace(items)
        .forEach(row ->
            picture.tuple(
                kind(row.state()), row.tuple().offset(), row.tuple().length(), row.number()));
    return picture.finished(page.special());
  }

  private static List<Item.Row> rowsByPlace(List<Item> items) {
    return items.stream()
        .filter(Item.Row.class::isInstance)
        .map(Item.Row.class::cast)
        .sorted(Comparator.comparingInt((Item.Row row) -> row.tuple().offset()))
        .toList();
  }

  static Stretch.Kind kind(Item item) {
    return switch (item) {
      case Item.Unused _ -> Stretch.Kind.UNUSED_POINTER;
      case Item.Redirect _ -> Stretch.Kind.REDIRECTED_POINTER;
      case Item.Dead _ -> Stretch.Kind.DEAD_POINTER;
      case Item.Row _ -> Stretch.Kind.POINTER;
    };
  }

  static Stretch.Kind kind(TupleState state) {
    return switch (state) {
      case LIVE -> Stretch.Kind.LIVE;
      case DEAD -> Stretch.Kind.DEAD;
      case UNDETERMINED -> Stretch.Kind.UNDETERMINED;
    };
  }
}
