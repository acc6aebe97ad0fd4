package org.vacuumadvisor.lab.workload;

import static java.util.Objects.requireNonNull;

/// A workload could not be loaded, or its run could not go on. The message is a sentence for the
/// user.
public final class WorkloadException extends Exception {
  private static final long serialVersionUID = 1L;

  public WorkloadException(String message, Throwable cause) {
    super(message, cause);
  }

  @Override
  public String getMessage() {
    return requireNonNull(super.getMessage());
  }
}
