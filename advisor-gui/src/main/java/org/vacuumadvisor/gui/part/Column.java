package org.vacuumadvisor.gui.part;

import java.util.Comparator;
import java.util.Optional;
import java.util.function.BiConsumer;
import java.util.function.Function;
import java.util.function.Supplier;
import javafx.scene.control.TableCell;
import org.jspecify.annotations.Nullable;

/// A column of a [DataTable], as data: its title, what it means in one sentence, what a cell says,
/// and what it is sorted by. The table on the window and its CSV are made of the same.
///
/// @param <R> what a row shows
public final class Column<R> {
  final String title;
  final String meaning;
  final double letters;
  final boolean isFigure;
  final Function<R, ? extends @Nullable Comparable<?>> key;
  final Function<R, String> words;
  Function<R, String> more = _ -> "";
  Supplier<BiConsumer<TableCell<R, R>, R>> drawing = () -> (_, _) -> {};
  Optional<Comparator<R>> order = Optional.empty();
  boolean isYielding;

  private Column(
      String title,
      String meaning,
      double letters,
      boolean isFigure,
      Function<R, ? extends @Nullable Comparable<?>> key,
      Function<R, String> words) {
    this.title = title;
    this.meaning = meaning;
    this.letters = letters;
    this.isFigure = isFigure;
    this.key = key;
    this.words = words;
  }

  /// A column of words.
  ///
  /// @param letters how wide it is
  public static <R> Column<R> text(
      String title, String meaning, double letters, Function<R, String> words) {
    return new Column<>(title, meaning, letters, false, words, words);
  }

  /// A column of figures, which stand on the right and of which people want the largest first.
  ///
  /// @param key what it is sorted by; null where it is not known, which comes last either way
  public static <R> Column<R> figure(
      String title,
      String meaning,
      double letters,
      Function<R, ? extends @Nullable Comparable<?>> key,
      Function<R, String> words) {
    return new Column<>(title, meaning, letters, true, key, words);
  }

  /// What more a cell says to those who point at it; empty if nothing.
  public Column<R> saying(Function<R, String> said) {
    more = said;
    return this;
  }

  /// Draws more than words into each cell; the supplier is asked once for each cell there is.
  public Column<R> drawn(Supplier<BiConsumer<TableCell<R, R>, R>> drawn) {
    drawing = drawn;
    return this;
  }

  /// Sorted by more than the words say.
  public Column<R> ordered(Comparator<R> by) {
    order = Optional.of(by);
    return this;
  }

  /// Left out where there is no room for all.
  public Column<R> yielding() {
    isYielding = true;
    return this;
  }
}
