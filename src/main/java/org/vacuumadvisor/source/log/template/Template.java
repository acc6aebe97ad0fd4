package org.vacuumadvisor.source.log.template;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.vacuumadvisor.source.log.Word;

/// How a line is written: literal pieces, holes, options and choices.
///
/// | written | means |
/// |---|---|
/// | `{PAGES_REMOVED}` | a [Hole] |
/// | `[, {X} eagerly scanned]` | may be missing |
/// | `<is entirely\|are entirely>` | one of these |
/// | `$` at the end | nothing may follow |
///
/// Everything else stands for itself. It is compiled once to [Node]s.
public final class Template {
  private static final String SPECIAL = "{[<|]>";

  private final String text;
  private final Set<Hole> holes = EnumSet.noneOf(Hole.class);
  private final Node first;
  private int at;

  private Template(String text, Node end) {
    this.text = text;
    var pieces = pieces();
    if (at != text.length()) {
      throw new IllegalArgumentException("unbalanced at " + at + ": " + text);
    }
    first = link(pieces, end);
  }

  /// A line to which later releases may add something, or, with a `$` at its end, of which nothing
  /// may follow.
  static Template of(String text) {
    return text.endsWith("$")
        ? new Template(text.substring(0, text.length() - 1), new Node.End())
        : new Template(text, new Node.OpenEnd());
  }

  /// The holes it has.
  public Set<Hole> holes() {
    return Set.copyOf(holes);
  }

  /// Whether the line fits; its numbers and names are then in `match`.
  public boolean matches(byte[] bytes, int from, int to, Match match) {
    match.begin(bytes);
    return first.match(bytes, from, to, match) != Node.NO;
  }

  /// What the first byte of a line may be that fits.
  Set<Byte> beginnings() {
    return beginnings(first);
  }

  @Override
  public String toString() {
    return text;
  }

  private static Set<Byte> beginnings(Node node) {
    return switch (node) {
      case Node.Literal(var literal, _) -> Set.of(literal.first());
      case Node.Count _, Node.Decimal _ -> Set.of(digits());
      case Node.Choice(var branches) -> {
        var all = new HashSet<Byte>();
        branches.forEach(each -> all.addAll(beginnings(each)));
        yield all;
      }
      case Node.Name _, Node.End _, Node.OpenEnd _ ->
          throw new IllegalArgumentException("a template begins with text or a number");
    };
  }

  private static Byte[] digits() {
    var digits = new Byte[11];
    for (int each = 0; each < 10; each++) {
      digits[each] = (byte) ('0' + each);
    }
    digits[10] = '-';
    return digits;
  }

  private sealed interface Piece {
    record Text(String text) implements Piece {}

    record Gap(Hole hole) implements Piece {}

    record Options(List<List<Piece>> branches) implements Piece {}
  }

  private List<Piece> pieces() {
    var pieces = new ArrayList<Piece>();
    while (at < text.length() && "|]>".indexOf(text.charAt(at)) < 0) {
      switch (text.charAt(at)) {
        case '{' -> pieces.add(gap());
        case '[' -> pieces.add(optional());
        case '<' -> pieces.add(choice());
        default -> pieces.add(literal());
      }
    }
    return pieces;
  }

  private Piece gap() {
    int close = text.indexOf('}', at);
    var hole = Hole.valueOf(text.substring(at + 1, close));
    holes.add(hole);
    at = close + 1;
    return new Piece.Gap(hole);
  }

  private Piece optional() {
    at++;
    var inner = pieces();
    expect(']');
    return new Piece.Options(List.of(inner, List.of()));
  }

  private Piece choice() {
    var branches = new ArrayList<List<Piece>>();
    do {
      at++;
      branches.add(pieces());
    } while (text.charAt(at) == '|');
    expect('>');
    return new Piece.Options(branches);
  }

  private Piece literal() {
    int from = at;
    while (at < text.length() && SPECIAL.indexOf(text.charAt(at)) < 0) {
      at++;
    }
    return new Piece.Text(text.substring(from, at));
  }

  private void expect(char close) {
    if (at >= text.length() || text.charAt(at) != close) {
      throw new IllegalArgumentException("no " + close + " at " + at + ": " + text);
    }
    at++;
  }

  private static Node link(List<Piece> pieces, Node end) {
    var next = end;
    for (var piece : pieces.reversed()) {
      next = link(piece, next);
    }
    return next;
  }

  private static Node link(Piece piece, Node next) {
    return switch (piece) {
      case Piece.Text(var literal) -> new Node.Literal(new Word(literal), next);
      case Piece.Gap(var hole) -> link(hole, next);
      case Piece.Options(var branches) ->
          new Node.Choice(branches.stream().map(branch -> link(branch, next)).toList());
    };
  }

  private static Node link(Hole hole, Node next) {
    return switch (hole.type()) {
      case COUNT, UNSIGNED, INTEGER -> new Node.Count(hole, next);
      case DECIMAL -> new Node.Decimal(hole, next);
      case TEXT -> {
        if (!(next instanceof Node.Literal(var after, var rest))) {
          throw new IllegalArgumentException("a name must be followed by text: " + hole);
        }
        yield new Node.Name(hole, after, rest);
      }
    };
  }
}
