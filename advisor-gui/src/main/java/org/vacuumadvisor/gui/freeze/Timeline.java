package org.vacuumadvisor.gui.freeze;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import javafx.scene.AccessibleRole;
import javafx.scene.Node;
import javafx.scene.control.Label;
import javafx.scene.control.OverrunStyle;
import javafx.scene.control.Tooltip;
import javafx.scene.layout.Region;
import javafx.scene.shape.Line;
import javafx.scene.shape.Polygon;
import javafx.scene.shape.Rectangle;
import javafx.scene.shape.Shape;
import org.vacuumadvisor.gui.chart.Axis;
import org.vacuumadvisor.gui.part.Texts;

/// Tables against time: a track each, until autovacuum comes by force; the windows of the plan as
/// marks on it.
final class Timeline extends Region {
  private static final double PITCH = 24;
  private static final double TRACK = 12;
  private static final double MARK = 6;
  private static final double GAP = 10;
  private static final double LEAST_NAME = 260;
  private static final double SHARE_OF_NAMES = 0.3;
  private static final int STEPS = 7;

  private final List<Label> names = new ArrayList<>();
  private final List<Label> ticks = new ArrayList<>();
  private final List<Runnable> placings = new ArrayList<>();
  private Schedule schedule =
      new Schedule(Instant.EPOCH, Instant.EPOCH.plusSeconds(1), List.of(), 0);
  private Axis axis = Axis.of(Duration.ofSeconds(1), 1);
  private double left;

  Timeline() {
    getStyleClass().add("timeline");
    setAccessibleRole(AccessibleRole.IMAGE_VIEW);
  }

  void draw(Schedule next) {
    schedule = next;
    axis = Axis.of(Duration.between(next.from(), next.to()), STEPS);
    names.clear();
    ticks.clear();
    placings.clear();
    getChildren().clear();
    axis.ticks().forEach(tick -> tick(tick.value(), tick.text()));
    for (int at = 0; at < next.rows().size(); at++) {
      row(next.rows().get(at), at);
    }
    setAccessibleText(String.join(". ", next.rows().stream().map(Schedule.Row::words).toList()));
    requestLayout();
  }

  private void tick(double seconds, String text) {
    var label = Texts.line(seconds == 0 ? "now" : text, "timeline-axis");
    ticks.add(label);
    var line = styled(new Line(), "timeline-grid");
    getChildren().addAll(line, label);
    placings.add(() -> {
      double x = x(axis.at(seconds));
      line.setStartX(x);
      line.setEndX(x);
      line.setStartY(0);
      line.setEndY(schedule.rows().size() * PITCH);
      label.autosize();
      double from = Math.min(x - label.getWidth() / 2, getWidth() - label.getWidth());
      label.relocate(from, schedule.rows().size() * PITCH + 2);
    });
  }

  private void row(Schedule.Row row, int at) {
    var name = Texts.line(row.name());
    name.setTextOverrun(OverrunStyle.CENTER_ELLIPSIS);
    names.add(name);
    var calm = styled(new Rectangle(), "track-calm");
    var pressing = styled(new Rectangle(), row.isHeld() ? "track-held" : "track-pressing");
    var forced = styled(new Rectangle(), "track-forced");
    Tooltip.install(name, Texts.tip(row.words()));
    for (Node each : List.of(calm, pressing, forced)) {
      Tooltip.install(each, Texts.tip(row.words()));
    }
    getChildren().addAll(name, calm, pressing, forced);
    placings.add(() -> {
      name.resizeRelocate(0, at * PITCH + 2, left - GAP, PITCH - 4);
      double until = row.forced().flatMap(schedule::at).orElse(1.0);
      double from = Math.min(until, row.aggressive().flatMap(schedule::at).orElse(1.0));
      put(calm, 0, from, at);
      put(pressing, from, until, at);
      put(forced, until, 1, at);
    });
    row.windows().forEach(window -> window(window, at, row));
    row.forced().flatMap(schedule::at).ifPresent(share -> diamond(share, at, row));
  }

  private void window(Instant window, int at, Schedule.Row row) {
    schedule
        .at(window)
        .ifPresent(share -> {
          var mark = styled(new Rectangle(MARK, TRACK + 4), "track-window");
          Tooltip.install(mark, Texts.tip("A window in which this is frozen.\n" + row.words()));
          getChildren().add(mark);
          placings.add(() -> {
            mark.setX(x(share) - MARK / 2);
            mark.setY(at * PITCH + (PITCH - TRACK) / 2 - 2);
          });
        });
  }

  private void diamond(double share, int at, Schedule.Row row) {
    var mark =
        styled(new Polygon(0, -MARK - 2, MARK + 2, 0, 0, MARK + 2, -MARK - 2, 0), "track-limit");
    Tooltip.install(mark, Texts.tip(row.words()));
    getChildren().add(mark);
    placings.add(() -> {
      mark.setLayoutX(x(share));
      mark.setLayoutY(at * PITCH + PITCH / 2);
    });
  }

  private void put(Rectangle rectangle, double from, double to, int at) {
    rectangle.setX(x(from));
    rectangle.setWidth(Math.max(0, x(to) - x(from)));
    rectangle.setY(at * PITCH + (PITCH - TRACK) / 2);
    rectangle.setHeight(TRACK);
    rectangle.setVisible(to > from);
  }

  private double x(double share) {
    return left + share * Math.max(0, getWidth() - left - GAP);
  }

  private static <S extends Shape> S styled(S shape, String style) {
    shape.getStyleClass().setAll(style);
    shape.setManaged(false);
    return shape;
  }

  @Override
  protected double computePrefHeight(double width) {
    return schedule.rows().size() * PITCH + PITCH;
  }

  @Override
  protected double computeMinHeight(double width) {
    return computePrefHeight(width);
  }

  @Override
  protected void layoutChildren() {
    double most = Math.max(LEAST_NAME, SHARE_OF_NAMES * getWidth());
    left =
        Math.min(most, names.stream().mapToDouble(each -> each.prefWidth(-1)).max().orElse(0))
            + GAP;
    placings.forEach(Runnable::run);
  }
}
