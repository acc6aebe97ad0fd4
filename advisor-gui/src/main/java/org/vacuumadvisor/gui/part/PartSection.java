package org.vacuumadvisor.gui.part;

import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;
import javafx.scene.Node;
import javafx.scene.layout.VBox;
import org.vacuumadvisor.report.Part;

/// A piece of a screen whose parts come anew again and again. What has not changed is left as it
/// is, with its focus and what was unfolded; a piece without parts takes no room.
public final class PartSection extends VBox {
  private static final double GAP = 10;

  private final String title;
  private final Function<Part, Node> maker;
  private List<Part> parts = List.of();

  /// A piece under a title; none if that is empty.
  public PartSection(String title) {
    this(title, PartNodes::node);
  }

  /// The same with nodes of another making.
  public PartSection(String title, Function<Part, Node> maker) {
    super(GAP);
    this.maker = maker;
    this.title = title;
    Boxes.show(this, false);
  }

  public void show(List<Part> next) {
    if (next.equals(parts)) {
      return;
    }
    parts = List.copyOf(next);
    Boxes.show(this, !parts.isEmpty());
    var head =
        title.isEmpty() ? Stream.<Node>empty() : Stream.of(Texts.line(title, "section-title"));
    var nodes = Stream.concat(head, parts.stream().map(maker)).toList();
    Texts.keepUnfolded(this, () -> getChildren().setAll(nodes));
  }
}
