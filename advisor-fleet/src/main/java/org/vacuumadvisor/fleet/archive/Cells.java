package org.vacuumadvisor.fleet.archive;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.vacuumadvisor.model.Reading;
import org.vacuumadvisor.model.Reading.Why;
import org.vacuumadvisor.report.data.JsonText;
import org.vacuumadvisor.unit.Bytes;
import org.vacuumadvisor.unit.Pages;
import org.vacuumadvisor.unit.XidAge;

/// A row in the making, by the names of its columns. What nobody puts in is null. Why figures are
/// null is gathered for the column `missing`; what never happened or does not apply is no gap:
/// there null says it all.
public final class Cells {
  private final Dataset dataset;
  private final @Nullable Object[] values;
  private final Map<String, Why> missing = new TreeMap<>();

  public Cells(Dataset dataset) {
    this.dataset = dataset;
    this.values = new @Nullable Object[dataset.fields().size()];
  }

  /// Puts a value in. One of an enumeration is its word, and one of a unit its number.
  public Cells put(String column, @Nullable Object value) {
    values[dataset.column(column)] =
        switch (value) {
          case null -> null;
          case Pages pages -> pages.count();
          case Bytes bytes -> bytes.count();
          case XidAge age -> age.count();
          case Integer number -> number.longValue();
          case Enum<?> constant -> JsonText.word(constant);
          case Object other -> other;
        };
    return this;
  }

  /// Puts a figure in, or why it is missing.
  public Cells put(String column, Reading<?> reading) {
    switch (reading) {
      case Reading.Known<?>(var value, _) -> put(column, value);
      case Reading.Missing<?>(var why) -> {
        if (why != Why.NOT_APPLICABLE) {
          missing.put(column, why);
        }
      }
    }
    return this;
  }

  /// The row. Its column `missing` is such as `{"n_dead_tup": "tracking-off"}`, and null where
  /// nothing is missing: names of columns and reasons need no escapes.
  public List<@Nullable Object> row() {
    if (!missing.isEmpty()) {
      var json =
          missing.entrySet().stream()
              .map(each -> "\"%s\": \"%s\"".formatted(each.getKey(), word(each.getValue())))
              .collect(Collectors.joining(", ", "{", "}"));
      put("missing", json);
    }
    return Arrays.asList(values.clone());
  }

  private static String word(Why why) {
    return JsonText.word(why).replace('_', '-');
  }
}
