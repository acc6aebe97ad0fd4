package org.vacuumadvisor.diagnosis.rule;

import static org.vacuumadvisor.diagnosis.Provenance.CONVENTION;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.vacuumadvisor.diagnosis.Effect;
import org.vacuumadvisor.diagnosis.Fact;
import org.vacuumadvisor.diagnosis.Severity;
import org.vacuumadvisor.space.SpaceEstimate;
import org.vacuumadvisor.space.SpaceEstimate.Estimated;
import org.vacuumadvisor.unit.Bytes;
import org.vacuumadvisor.unit.Share;
import org.vacuumadvisor.workload.Confidence;

/// Space in a file that no row uses, and whether it is worth a word: only what an estimate is sure
/// of at the least counts, and not the room that rows need which die between two vacuums.
///
/// @param slack what the table fills again between two vacuums
record Bloat(Estimated estimate, Bytes slack) {
  private static final Bytes LEAST = Bytes.ofMegabytes(10);

  private static final Bytes MUCH = Bytes.ofGigabytes(1);

  private static final Share HALF = new Share(0.5);

  /// The bloat of a relation if it is sure and worth a word.
  static Optional<Bloat> notable(SpaceEstimate estimate, Bytes slack) {
    return estimate instanceof Estimated known && known.isSound()
        ? Optional.of(new Bloat(known, slack)).filter(Bloat::isNotable)
        : Optional.empty();
  }

  private boolean isNotable() {
    return surplus().compareTo(LEAST) >= 0 && estimate.leastBloat().compareTo(HALF) >= 0;
  }

  /// What would be given back at the least, and not be needed again at once.
  Bytes surplus() {
    return estimate.leastExcess().minus(slack);
  }

  Severity severity() {
    return surplus().compareTo(MUCH) >= 0 ? Severity.WARNING : Severity.ADVICE;
  }

  Confidence confidence() {
    return estimate.isMeasured() ? Confidence.HIGH : Confidence.MEDIUM;
  }

  /// "62 % of the 812 MB".
  String words() {
    return "%s of the %s".formatted(estimate.bloat(), size());
  }

  /// What the rows need at the most.
  Bytes needed() {
    return bytes(estimate.most().count());
  }

  Bytes size() {
    return estimate.actual().bytes(estimate.blockSize());
  }

  List<Fact> facts(String what) {
    var facts = new ArrayList<Fact>();
    facts.add(
        Fact.observed(
            "what is in it needs",
            range(bytes(estimate.fewest().count()), bytes(estimate.most().count())),
            estimate.isMeasured()
                ? "pgstattuple or pgstatindex"
                : "estimated from pg_stats and pg_class"));
    facts.add(Fact.observed("size of the " + what, size().toString(), "pg_class.relpages"));
    facts.add(
        Fact.observed(
            "a rewrite would give back",
            range(estimate.leastBloat(), estimate.mostBloat()),
            "the difference"));
    if (!slack.equals(Bytes.NONE)) {
      facts.add(
          Fact.observed(
              "needed again between two vacuums",
              slack.toString(),
              "rows that die until the vacuum threshold is reached"));
    }
    facts.add(
        Fact.threshold(
            "worth a word",
            "half of the file and %s; a warning from %s".formatted(LEAST, MUCH),
            CONVENTION,
            "pg_index_watch rebuilds at twice the best size from 10 MB; check_postgres warns at 1"
                + " GB"));
    return facts;
  }

  private static String range(Object least, Object most) {
    return least.equals(most) ? least.toString() : "%s to %s".formatted(least, most);
  }

  /// What a rewrite does to the size.
  Effect effect(String what) {
    return new Effect.Predicted(
        "size of the " + what,
        size().toString(),
        bytes(estimate.fewest().count()).toString(),
        bytes(estimate.most().count()).toString(),
        estimate.isMeasured()
            ? "what pgstattuple measured"
            : "row widths of pg_stats laid out as a rewrite would; see docs/experiments/bloat.md");
  }

  private Bytes bytes(long pages) {
    return new Bytes(pages * estimate.blockSize());
  }
}
