package org.vacuumadvisor.forecast.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.vacuumadvisor.diagnosis.rule.Given;
import org.vacuumadvisor.diagnosis.rule.TableGiven;
import org.vacuumadvisor.forecast.cluster.IndexStart.Splits;
import org.vacuumadvisor.forecast.cluster.TableReading.IndexEntry;
import org.vacuumadvisor.model.Reading.Why;
import org.vacuumadvisor.model.Readings;
import org.vacuumadvisor.model.Relation;
import org.vacuumadvisor.postgres.Release;

/// Where new entries split the pages of an index on two columns, each value of which comes once.
class IndexEntryTest {
  @Test
  void splitsPagesOfANewIndexInAWave() {
    assertEquals(Splits.IN_A_WAVE, splits(relation(), 0.9));
  }

  @Test
  void splitsPagesOfAnIndexInUseHereAndThere() {
    assertEquals(Splits.HERE_AND_THERE, splits(relation(), 0.7));
    assertEquals(Splits.HERE_AND_THERE, splits(relation(), 1.4));
  }

  /// `n_distinct` is a share of rows that nobody knows: not of none.
  @Test
  void guessesNothingWhereValuesAreNotKnown() {
    var uncounted = relation().with(Readings.builder(Why.NOT_COLLECTED).build());
    assertEquals(
        List.of(-1.0),
        uncounted.columns().stream().map(each -> each.distinct().or(0.0)).distinct().toList());
    assertEquals(Splits.HERE_AND_THERE, splits(uncounted, 0.9));
  }

  private static Splits splits(Relation table, double filled) {
    return IndexEntry.splits(table.indexes().getFirst(), table, filled);
  }

  private static Relation relation() {
    TableGiven table = Given.table("orders").rows(100_000).bigints(2).index("i", 300, 1, 2);
    return Given.server(Release.V18).with(table).survey().relations().getFirst();
  }
}
