package org.vacuumadvisor.page;

/// A page cannot be worked on, because it is not as PostgreSQL leaves one. It was not changed.
public final class CorruptPageException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final transient PageDefect defect;

  public CorruptPageException(PageDefect defect) {
    super(defect.toString());
    this.defect = defect;
  }

  public PageDefect defect() {
    return defect;
  }
}
