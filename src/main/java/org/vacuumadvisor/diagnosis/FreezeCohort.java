package org.vacuumadvisor.diagnosis;

import java.util.Comparator;
import java.util.List;
import org.vacuumadvisor.evidence.Evidence;
import org.vacuumadvisor.model.Relation;
import org.vacuumadvisor.model.TableKeys;
import org.vacuumadvisor.unit.Pages;
import org.vacuumadvisor.unit.XidAge;

/// Tables of about one age, which will be due for a forced vacuum together.
public final class FreezeCohort {
  /// Tables whose ages differ by no more than this part of the limit are due together.
  public static final double TOGETHER = 0.05;

  private static final double HALF_WAY = 0.5;

  private FreezeCohort() {}

  /// Of those past half the age at which a vacuum is forced, the ones near to each other that have
  /// most to freeze together, the oldest first.
  public static List<Relation> largest(Evidence evidence) {
    double limit = (double) evidence.settings().freezeMaxAge().count();
    return largest(
        evidence.survey().relations().stream()
            .filter(each -> each.isAutovacuumed() && !each.isSystem())
            .filter(each -> unfrozen(each) > 0 && !evidence.isForced(each))
            .filter(each -> (double) age(each) >= HALF_WAY * limit)
            .sorted(Comparator.comparingLong(FreezeCohort::age).reversed())
            .toList(),
        TOGETHER * limit);
  }

  /// `age(relfrozenxid)`; none where it is not known, or there is nothing to freeze.
  public static long age(Relation relation) {
    return relation.get(TableKeys.XID_AGE).or(XidAge.NONE).count();
  }

  /// Pages that are not known to be frozen; none where the size is not known.
  public static long unfrozen(Relation relation) {
    return relation.unfrozenPages().or(Pages.NONE).count();
  }

  /// The run of neighbours by age, no further apart than `width`, that has most to freeze.
  private static List<Relation> largest(List<Relation> byAge, double width) {
    int from = 0;
    long pages = 0;
    long most = -1;
    List<Relation> best = List.of();
    for (int to = 0; to < byAge.size(); to++) {
      pages += unfrozen(byAge.get(to));
      while ((double) (age(byAge.get(from)) - age(byAge.get(to))) > width) {
        pages -= unfrozen(byAge.get(from));
        from++;
      }
      if (pages > most) {
        most = pages;
        best = byAge.subList(from, to + 1);
      }
    }
    return List.copyOf(best);
  }
}
