package org.vacuumadvisor.gui.server;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.control.ProgressBar;
import javafx.scene.control.ScrollPane;
import javafx.scene.layout.Region;
import javafx.scene.layout.VBox;
import org.vacuumadvisor.advice.Assessment;
import org.vacuumadvisor.gui.chart.TrendsPane;
import org.vacuumadvisor.gui.part.Bar;
import org.vacuumadvisor.gui.part.Boxes;
import org.vacuumadvisor.gui.part.Columns;
import org.vacuumadvisor.gui.part.PartNodes;
import org.vacuumadvisor.gui.part.PartSection;
import org.vacuumadvisor.gui.part.Texts;
import org.vacuumadvisor.gui.problem.ProblemList;
import org.vacuumadvisor.gui.screen.Place;
import org.vacuumadvisor.gui.screen.Placeholders;
import org.vacuumadvisor.gui.screen.Shell;
import org.vacuumadvisor.gui.server.LiveServer.LinkState;
import org.vacuumadvisor.gui.theme.Glyph;
import org.vacuumadvisor.gui.work.Background.Work;
import org.vacuumadvisor.gui.work.Workbench.Opened;
import org.vacuumadvisor.report.Part;
import org.vacuumadvisor.report.ReportOptions;
import org.vacuumadvisor.report.assessment.AssessmentReport;
import org.vacuumadvisor.report.assessment.LiveReport;
import org.vacuumadvisor.unit.Quantities;

/// A server that is watched: what it is at, what is the matter, and how old that is.
final class LiveView {
  private static final double GAP = 10;
  private static final double BOTH = 36;
  private static final double TILE = 11.5;
  private static final int ROWS = 12;

  private final LiveServer live;
  private final InstantSource clock;
  private final Label name = Texts.line("", "section-title");
  private final Label age = Texts.whole("", "faint");
  private final VBox banner = new VBox();
  private final ProgressBar progress = new ProgressBar();
  private final Button look;
  private final PartSection verdict = new PartSection("");
  private final Columns tiles = new Columns(TILE, 5);
  private final ProblemList problems;
  private final PartSection unseen = new PartSection("");
  private final LivePieces now = new LivePieces();
  private final Trends past = new Trends();
  private final TrendsPane trends = new TrendsPane("Trends", 5);
  private final ScrollPane scroll;
  private final VBox node;

  /// @param advice goes to what is advised
  LiveView(Shell shell, LiveServer live, InstantSource clock, Runnable advice) {
    this.live = live;
    problems = new ProblemList(shell, Place.CONNECT, ProblemList.Detail.ALL, _ -> advice.run());
    this.clock = clock;
    look = Texts.button(Glyph.REFRESH, "Look now", live::refresh);
    var content =
        new VBox(
            GAP,
            verdict,
            tiles,
            new Columns(BOTH, 2, new VBox(GAP, problems, unseen), now),
            Boxes.tall(trends));
    content.setMinHeight(Region.USE_PREF_SIZE);
    scroll = Boxes.scrolled(content);
    scroll.setFitToHeight(true);
    node = new VBox(head(), banner, scroll);
    node.getStyleClass().add("screen");
    live.opened.subscribe(this::showSeen);
    live.state.subscribe(this::showState);
    live.work.subscribe(this::showWork);
  }

  private Node head() {
    var interval =
        Boxes.choice(
            "How often to look",
            LiveServer.INTERVALS,
            each -> each.isZero() ? "By hand" : "Every " + Quantities.duration(each));
    interval.valueProperty().bindBidirectional(live.interval);
    progress.setPrefWidth(40);
    progress.setAccessibleText("Reading the server");
    var room = Boxes.wide(Boxes.row(0, progress));
    var disconnect = Texts.button(Glyph.CLEAR, "Disconnect", live::disconnect);
    return Boxes.row(GAP, name, age, room, interval, look, disconnect);
  }

  Node node() {
    return node;
  }

  void focus() {
    look.requestFocus();
  }

  /// Goes to the problem that is chosen.
  void focusProblem() {
    problems.focusChosen();
  }

  private void showSeen(Optional<Opened> seen) {
    seen.ifPresentOrElse(
        this::show,
        () -> {
          past.clear();
          scroll.setVvalue(0);
          problems.clear();
        });
  }

  private void show(Opened seen) {
    var assessment = seen.assessment();
    past.add(assessment.evidence());
    name.setText(seen.origin().text());
    trends.show(past.charts(), past.begin(), _ -> {});
    tiles.show(new Tiles(assessment, past).all());
    verdict.show(verdict(assessment));
    problems.show(seen);
    unseen.show(blindSpots(assessment));
    now.show(LiveReport.of(assessment.evidence(), ROWS));
    tick();
  }

