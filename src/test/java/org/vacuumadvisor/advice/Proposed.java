package org.vacuumadvisor.advice;

import java.util.List;
import java.util.SortedMap;
import java.util.stream.Stream;
import org.vacuumadvisor.advice.setting.ClosedForm;
import org.vacuumadvisor.advice.setting.Proposal;
import org.vacuumadvisor.advice.setting.SettingChange;
import org.vacuumadvisor.diagnosis.Effect;
import org.vacuumadvisor.diagnosis.Finding;
import org.vacuumadvisor.diagnosis.Remedy;
import org.vacuumadvisor.evidence.Evidence;

/// What the closed form makes of the goals of a finding.
public final class Proposed {
  private Proposed() {}

  private static List<Proposal> all(Evidence evidence, Finding finding) {
    return finding.remedies().stream()
        .flatMap(each ->
            each instanceof Remedy.Tune tune
                ? new ClosedForm(evidence).of(tune).stream()
                : Stream.empty())
        .toList();
  }

  /// Settings of the server as `name = value`, parameters of tables as `name = value`, in order.
  public static List<String> settings(Evidence evidence, Finding finding) {
    return all(evidence, finding).stream()
        .flatMap(each ->
            switch (each.change()) {
              case SettingChange.OfServer(var setting, var value) ->
                  Stream.of(setting.parameter() + " = " + value);
              case SettingChange.OfTable(_, var parameters) ->
                  parameters.entrySet().stream()
                      .map(entry -> entry.getKey() + " = " + entry.getValue());
            })
        .toList();
  }

  /// The storage parameters of the first table that gets any.
  public static SortedMap<String, String> parameters(Evidence evidence, Finding finding) {
    return all(evidence, finding).stream()
        .flatMap(each ->
            each.change() instanceof SettingChange.OfTable(_, var parameters)
                ? Stream.of(parameters)
                : Stream.empty())
        .findFirst()
        .orElseThrow();
  }

  /// What the first change is expected to do.
  public static Effect.Predicted predicted(Evidence evidence, Finding finding) {
    return (Effect.Predicted) all(evidence, finding).getFirst().effect();
  }
}
