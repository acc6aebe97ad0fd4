package org.vacuumadvisor.evidence;

import java.util.Optional;
import org.vacuumadvisor.model.Excerpt;
import org.vacuumadvisor.model.Reading;
import org.vacuumadvisor.model.Reading.Why;
import org.vacuumadvisor.model.Source;
import org.vacuumadvisor.postgres.Setting;
import org.vacuumadvisor.postgres.SettingValue;

/// What is known of the server or a database, for one rule.
public final class ServerEvidence extends SubjectEvidence {
  ServerEvidence(Evidence evidence) {
    super(evidence);
  }

  /// A setting as it was shown; missing where nobody showed it, whatever its default is.
  public Reading<SettingValue> ask(Setting setting) {
    return ask(setting.parameter());
  }

  /// The same of a setting that has no constant.
  public Reading<SettingValue> ask(String parameter) {
    return ask(parameter, Question.setting(parameter), shown(parameter));
  }

  /// The number that a setting was shown with, in its unit.
  public Reading<Double> real(Setting setting) {
    return ask(setting)
        .flatMap(_ ->
            all()
                .settings()
                .real(setting)
                .map(number -> Reading.of(number, source(setting.parameter())))
                .orElseGet(() -> Reading.missing(Why.NOT_COLLECTED)));
  }

  /// A setting without which the rule cannot tell: if nobody showed it, the rule ends here.
  public SettingValue need(Setting setting) {
    return known(ask(setting));
  }

  private Reading<SettingValue> shown(String parameter) {
    return all()
        .settings()
        .value(parameter)
        .map(value -> Reading.of(value, source(parameter)))
        .orElseGet(() -> Reading.missing(Why.NOT_COLLECTED));
  }

  /// Where a setting was read: in `pg_settings`, or in a line that somebody pasted.
  private Source source(String parameter) {
    var view = new Source.Shown("pg_settings", parameter);
    return all().excerpt().flatMap(excerpt -> line(excerpt, parameter, view)).orElse(view);
  }

  private static Optional<Source> line(Excerpt excerpt, String parameter, Source view) {
    return Optional.ofNullable(excerpt.settings().get(parameter))
        .map(figure -> new Source.At(excerpt.where(figure.line()), view));
  }
}
