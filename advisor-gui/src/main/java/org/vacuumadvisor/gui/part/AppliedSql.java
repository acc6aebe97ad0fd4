package org.vacuumadvisor.gui.part;

import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.vacuumadvisor.postgres.Release;
import org.vacuumadvisor.postgres.Setting;

/// Statements with what it takes for them to have an effect: `ALTER SYSTEM` alone changes nothing
/// until the server reads its settings again, or starts again.
public final class AppliedSql {
  private static final Pattern ALTER_SYSTEM =
      Pattern.compile(
          "^\\s*ALTER\\s+SYSTEM\\s+(?:SET|RESET)\\s+\"?([a-z_.0-9]+)",
          Pattern.CASE_INSENSITIVE | Pattern.MULTILINE);
  private static final Pattern RELOAD = Pattern.compile("\\bpg_reload_conf\\s*\\(");

  private AppliedSql() {}

  /// The same statements, and below them what else is to be done.
  public static String of(String sql) {
    var settings = ALTER_SYSTEM.matcher(sql).results().map(each -> each.group(1)).distinct();
    var needs = settings.map(AppliedSql::restart).toList();
    var text = new StringBuilder(sql);
    if (!needs.isEmpty() && !sql.stripTrailing().endsWith(";")) {
      text.append(';');
    }
    boolean isReloaded = needs.stream().anyMatch(need -> !need.isOfEveryRelease());
    if (isReloaded && !RELOAD.matcher(sql).find()) {
      text.append("\nSELECT pg_reload_conf();");
    }
    needs.stream().map(Restart::inWords).filter(each -> !each.isEmpty()).forEach(text::append);
    return text.toString();
  }

  /// What a setting takes beside the statement.
  ///
  /// @param before the first release that does without a restart; empty if all need one
  private record Restart(String setting, Optional<Release> before) {
    boolean isOfEveryRelease() {
      return before.isEmpty();
    }

    String inWords() {
      return before
          .map(release ->
              release == Release.V9_6
                  ? ""
                  : "\n-- Before PostgreSQL %s, %s takes a restart of the server."
                      .formatted(release.major(), setting))
          .orElse("\n-- %s takes a restart of the server.".formatted(setting));
    }
  }

  private static Restart restart(String setting) {
    return new Restart(
        setting,
        Stream.of(Release.values())
            .filter(release ->
                Setting.named(setting)
                    .filter(each -> each.isIn(release) && each.context(release).needsRestart())
                    .isEmpty())
            .findFirst());
  }
}
