package org.vacuumadvisor.advice;

import java.util.Optional;
import org.vacuumadvisor.advice.setting.SettingChange;
import org.vacuumadvisor.diagnosis.Effect;
import org.vacuumadvisor.diagnosis.Subject;
import org.vacuumadvisor.evidence.Evidence;
import org.vacuumadvisor.postgres.HowToSet;
import org.vacuumadvisor.postgres.Provider;
import org.vacuumadvisor.postgres.Setting;
import org.vacuumadvisor.postgres.SettingSql;
import org.vacuumadvisor.postgres.SettingValue;

/// How a server setting is changed on this release at this provider, and changed back.
record ServerChange(SettingChange.OfServer tune, Evidence evidence) {

  Recommendation contract(Draft draft, Effect effect) {
    var name = tune.setting().parameter();
    draft
        .title("Set %s to %s".formatted(name, tune.value()))
        .appliesTo(new Subject.Cluster())
        .expected(effect)
        .how(how())
        .how(provider().tunerOf(tune.setting()).orElse(""))
        .cost(takesEffect(), "It concerns every database of the server")
        .verify("SHOW %s; says %s in a new session".formatted(name, tune.value()));
    statement().ifPresent(sql -> draft.sql(sql).undo(undo(name)));
    return draft.build();
  }

  /// Empty where it is not done by SQL.
  Optional<String> statement() {
    return way() == HowToSet.ALTER_SYSTEM && whereInstead().isEmpty()
        ? Optional.of(SettingSql.ofServer(tune.setting().parameter(), tune.value()))
        : Optional.empty();
  }

  private HowToSet way() {
    return provider().howToSet(tune.setting(), evidence.release());
  }

  /// What to do beside or instead of the statement; empty if there is nothing.
  String how() {
    var name = tune.setting().parameter();
    var where =
        switch (way()) {
          case ALTER_SYSTEM -> whereInstead();
          case PARAMETER_GROUP -> "Set %s in the parameter group.".formatted(name);
          case DATABASE_FLAG ->
              "Set the database flag %s, together with the flags you have: the list is replaced."
                  .formatted(name);
          case SERVER_PARAMETER -> "Set the server parameter %s of the service.".formatted(name);
          case PROVIDER_TOOL ->
              "Set %s with the provider's tools: ALTER SYSTEM is not allowed.".formatted(name);
          case ALTER_ROLE_OR_DATABASE ->
              "Set %s with ALTER DATABASE or ALTER ROLE.".formatted(name);
          case NOT_POSSIBLE ->
              "%s does not let you change %s: ask its support.".formatted(provider().label(), name);
        };
    return (where + " " + afterwards()).strip();
  }

  /// Where the value in effect is set, if that overrides ALTER SYSTEM.
  private String whereInstead() {
    return switch (origin()) {
      case "command line" ->
          "It is given on the server's command line, which overrides ALTER SYSTEM: change it"
              + " there.";
      case "environment variable" ->
          "It is given in the server's environment, which overrides ALTER SYSTEM: change it there.";
      case "database", "user", "database user" ->
          "The value seen here is set for the database or the role: ALTER DATABASE … RESET %s, or"
                  .formatted(setting().parameter())
              + " ALTER ROLE … RESET.";
      default -> "";
    };
  }

  private String afterwards() {
    return switch (takesEffect()) {
      case AT_ONCE -> "";
      case AFTER_RELOAD -> isReloaded() ? "Then " + SettingSql.reload() : "";
      case AFTER_RESTART -> "It takes a restart of the server.";
    };
  }

  /// Whether a reload of the configuration is all that is missing after the statement.
  boolean isReloaded() {
    return takesEffect() == Risk.TakesEffect.AFTER_RELOAD && statement().isPresent();
  }

  private Risk.TakesEffect takesEffect() {
    return tune.setting().context(evidence.release()).needsRestart()
        ? Risk.TakesEffect.AFTER_RESTART
        : Risk.TakesEffect.AFTER_RELOAD;
  }

  /// ALTER SYSTEM writes postgresql.auto.conf: what was set there is set again; elsewhere, or where
  /// nobody may see where, the old value is spelled out unless taking ours away restores it.
  private String undo(String name) {
    return SettingSql.ofServer(
        name,
        value()
            .filter(old -> !origin().equals("default") && !isOfConfigurationFile(old))
            .map(SettingValue::setting)
            .orElse(null));
  }

  private static boolean isOfConfigurationFile(SettingValue old) {
    var file = old.sourceFile();
    return file != null && !file.endsWith("postgresql.auto.conf");
  }

  private String origin() {
    return value().map(old -> old.source() == null ? "default" : old.source()).orElse("default");
  }

  private Optional<SettingValue> value() {
    return evidence.settings().value(setting());
  }

  private Setting setting() {
    return tune.setting();
  }

  private Provider provider() {
    return evidence.survey().server().assumedProvider();
  }
}
