package org.vacuumadvisor.plan;

import java.util.List;
import java.util.Objects;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.vacuumadvisor.model.RelationKind;
import org.vacuumadvisor.postgres.Identifiers;

/// The statements that put back the old values of a change; names are quoted, values too unless
/// they are a word or a number.
public final class Revert {
  private static final Pattern PLAIN = Pattern.compile("[A-Za-z]+|-?[0-9]+(\\.[0-9]+)?");
  private static final Pattern NAME = Pattern.compile("[a-z_]+(\\.[a-z_]+)?");

  private Revert() {}

  /// One statement, or for several settings of the server one each.
  public static String of(Target target, List<PlannedValue> values) {
    if (values.isEmpty()
        || values.stream().anyMatch(each -> !NAME.matcher(each.name()).matches())) {
      throw new IllegalArgumentException("no name of a setting");
    }
    if (target.isServer()) {
      return values.stream()
              .map(each ->
                  each.old() == null
                      ? "ALTER SYSTEM RESET %s;".formatted(each.name())
                      : "ALTER SYSTEM SET %s = %s;"
                          .formatted(each.name(), Identifiers.quotedLiteral(each.old())))
              .collect(Collectors.joining("\n"))
          + "\nSELECT pg_catalog.pg_reload_conf();";
    }
    var table = Objects.requireNonNull(target.table());
    var named = target.toastOf() == null ? table : target.toastOf();
    var prefix = target.toastOf() == null ? "" : "toast.";
    var set =
        values.stream()
            .filter(each -> each.old() != null)
            .map(each -> prefix + each.name() + " = " + value(String.valueOf(each.old())))
            .collect(Collectors.joining(", "));
    var reset =
        values.stream()
            .filter(each -> each.old() == null)
            .map(each -> prefix + each.name())
            .collect(Collectors.joining(", "));
    return Stream.of(
            set.isEmpty() ? "" : "SET (%s)".formatted(set),
            reset.isEmpty() ? "" : "RESET (%s)".formatted(reset))
        .filter(each -> !each.isEmpty())
        .collect(
            Collectors.joining(
                ", ",
                "ALTER %s %s "
                    .formatted(
                        named.kind() == RelationKind.MATERIALIZED_VIEW
                            ? "MATERIALIZED VIEW"
                            : "TABLE",
                        named.relationName().sql()),
                ";"));
  }

  private static String value(String text) {
    return PLAIN.matcher(text).matches() ? text : Identifiers.quotedLiteral(text);
  }
}
