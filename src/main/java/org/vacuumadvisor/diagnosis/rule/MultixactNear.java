package org.vacuumadvisor.diagnosis.rule;

import static org.vacuumadvisor.diagnosis.Provenance.CONVENTION;
import static org.vacuumadvisor.diagnosis.Provenance.ENGINE;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.vacuumadvisor.diagnosis.Fact;
import org.vacuumadvisor.diagnosis.Finding;
import org.vacuumadvisor.diagnosis.Remedy;
import org.vacuumadvisor.diagnosis.Rule;
import org.vacuumadvisor.diagnosis.Severity;
import org.vacuumadvisor.diagnosis.Subject;
import org.vacuumadvisor.evidence.Evidence;
import org.vacuumadvisor.model.Database;
import org.vacuumadvisor.postgres.Wraparound;
import org.vacuumadvisor.unit.Quantities;
import org.vacuumadvisor.unit.Share;
import org.vacuumadvisor.unit.XidAge;
import org.vacuumadvisor.workload.Confidence;

/// Multixact IDs, or the members they hold, come near their end: rows that several transactions
/// lock at once use them up.
final class MultixactNear implements Rule {
  static final XidAge NEAR = new XidAge(Wraparound.WRAP.count() / 2);

  /// From here on members lower the age at which vacuums are forced.
  private static final long MEMBERS_NEAR = 2_000_000_000L;

  @Override
  public String id() {
    return "multixact-near";
  }

  @Override
  public Stream<Finding> examine(Evidence evidence) {
    return evidence.survey().databases().stream()
        .max(Comparator.comparingLong(each -> each.ages().multixact()))
        .flatMap(oldest -> finding(oldest, evidence))
        .stream();
  }

  private static Optional<Long> members(Evidence evidence) {
    return evidence.survey().machinery().multixactMembers().known();
  }

  private Optional<Finding> finding(Database oldest, Evidence evidence) {
    var release = evidence.survey().server().release();
    var age = new XidAge(oldest.ages().multixact());
    var stop = Wraparound.MULTIXACTS.stopAge(release);
    boolean areMembersMany = members(evidence).filter(each -> each > MEMBERS_NEAR).isPresent();
    if (!stop.exceeds(age) || (!age.exceeds(NEAR) && !areMembersMany)) {
      return Optional.empty();
    }
    boolean isLate =
        age.exceeds(
            evidence.survey().settings().multixactFailsafeAge().orElse(new XidAge(1_600_000_000)));
    return Optional.of(
        new Finding(
            id(),
            isLate ? Severity.CRITICAL : Severity.WARNING,
            new Subject.OfDatabase(oldest.name()),
            age.exceeds(NEAR)
                ? "Database %s has used up %s of the multixact IDs before the server stops writing"
                    .formatted(oldest.name(), Share.of(age.count(), stop.count()))
                : "%s multixact members are in use: vacuums are forced earlier for it"
                    .formatted(Quantities.count(members(evidence).orElse(0L))),
            facts(oldest, stop, evidence),
            "Where several transactions lock one row at once, as foreign keys and SELECT FOR SHARE"
                + " do, PostgreSQL notes them in a multixact. Old ones go when vacuum freezes the"
                + " rows that refer to them, just like old transaction IDs; that it has not come so"
                + " far means that it fails or that they are used up very fast.",
            Confidence.HIGH,
            members(evidence).isPresent()
                ? null
                : "The members in use, which may run out first: PostgreSQL tells them from 19 on;"
                    + " before, the size of pg_multixact/members does.",
            List.of(
                new Remedy.FreezeDatabase(
                    oldest.name(), evidence.survey().settings().freezeTableAge()))));
  }

  private static List<Fact> facts(Database oldest, XidAge stop, Evidence evidence) {
    var facts = new ArrayList<Fact>();
    facts.add(
        Fact.observed(
            "age of the oldest multixact",
            Quantities.count(oldest.ages().multixact()),
            "mxid_age(pg_database.datminmxid)"));
    members(evidence)
        .ifPresent(each ->
            facts.add(
                Fact.observed(
                    "members in use", Quantities.count(each), "pg_get_multixact_stats()")));
    facts.add(
        Fact.threshold(
            "writes stop at", Quantities.count(stop.count()), ENGINE, "SetMultiXactIdLimit()"));
    facts.add(
        Fact.threshold(
            "forced from",
            Quantities.count(evidence.survey().settings().multixactFreezeMaxAge().count()),
            ENGINE,
            "autovacuum_multixact_freeze_max_age, lowered by members above "
                + Quantities.count(MEMBERS_NEAR)));
    facts.add(
        Fact.threshold(
            "near", Quantities.count(NEAR.count()), CONVENTION, "pganalyze warns at half of 2^31"));
    return facts;
  }
}
