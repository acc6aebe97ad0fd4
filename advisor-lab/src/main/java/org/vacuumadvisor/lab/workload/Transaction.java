package org.vacuumadvisor.lab.workload;

/// What a client has decided to do next: the inputs of one transaction, as a value.
public interface Transaction {
  /// What kind of transaction it is.
  Action action();
}
