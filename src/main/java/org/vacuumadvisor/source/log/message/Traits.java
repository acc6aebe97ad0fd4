package org.vacuumadvisor.source.log.message;

import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.vacuumadvisor.model.history.Trait;

/// The traits of a run as bits; each set of them is made once for all runs.
@SuppressWarnings("EnumOrdinal") // a bit for each
final class Traits {
  private static final Map<Integer, Set<Trait>> SETS = new ConcurrentHashMap<>();

  private int bits;

  void add(Trait trait) {
    bits |= 1 << trait.ordinal();
  }

  boolean has(Trait trait) {
    return (bits & 1 << trait.ordinal()) != 0;
  }

  Set<Trait> set() {
    return SETS.computeIfAbsent(
        bits,
        _ -> Stream.of(Trait.values()).filter(this::has).collect(Collectors.toUnmodifiableSet()));
  }
}
