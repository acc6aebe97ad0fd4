package org.vacuumadvisor.gui.work;

import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicBoolean;
import javafx.beans.property.ReadOnlyBooleanProperty;
import javafx.beans.property.ReadOnlyBooleanWrapper;
import javafx.beans.property.ReadOnlyDoubleProperty;
import javafx.beans.property.ReadOnlyDoubleWrapper;
import javafx.beans.property.ReadOnlyStringProperty;
import javafx.beans.property.ReadOnlyStringWrapper;
import org.jspecify.annotations.Nullable;

/// A job on its way: what to show of it, and how to end it. Its properties change in the window's
/// thread only.
public final class Work {
  private final Executor ui;
  private final ReadOnlyBooleanWrapper running = new ReadOnlyBooleanWrapper(true);
  private final ReadOnlyDoubleWrapper progress = new ReadOnlyDoubleWrapper(-1);
  private final ReadOnlyStringWrapper step = new ReadOnlyStringWrapper("");
  private final AtomicBoolean isTelling = new AtomicBoolean();
  private volatile double share = -1;
  private volatile String said = "";
  private volatile boolean isCancelled;
  private volatile @Nullable Thread thread;

  Work(Executor ui) {
    this.ui = ui;
  }

  public ReadOnlyBooleanProperty runningProperty() {
    return running.getReadOnlyProperty();
  }

  /// 0 to 1, or negative where that is not known.
  public ReadOnlyDoubleProperty progressProperty() {
    return progress.getReadOnlyProperty();
  }

  /// What is being done.
  public ReadOnlyStringProperty stepProperty() {
    return step.getReadOnlyProperty();
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
