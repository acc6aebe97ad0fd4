package org.vacuumadvisor.source.saved;

import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/// What a survey file is made of: its version and the names of its members. The schema is beside
/// it, `survey.schema.json`.
///
/// A reader that streams must know `format` and `schemaVersion` before `sets`, and what a set is
/// about before its `values`. So the names are such that a file still reads after a tool has sorted
/// its members by name.
final class SurveyFormat {
  static final String NAME = "vacuum-advisor-survey";

  /// Raised when an older reader would misunderstand a newer file; a member or topic that may be
  /// passed over does not raise it.
  static final int VERSION = 1;

  static final String FORMAT = "format";
  static final String SCHEMA_VERSION = "schemaVersion";
  static final String GAPS = "gaps";
  static final String SETS = "sets";

  static final String TOPIC = "topic";
  static final String DATABASE = "database";
  static final String ABSENT = "absent";
  static final String COLUMNS = "columns";
  static final String VALUES = "values";

  static final String KIND = "kind";
  static final String WHAT = "what";
  static final String HIDES = "hides";
  static final String REMEDY = "remedy";

  private SurveyFormat() {}

  /// How a constant of ours is written: `replication_slots`.
  static String word(Enum<?> constant) {
    return constant.name().toLowerCase(Locale.ROOT);
  }

  /// The constant that is written so.
  static <E extends Enum<E>> Optional<E> constant(Class<E> type, String word) {
    return Stream.of(type.getEnumConstants()).filter(each -> word(each).equals(word)).findFirst();
  }
}
