package org.vacuumadvisor.diagnosis;

import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.vacuumadvisor.model.Reading;
import org.vacuumadvisor.model.Source;
import org.vacuumadvisor.unit.Bytes;
import org.vacuumadvisor.unit.Pages;
import org.vacuumadvisor.unit.Quantities;
import org.vacuumadvisor.unit.Share;
import org.vacuumadvisor.unit.XidAge;

/// One figure of a finding's proof.
///
/// @param label what it is: "dead rows"
/// @param value the figure as people read it: "1,200,000"
/// @param measure the same as a number; null where it is none, or several
/// @param origin where it came from: a view and column, a line, or the ground of a threshold
/// @param provenance set for a threshold; null for what was observed
/// @param isEffect whether it says how much harm is done: a brief report tells it beside the cause
public record Fact(
    String label,
    String value,
    @Nullable Measure measure,
    Source origin,
    @Nullable Provenance provenance,
    boolean isEffect) {

  /// A number with its unit.
  ///
  /// @param unit `rows`, `pages`, `bytes`, `transactions`, `seconds`, `share` (0 to 1), `times`
  public record Measure(double number, String unit) {}

  /// A figure that was observed, and in words where.
  public static Fact observed(String label, Object figure, String source) {
    return observed(label, figure, new Source.Words(source));
  }

  /// A figure that was observed. Where it is not known there is no such fact: ask first.
  public static Fact observed(String label, Object figure, Source origin) {
    return new Fact(label, Quantities.inWords(figure), measure(figure), origin, null, false);
  }

  /// A figure that was read; `not known` where it was not.
  public static Fact observed(String label, Reading<?> figure) {
    return switch (figure) {
      case Reading.Known<?>(Object value, Source source) -> observed(label, value, source);
      case Reading.Missing<?> _ ->
          new Fact(label, "not known", null, new Source.Words("not shown"), null, false);
    };
  }

  /// A limit that a figure was held against.
  public static Fact limit(String label, Object limit, Provenance provenance, String ground) {
    return new Fact(
        label,
        Quantities.inWords(limit),
        measure(limit),
        new Source.Words(ground),
        provenance,
        false);
  }

  /// The same of PostgreSQL's own arithmetic.
  public static Fact engine(String label, Object limit, String ground) {
    return limit(label, limit, Provenance.ENGINE, ground);
  }

  /// The same of common practice.
  public static Fact convention(String label, Object limit, String ground) {
    return limit(label, limit, Provenance.CONVENTION, ground);
  }

  /// The same of our own.
  public static Fact chosen(String label, Object limit, String ground) {
    return limit(label, limit, Provenance.CHOSEN, ground);
  }

  /// The same fact as one that says how much harm is done.
  public Fact asEffect() {
    return new Fact(label, value, measure, origin, provenance, true);
  }

  /// A figure of a column of a view.
  public static Fact observed(String label, Object figure, String view, String column) {
    return observed(label, figure, new Source.Shown(view, column));
  }

  /// Where it came from, as people read it.
  public String source() {
    return origin.inWords();
  }

  /// The same fact from elsewhere.
  public Fact from(Source other) {
    return new Fact(label, value, measure, other, provenance, isEffect);
  }

  /// The same, where another view than its own says where it came from.
  public static Fact observed(String label, Reading<?> figure, Source origin) {
    return observed(label, figure).from(origin);
  }

  private static @Nullable Measure measure(Object figure) {
    return switch (figure) {
      case Optional<?> some -> some.map(Fact::measure).orElse(null);
      case Number number -> new Measure(number.doubleValue(), "count");
      case Duration time -> new Measure((double) time.toMillis() / 1000, "seconds");
      case Bytes bytes -> new Measure((double) bytes.count(), "bytes");
      case Pages pages -> new Measure((double) pages.count(), "pages");
      case Share share -> new Measure(share.fraction(), "share");
      case XidAge age -> new Measure((double) age.count(), "transactions");
      default -> null;
    };
  }
}
