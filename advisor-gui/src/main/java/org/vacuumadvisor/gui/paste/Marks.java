package org.vacuumadvisor.gui.paste;

import java.util.Collections;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;

/// Lines that light up, counted from 0.
///
/// @param proof those that prove it
/// @param around what else belongs to their messages
/// @param lead the one to look at first, of those that prove it; empty where there is none
/// @param isAsked whether somebody asked to see them; false where they are shown unasked
record Marks(
    SortedSet<Integer> proof, SortedSet<Integer> around, Optional<Integer> lead, boolean isAsked) {
  static final Marks NONE = new Marks(new TreeSet<>(), new TreeSet<>(), Optional.empty(), false);

  Marks {
    proof = Collections.unmodifiableSortedSet(new TreeSet<>(proof));
    around = Collections.unmodifiableSortedSet(new TreeSet<>(around));
  }

  /// Lines of which all are as good as another.
  static Marks of(SortedSet<Integer> lines) {
    return new Marks(lines, new TreeSet<>(), lines.stream().findFirst(), true);
  }

  boolean isEmpty() {
    return proof.isEmpty() && around.isEmpty();
  }

  /// All that light up.
  SortedSet<Integer> all() {
    var all = new TreeSet<>(proof);
    all.addAll(around);
    return all;
  }

  Marks asked(boolean isAskedNow) {
    return new Marks(proof, around, lead, isAskedNow);
  }
}
