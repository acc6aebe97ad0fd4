package org.vacuumadvisor.gui.work;

import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicBoolean;
import javafx.beans.property.BooleanProperty;
import javafx.beans.property.DoubleProperty;
import javafx.beans.property.SimpleBooleanProperty;
import javafx.beans.property.SimpleDoubleProperty;
import javafx.beans.property.SimpleStringProperty;
import javafx.beans.property.StringProperty;
import org.jspecify.annotations.Nullable;

/// A job on its way: what to show of it, and how to end it. Its properties change in the window's
/// thread only.
public final class Work {
  private final Executor ui;
  public final BooleanProperty running = new SimpleBooleanProperty(true);

  /// 0 to 1, or negative where that is not known.
  public final DoubleProperty progress = new SimpleDoubleProperty(-1);

  /// What is being done.
  public final StringProperty step = new SimpleStringProperty("");

  private final AtomicBoolean isTelling = new AtomicBoolean();
  private volatile double share = -1;
  private volatile String said = "";
  private volatile boolean isCancelled;
  private volatile @Nullable Thread thread;

  Work(Executor ui) {
    this.ui = ui;
  }

  /// Ends the job; neither its result nor its failure is told any more. To be called in the
  /// window's thread.
  public void cancel() {
    isCancelled = true;
    running.set(false);
    var worker = thread;
    if (worker != null) {
      worker.interrupt();
    }
  }

  boolean isCancelled() {
    return isCancelled;
  }

  void begin() {
    thread = Thread.currentThread();
  }

  void leave() {
    thread = null;
  }

  void end() {
    running.set(false);
  }

  Steps steps() {
    return new Steps() {
      @Override
      public boolean goOn() {
        return !isCancelled;
      }

      @Override
      public void done(double part) {
        share = part;
        tell();
      }

      @Override
      public void say(String what) {
        said = what;
        tell();
      }
    };
  }

  /// However often a job speaks, one message at a time is on its way to the window.
  private void tell() {
    if (!isTelling.getAndSet(true)) {
      ui.execute(() -> {
        isTelling.set(false);
        if (running.get()) {
          progress.set(share);
          step.set(said);
        }
      });
    }
  }
}
