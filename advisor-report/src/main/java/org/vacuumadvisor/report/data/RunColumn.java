package org.vacuumadvisor.report.data;

import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.vacuumadvisor.model.history.Run;
import org.vacuumadvisor.model.history.Trait;
import org.vacuumadvisor.unit.Resource;

/// One figure of a run under a name that tables and files use.
///
/// @param name in lower case with underscores, the unit in it where it has one
/// @param path the members of the run that lead to it: `outcome.pages.removed`; empty for a trait
/// @param value null where the run does not say
public record RunColumn(
    String name, Kind kind, String path, Function<Run, @Nullable Object> value) {

  /// What a column holds.
  public enum Kind {
    /// A [String].
    TEXT,
    /// A [Long].
    COUNT,
    /// A [Double].
    REAL,
    /// A [Boolean].
    FLAG
  }

  /// All of them, in the order of the columns.
  public static final List<RunColumn> ALL =
      Resource.lines(RunColumn.class, "columns.txt").stream().map(RunColumn::of).toList();

  /// A name, and the path to its value where it is no trait.
  private static RunColumn of(String line) {
    int end = line.indexOf(' ');
    if (end < 0) {
      var trait = Trait.valueOf(line.toUpperCase(Locale.ROOT));
      return new RunColumn(line, Kind.FLAG, "", run -> run.is(trait));
    }
    var path = line.substring(end + 1);
    var members = MemberPath.of(path);
    var type = members.type(Run.class);
    return new RunColumn(
        line.substring(0, end),
        type == double.class || type == Double.class
            ? Kind.REAL
            : type == String.class || type.isEnum() ? Kind.TEXT : Kind.COUNT,
        path,
        run -> {
          var value = members.valueOf(run);
          return value instanceof Enum<?> constant ? JsonText.word(constant) : value;
        });
  }
}
