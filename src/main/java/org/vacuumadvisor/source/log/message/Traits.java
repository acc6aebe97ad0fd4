package org.vacuumadvisor.source.log.message;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.vacuumadvisor.model.history.Trait;

/// The traits of a run as bits; the sets of them are made once for all runs.
@SuppressWarnings("EnumOrdinal") // a bit for each
final class Traits {
  private static final List<Set<Trait>> SETS = sets();

  private int bits;

  void add(Trait trait) {
    bits |= 1 << trait.ordinal();
  }

  boolean has(Trait trait) {
    return (bits & 1 << trait.ordinal()) != 0;
  }

  Set<Trait> set() {
    return SETS.get(bits);
  }

  private static List<Set<Trait>> sets() {
    var traits = Trait.values();
    var sets = new ArrayList<Set<Trait>>();
    for (int bits = 0; bits < 1 << traits.length; bits++) {
      var set = EnumSet.noneOf(Trait.class);
      for (var trait : traits) {
        if ((bits & 1 << trait.ordinal()) != 0) {
          set.add(trait);
        }
      }
      sets.add(Set.copyOf(set));
    }
    return List.copyOf(sets);
  }
}
