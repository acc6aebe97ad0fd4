package org.vacuumadvisor.diagnosis.rule.space;

import static org.vacuumadvisor.evidence.TableFigures.HEAP_BYTES;

import org.vacuumadvisor.evidence.TableEvidence;
import org.vacuumadvisor.model.Reading.Known;
import org.vacuumadvisor.model.Relation;
import org.vacuumadvisor.model.Source;
import org.vacuumadvisor.postgres.Identifiers;
import org.vacuumadvisor.unit.Bytes;

/// What the rules about free space say of a table's file.
final class TableSpace {
  private TableSpace() {}

  /// Whether the whole file is smaller than any free space that is reported.
  static boolean isSmall(TableEvidence table) {
    return table.ask(HEAP_BYTES) instanceof Known<Bytes>(var size, _)
        && size.compareTo(Bloat.MIN_SURPLUS) < 0;
  }

  /// Where its size was read.
  static Source sizeFrom(TableEvidence table) {
    return table.ask(HEAP_BYTES) instanceof Known<Bytes>(_, var source)
        ? source
        : new Source.Words("with the estimate");
  }

  static String pgstattuple(Relation relation) {
    return "SELECT * FROM pgstattuple(%s)"
        .formatted(Identifiers.quotedLiteral(relation.name().sql()));
  }
}
