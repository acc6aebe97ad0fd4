package org.vacuumadvisor.space;

import java.util.stream.Stream;
import org.vacuumadvisor.model.Relation;
import org.vacuumadvisor.model.RelationKind;
import org.vacuumadvisor.model.Survey;
import org.vacuumadvisor.space.SpaceEstimate.Estimated;
import org.vacuumadvisor.unit.Bytes;
import org.vacuumadvisor.unit.Share;

/// What a rewrite of a table gives back besides what it is done for: it writes the heap, the TOAST
/// table, and all indexes anew.
public final class Excess {
  /// A tree that grew in random order is a third empty, and will be again: half is more.
  private static final Share HALF = new Share(0.5);

  private Excess() {}

  /// Of a heap or TOAST table with its indexes, and what else is rewritten with it.
  public static Bytes of(Relation one, Survey survey) {
    return new Bytes(heap(one).mapToLong(Excess::excess).sum()).plus(beside(one, survey));
  }

  /// Of all files of a table but one, at the least.
  ///
  /// @param one heap or TOAST table that is judged itself; its indexes count
  public static Bytes beside(Relation one, Survey survey) {
    var release = survey.server().release();
    long table = table(one);
    return new Bytes(
        survey.relations().stream()
            .filter(each -> table(each) == table)
            .filter(each -> each.key().databaseOid() == one.key().databaseOid())
            .flatMap(each ->
                Stream.concat(
                    each.key().equals(one.key()) ? Stream.of() : heap(each),
                    each.indexes().stream().map(index -> BtreeEstimate.of(each, index, release))))
            .mapToLong(Excess::excess)
            .sum());
  }

  private static long table(Relation file) {
    return file.kind() == RelationKind.TOAST
        ? file.parent().orElse(file.key().oid())
        : file.key().oid();
  }

  private static Stream<SpaceEstimate> heap(Relation file) {
    return file.kind() == RelationKind.TOAST
        ? HeapEstimate.bounded(file).stream().map(each -> each)
        : Stream.of(HeapEstimate.of(file));
  }

  private static long excess(SpaceEstimate estimate) {
    return estimate instanceof Estimated known
            && known.isSound()
            && known.leastBloat().compareTo(HALF) >= 0
        ? known.leastExcess().count()
        : 0;
  }
}