  private void showState(LinkState state) {
    banner
        .getChildren()
        .setAll(state instanceof LinkState.Lost lost ? List.of(lost(lost)) : List.of());
    tick();
  }

  private Node lost(LinkState.Lost lost) {
    var next =
        lost.retryIn().isZero()
            ? " It is not tried again by itself."
            : " Next attempt in %s.".formatted(Quantities.duration(lost.retryIn()));
    return Placeholders.error(
        "The server cannot be reached; what is shown below is old. " + lost.sentence() + next,
        Texts.button(Glyph.REFRESH, "Try now", live::refresh));
  }

  private void showWork(Optional<Work> work) {
    progress.progressProperty().unbind();
    progress.setVisible(work.isPresent());
    work.ifPresent(each -> progress.progressProperty().bind(each.progress));
  }

  /// Says anew how old it is what is shown.
  void tick() {
    age.setText(live.opened.get().map(Opened::at).map(this::words).orElse(""));
  }

  private String words(Instant last) {
    long seconds = Math.max(0, Duration.between(last, clock.instant()).toSeconds());
    return seconds < 1
        ? "Seen just now"
        : "Seen %s ago".formatted(Quantities.duration(Duration.ofSeconds(seconds)));
  }

  /// Which server it is, what time the figures cover, and the verdict where no problem says it.
  private static List<Part> verdict(Assessment seen) {
    return report(seen).stream()
        .takeWhile(part -> !(part instanceof Part.Heading))
        .filter(part -> !(part instanceof Part.Verdict) || seen.problems().isEmpty())
        .toList();
  }

  /// What could not be seen, the last of a report.
  private static List<Part> blindSpots(Assessment seen) {
    return report(seen).stream()
        .dropWhile(part -> !part.equals(new Part.Heading("Blind spots")))
        .toList();
  }

  private static List<Part> report(Assessment seen) {
    return AssessmentReport.of(seen, ReportOptions.standard()).parts();
  }

  /// What a server's vacuuming is at, a card for each heading. Cards whose parts have not changed
  /// stay as they are.
  static final class LivePieces extends VBox {
    private static final double GAP = 10;

    private final List<PartSection> cards = new ArrayList<>();

    LivePieces() {
      super(GAP);
    }

    void show(List<Part> parts) {
      var pieces = pieces(parts);
      while (cards.size() < pieces.size()) {
        var card = new PartSection("", LivePieces::node);
        card.getStyleClass().addAll("card", "plain");
        cards.add(card);
        getChildren().add(card);
      }
      for (int at = 0; at < cards.size(); at++) {
        cards.get(at).show(at < pieces.size() ? pieces.get(at) : List.of());
      }
    }

    private static List<List<Part>> pieces(List<Part> parts) {
      var pieces = new ArrayList<List<Part>>();
      for (var part : parts) {
        if (part instanceof Part.Heading || pieces.isEmpty()) {
          pieces.add(new ArrayList<>());
        }
        pieces.getLast().add(part);
      }
      return pieces;
    }

    /// Rows in little room: the first cell leads, with its bar, and the others stand below it.
    private static Node node(Part part) {
      var rows = new VBox(GAP / 2);
      switch (part) {
        case Part.Grid grid -> {
          for (var row : grid.rows()) {
            var rest =
                IntStream.range(1, row.size())
                    .filter(at -> !row.get(at).isEmpty())
                    .mapToObj(at -> told(grid.columns().get(at), row.get(at)))
                    .collect(Collectors.joining(" · "));
            rows.getChildren().add(row(Texts.wrapped(row.getFirst(), "strong"), rest));
          }
        }
        case Part.Bars bars -> {
          for (var bar : bars.bars()) {
            var head = Boxes.row(GAP, Texts.line(bar.label(), "strong"), Bar.of(bar));
            rows.getChildren().add(row(head, bar.text()));
          }
        }
        default -> {
          return PartNodes.node(part);
        }
      }
      return rows;
    }

    private static Node row(Node lead, String rest) {
      return new VBox(lead, Texts.wrapped(rest, "faint", "small"));
    }

    /// A number says what it counts.
    private static String told(Part.Column column, String cell) {
      var title = column.title();
      return switch (column.alignment()) {
        case LEFT -> cell;
        case RIGHT ->
            title.contains(" ") ? cell + " " + uncapital(title) : uncapital(title) + " " + cell;
      };
    }

    private static String uncapital(String words) {
      return words.substring(0, 1).toLowerCase(Locale.ROOT) + words.substring(1);
    }
  }
}
