package org.vacuumadvisor.verify;

import java.util.List;
import java.util.Objects;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.vacuumadvisor.model.RelationKind;
import org.vacuumadvisor.postgres.SettingSql;

/// The statements that put back the old values of a change.
public final class Revert {
  private static final Pattern NAME = Pattern.compile("[a-z_]+(\\.[a-z_]+)?");

  private Revert() {}

  /// One statement, or for several settings of the server one each.
  ///
  /// @throws IllegalArgumentException if there is no value, or one with a name no setting can have
  public static String of(Target target, List<PlannedValue> values) {
    if (values.isEmpty()
        || values.stream().anyMatch(each -> !NAME.matcher(each.name()).matches())) {
      throw new IllegalArgumentException("no name of a setting");
    }
    if (target.isServer()) {
      return values.stream()
          .map(each -> SettingSql.ofServer(each.name(), each.old()))
          .collect(Collectors.joining("\n", "", "\n" + SettingSql.reload()));
    }
    boolean isToast = target.toastOf() != null;
    var table = Objects.requireNonNull(isToast ? target.toastOf() : target.table());
    var kind = table.kind() == RelationKind.MATERIALIZED_VIEW ? "MATERIALIZED VIEW" : "TABLE";
    return SettingSql.ofTable(
        "ALTER %s %s".formatted(kind, table.relationName().sql()),
        isToast ? "toast." : "",
        values,
        PlannedValue::name,
        PlannedValue::old);
  }
}
