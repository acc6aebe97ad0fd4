package org.vacuumadvisor.model;

import java.util.List;
import java.util.stream.Collectors;

/// Where a figure came from. Prose is made of it at the very end, by [#inWords].
public sealed interface Source
    permits Key,
        Source.Shown,
        Source.At,
        Source.Derived,
        Source.Assumed,
        Source.Words,
        Source.Unstated {

  /// As the proof of a finding names it.
  String inWords();

  /// A column of a view, or a function's result, that has no key of its own.
  record Shown(String view, String column) implements Source {
    @Override
    public String inWords() {
      return column.isEmpty() ? view : view + "." + column;
    }
  }

  /// A line of a text or log, and what stands there.
  ///
  /// @param place `line 12`, or with the name of the text or file before it
  record At(String place, Source of) implements Source {
    @Override
    public String inWords() {
      return of instanceof Unstated ? place : of.inWords() + "; " + place;
    }
  }

  /// Computed from other figures.
  ///
  /// @param formula PostgreSQL's function, or the computation in words
  record Derived(String formula, List<Source> from) implements Source {
    public Derived {
      from = List.copyOf(from);
    }

    @Override
    public String inWords() {
      return from.isEmpty()
          ? formula
          : "%s of %s"
              .formatted(
                  formula, from.stream().map(Source::inWords).collect(Collectors.joining(", ")));
    }
  }

  /// PostgreSQL's default, because nobody showed the value.
  record Assumed(String setting) implements Source {
    @Override
    public String inWords() {
      return setting + ", its default: not shown";
    }
  }

  /// The ground of a figure in words: a function of PostgreSQL, a message, a publication.
  record Words(String inWords) implements Source {}

  /// A fact whose origin nobody asks for, such as a name.
  record Unstated() implements Source {
    static final Unstated UNSTATED = new Unstated();

    @Override
    public String inWords() {
      return "";
    }
  }
}
