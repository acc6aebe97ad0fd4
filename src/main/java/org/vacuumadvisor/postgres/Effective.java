package org.vacuumadvisor.postgres;

import java.util.function.Function;

/// A value in effect, after all that can override it, and where it comes from.
public record Effective<T>(T value, Origin origin) {
  public boolean isOfTable() {
    return origin.isOfTable();
  }

  <R> Effective<R> map(Function<T, R> change) {
    return new Effective<>(change.apply(value), origin);
  }
}
