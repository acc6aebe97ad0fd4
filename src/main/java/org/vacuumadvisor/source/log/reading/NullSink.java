package org.vacuumadvisor.source.log.reading;

import org.vacuumadvisor.model.history.Input;
import org.vacuumadvisor.source.log.Entry;
import org.vacuumadvisor.source.log.EntrySink;

/// Takes messages and forgets them.
enum NullSink implements EntrySink {
  INSTANCE;

  @Override
  public void input(Input next) {}

  @Override
  public void entry(Entry entry) {}

  @Override
  public void line(byte[] bytes, int from, int to, long line) {}

  @Override
  public void end() {}
}
