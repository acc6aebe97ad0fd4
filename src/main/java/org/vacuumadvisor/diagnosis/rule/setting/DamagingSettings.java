package org.vacuumadvisor.diagnosis.rule.setting;

import static org.vacuumadvisor.diagnosis.Provenance.ENGINE;

import java.util.List;
import java.util.stream.Stream;
import org.vacuumadvisor.diagnosis.Fact;
import org.vacuumadvisor.diagnosis.Finding;
import org.vacuumadvisor.diagnosis.Remedy;
import org.vacuumadvisor.diagnosis.Severity;
import org.vacuumadvisor.diagnosis.Subject;
import org.vacuumadvisor.evidence.Evidence;
import org.vacuumadvisor.model.reading.Reading.Known;
import org.vacuumadvisor.postgres.SettingValue;

/// Settings with which a vacuum, a read or a crash destroys data.
final class DamagingSettings {
  /// @param value that is dangerous
  private record Damaging(String setting, String value, String headline, String because) {}

  private static final List<Damaging> ALL =
      List.of(
          new Damaging(
              "zero_damaged_pages",
              "on",
              "zero_damaged_pages is on: damaged pages are emptied when they are read",
              "Whoever reads a damaged page, vacuum included, sees an empty one, and may write it:"
                  + " all rows of the page are lost for good. It is meant for saving what is left"
                  + " of a table that was copied before."),
          new Damaging(
              "ignore_checksum_failure",
              "on",
              "ignore_checksum_failure is on: damaged pages are used as they are",
              "A page whose checksum does not match is read and written on, so that damage spreads"
                  + " to indexes, standbys and backups."));

  private DamagingSettings() {}

  static List<Finding> of(Evidence evidence) {
    return ALL.stream().flatMap(each -> finding(each, evidence)).toList();
  }

  private static Stream<Finding> finding(Damaging damaging, Evidence evidence) {
    return evidence.aboutServer().ask(damaging.setting())
                instanceof Known<SettingValue>(var value, var source)
            && value.setting().equals(damaging.value())
        ? Stream.of(
            Finding.of(
                    "risky-setting", Severity.WARNING, new Subject.Cluster(), damaging.headline())
                .fact(Fact.observed(damaging.setting(), value.setting(), source))
                .fact(
                    Fact.threshold(
                        "default",
                        damaging.value().equals("on") ? "off" : "on",
                        ENGINE,
                        "PostgreSQL"))
                .because(damaging.because())
                .remedy(
                    new Remedy.Act(
                        "Set %s back to %s, once what made somebody change it is repaired."
                            .formatted(
                                damaging.setting(), damaging.value().equals("on") ? "off" : "on")))
                .build())
        : Stream.empty();
  }
}
