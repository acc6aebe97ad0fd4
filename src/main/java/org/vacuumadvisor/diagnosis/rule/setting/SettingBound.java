package org.vacuumadvisor.diagnosis.rule.setting;

import static org.vacuumadvisor.diagnosis.Severity.CRITICAL;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.vacuumadvisor.diagnosis.Effect;
import org.vacuumadvisor.diagnosis.Finding;
import org.vacuumadvisor.diagnosis.Goal;
import org.vacuumadvisor.diagnosis.Remedy;
import org.vacuumadvisor.diagnosis.Rule;
import org.vacuumadvisor.diagnosis.Severity;
import org.vacuumadvisor.evidence.ServerEvidence;
import org.vacuumadvisor.model.Reading;
import org.vacuumadvisor.postgres.Setting;
import org.vacuumadvisor.postgres.SettingValue;
import org.vacuumadvisor.unit.Bytes;
import org.vacuumadvisor.unit.Quantities;
import org.vacuumadvisor.unit.Resource;
import org.vacuumadvisor.unit.Share;
import org.vacuumadvisor.unit.XidAge;

/// A value of a setting from which on, or below which, it is far from PostgreSQL's default in the
/// direction that hurts: an entry of the resource `risky-settings.txt`.
///
/// @param limit in the setting's unit
/// @param ground what it follows from
/// @param isAbove whether values at the limit and above hurt; else those below it
/// @param headline with a place for the value
/// @param because a few sentences
/// @param goal what to set it to
record SettingBound(
    Setting setting,
    double limit,
    String ground,
    boolean isAbove,
    Severity severity,
    String headline,
    String because,
    Goal goal) {
  /// The graver bound of a setting first.
  private static final List<SettingBound> ALL =
      Resource.blocks(SettingBound.class, "risky-settings.txt").stream()
          .map(SettingBound::of)
          .toList();

  /// Switches that are on, and with which a vacuum, a read or a crash destroys data: the setting,
  /// the headline and why.
  private static final List<List<String>> DAMAGING =
      Resource.blocks(SettingBound.class, "damaging-switches.txt");

  /// What is found of the settings that are shown; each one is asked for.
  static List<Finding> findings(ServerEvidence server, Rule rule) {
    var findings = new ArrayList<Finding>();
    var told = new HashSet<Setting>();
    var settings = server.all().settings();
    for (var bound : ALL) {
      if (bound.setting.isIn(server.all().release())) {
        var value = server.real(bound.setting);
        boolean isAnswered =
            settings.value(bound.setting).filter(SettingValue::waitsForRestart).isPresent();
        if (value.is(bound::isHurt) && !isAnswered && told.add(bound.setting)) {
          findings.add(bound.finding(value, rule));
        }
      }
    }
    DAMAGING.forEach(each -> damaging(each, server, rule).ifPresent(findings::add));
    return findings;
  }

  /// Below 0 a setting is off; only a bound of 0 means that.
  private boolean isHurt(double value) {
    return (value >= limit) == isAbove && (isAbove || value >= 0 || limit <= 0);
  }

  /// The value PostgreSQL gives it.
  static Remedy toDefault(Setting setting, String effect) {
    return new Remedy.Tune(setting, new Goal.ReleaseDefault(new Effect.NotPredicted(effect)));
  }

  /// The five lines of one bound in the resource.
  private static SettingBound of(List<String> lines) {
    var head = lines.getFirst().split(" ", -1);
    boolean isAbove = head[1].equals("from");
    var effect = new Effect.NotPredicted(lines.get(4));
    return new SettingBound(
        Setting.named(head[0]).orElseThrow(),
        Double.parseDouble(head[2]),
        lines.get(3),
        isAbove,
        Severity.valueOf(head[3].toUpperCase(Locale.ROOT)),
        lines.get(1),
        lines.get(2),
        head.length > 4
            ? new Goal.Age(new XidAge(Long.parseLong(head[5])), effect)
            : new Goal.ReleaseDefault(effect));
  }

  /// A scale factor is a share of a table, memory is in kB.
  private String inWords(double value) {
    return setting.parameter().endsWith("scale_factor")
        ? new Share(value).toString()
        : setting.parameter().endsWith("work_mem")
            ? new Bytes(Math.round(value * 1024)).toString()
            : Quantities.number(value);
  }

  private Finding finding(Reading<Double> value, Rule rule) {
    return rule.found(severity, headline.formatted(value.map(this::inWords).or("")))
        .observed(setting.parameter(), value)
        .chosen(isAbove ? "too high: from" : "too low: below", limit, ground)
        .because(because)
        .tune(setting, goal)
        .build();
  }

  private static Optional<Finding> damaging(List<String> lines, ServerEvidence server, Rule rule) {
    return server
        .ask(lines.getFirst())
        .known()
        .filter(value -> value.setting().equals("on"))
        .map(value ->
            rule.found(CRITICAL, lines.get(1))
                .observed(lines.getFirst(), value.setting(), "pg_settings", lines.getFirst())
                .engine("default", "off", "PostgreSQL")
                .because(lines.get(2))
                .remedy(Remedy.Act.said("damaging-off", lines.getFirst()))
                .build());
  }
}
