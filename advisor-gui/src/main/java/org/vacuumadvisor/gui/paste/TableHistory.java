package org.vacuumadvisor.gui.paste;

import java.util.ArrayList;
import java.util.List;
import java.util.function.IntConsumer;
import javafx.scene.AccessibleRole;
import javafx.scene.input.MouseEvent;
import javafx.scene.layout.Region;
import javafx.scene.layout.VBox;
import javafx.scene.shape.Line;
import javafx.scene.shape.LineTo;
import javafx.scene.shape.MoveTo;
import javafx.scene.shape.Path;
import org.vacuumadvisor.gui.part.Texts;

/// The runs of one table that ended in a time: how long each took, what it removed, and what it had
/// to keep. Of several in one pixel the largest is drawn.
final class TableHistory extends VBox {
  private static final double LANE = 64;
  private static final double NAMES = 120;
  private static final double RIGHT = 12;
  private static final List<Figure> FIGURES = List.of(Figure.TOOK, Figure.REMOVED, Figure.KEPT);

  private final IntConsumer choose;

  /// @param choose is given the number of the run that somebody points at
  TableHistory(IntConsumer choose) {
    super(6);
    this.choose = choose;
    getStyleClass().addAll("card", "plain");
  }

  /// Draws the runs of a table in a stretch of time.
  void show(RunStore store, TimeSpan span, TableSums sums) {
    var runs = new ArrayList<Integer>();
    for (int run = 0; run < store.size(); run++) {
      if (store.table(run) == sums.number()
          && store.isTimed(run)
          && span.overlaps(store.end(run), store.end(run))) {
        runs.add(run);
      }
    }
    setVisible(!runs.isEmpty());
    setManaged(!runs.isEmpty());
    getChildren().setAll(Texts.line("Runs of " + sums.table(), "section-title"));
    for (var figure : FIGURES) {
      getChildren().add(new Lane(store, span, figure, runs));
    }
  }

  /// One figure of all runs, a stem each.
  private final class Lane extends Region {
    private final RunStore store;
    private final TimeSpan span;
    private final Figure figure;
    private final List<Integer> runs;
    private double drawnWidth;

    Lane(RunStore store, TimeSpan span, Figure figure, List<Integer> runs) {
      this.store = store;
      this.span = span;
      this.figure = figure;
      this.runs = runs;
      setMinHeight(LANE);
      setPrefHeight(LANE);
      setAccessibleRole(AccessibleRole.IMAGE_VIEW);
      setOnMouseClicked(this::choose);
    }

    private double x(int run) {
      return NAMES + span.share(store.end(run)) * Math.max(10, getWidth() - NAMES - RIGHT);
    }

    @Override
    protected void layoutChildren() {
      if (drawnWidth != getWidth()) {
        drawnWidth = getWidth();
        draw();
      }
    }

    private void draw() {
      double most = 0;
      for (int run : runs) {
        double value = store.figure(figure, run);
        most = Double.isNaN(value) ? most : Math.max(most, value);
      }
      var highest = new double[(int) Math.ceil(getWidth()) + 1];
      for (int run : runs) {
        double value = store.figure(figure, run);
        int x = (int) Math.clamp(x(run), 0, highest.length - 1);
        highest[x] = Double.isNaN(value) ? highest[x] : Math.max(highest[x], value);
      }
      var stems = new Path();
      for (int x = 0; x < highest.length; x++) {
        if (highest[x] > 0 && most > 0) {
          double top = LANE - 2 - highest[x] / most * (LANE - 10);
          stems.getElements().addAll(new MoveTo(x, LANE - 2), new LineTo(x, top));
        }
      }
      stems.getStyleClass().setAll("log-stem");
      var ground = new Line(NAMES, LANE - 1, getWidth() - RIGHT, LANE - 1);
      ground.getStyleClass().setAll("timeline-grid");
      var words = "%s, at most %s".formatted(figure.title(), figure.words(most));
      var name = Texts.wrapped(words, "small");
      name.resizeRelocate(0, 4, NAMES - 10, LANE - 8);
      Texts.explained(name, figure.meaning());
      setAccessibleText(words);
      getChildren().setAll(ground, stems, name);
    }

    private void choose(MouseEvent mouse) {
      Integer nearest = null;
      for (int run : runs) {
        if (nearest == null
            || Math.abs(x(run) - mouse.getX()) < Math.abs(x(nearest) - mouse.getX())) {
          nearest = run;
        }
      }
      if (nearest != null && mouse.getX() >= NAMES) {
        choose.accept(nearest);
      }
    }
  }
}
