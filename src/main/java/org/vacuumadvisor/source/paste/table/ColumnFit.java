package org.vacuumadvisor.source.paste.table;

import java.util.List;
import org.vacuumadvisor.catalogue.Catalogue.CellType;
import org.vacuumadvisor.source.paste.table.Vocabulary.Column;

/// Whether the cells under a heading can be what the catalogue says the heading means. `autovacuum`
/// holds a time or a count, `HOT` a count or a share, `bloat` a size, a share or a factor.
final class ColumnFit {
  private static final List<String> SIZE_WORDS =
      List.of(
          "size",
          "byte",
          "wast",
          "space",
          "_len",
          "pretty",
          "pg_",
          "tamano",
          "grosse",
          "taille",
          "サイズ",
          "크기",
          "大小",
          "размер",
          "tamanho",
          "dimensione",
          "boyut",
          "lag",
          "retained");

  private static final List<String> SHARE_WORDS = List.of("pct", "percent", "density", "frag");

  private static final List<String> FRACTION_WORDS = List.of("ratio", "rate", "share");

  private ColumnFit() {}

  /// @param cells those that say something
  static boolean fits(Column column, String heading, List<String> cells) {
    var name = HeadingUnit.normal(heading);
    boolean isSaid =
        switch (column.type()) {
          case SIZE -> column.hasUnit() || containsAny(name, SIZE_WORDS) || endInLetters(cells);
          case PERCENT -> isPercent(column, name, cells);
          case TEXT -> !isName(column) || cells.isEmpty() || !areSizes(cells);
          case COUNT, REAL, FLAG, MOMENT, INTERVAL, XID, OID -> true;
        };
    if (!isSaid
        || cells.isEmpty()
        || column.type() == CellType.OID
        || column.type() == CellType.XID) {
      return isSaid;
    }
    var mark = DecimalMark.of(cells);
    long read =
        cells.stream()
            .limit(200)
            .filter(each -> Cells.read(column, each, mark).isPresent())
            .count();
    return read * 2 >= Math.min(200, cells.size());
  }

  /// `ratio` may be a fraction as well: only a sign, or a value above 1, tells that it is not.
  private static boolean isPercent(Column column, String name, List<String> cells) {
    boolean isFraction =
        containsAny(name, FRACTION_WORDS) && !containsAny(name, SHARE_WORDS) && !cells.isEmpty();
    if (isFraction) {
      var mark = DecimalMark.of(cells);
      return cells.stream()
          .anyMatch(each ->
              each.endsWith("%")
                  || Cells.read(column, each, mark)
                      .filter(share -> Double.parseDouble(share) > 1)
                      .isPresent());
    }
    return containsAny(name, SHARE_WORDS)
        || containsAny(name, List.of("coverage", "_anteil", "porcentaje"))
        || cells.stream().anyMatch(each -> each.endsWith("%"));
  }

  private static boolean isName(Column column) {
    return column.name().endsWith("relname") || column.name().equals("relname");
  }

  /// Whether all are sizes with a unit, as no table is called.
  private static boolean areSizes(List<String> cells) {
    return cells.stream()
        .allMatch(each ->
            Character.isDigit(each.charAt(0))
                && Figures.bytes(each, 1, DecimalMark.POINT).isPresent());
  }

  private static boolean endInLetters(List<String> cells) {
    return !cells.isEmpty()
        && cells.stream()
            .allMatch(
                each -> Character.isLetter(each.charAt(each.length() - 1)) || each.equals("0"));
  }

  private static boolean containsAny(String name, List<String> words) {
    return words.stream().anyMatch(name::contains);
  }
}
