package org.vacuumadvisor.gui.work;

import java.io.IOException;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import javafx.beans.property.BooleanProperty;
import javafx.beans.property.DoubleProperty;
import javafx.beans.property.SimpleBooleanProperty;
import javafx.beans.property.SimpleDoubleProperty;
import javafx.beans.property.SimpleStringProperty;
import javafx.beans.property.StringProperty;
import org.jspecify.annotations.Nullable;
import org.vacuumadvisor.gui.work.Background.Steps;
import org.vacuumadvisor.source.SourceException;

/// Does what takes time beside the window, and brings the result back into the window's thread. A
/// test gives `Runnable::run` twice and needs no toolkit.
public final class Background {
  private final Executor background;
  private final Executor ui;

  /// @param background runs jobs; each may take long
  /// @param ui runs what touches properties and nodes
  public Background(Executor background, Executor ui) {
    this.background = background;
    this.ui = ui;
  }

  /// Starts a job. Either `then` or `failed` is called in the window's thread, neither if it was
  /// cancelled.
  ///
  /// @param failed takes a sentence for the user
  public <T> Work start(Job<T> job, Consumer<T> then, Consumer<String> failed) {
    var work = new Work(ui);
    background.execute(() -> run(work, job, then, failed));
    return work;
  }

  private <T> void run(Work work, Job<T> job, Consumer<T> then, Consumer<String> failed) {
    if (work.isCancelled) {
      return;
    }
    work.thread = Thread.currentThread();
    try {
      var result = job.run(work.steps());
      finish(work, () -> then.accept(result));
    } catch (SourceException noInput) {
      finish(work, () -> failed.accept(message(noInput)));
    } catch (IOException unread) {
      finish(work, () -> failed.accept("Reading or writing failed: " + message(unread)));
    } catch (InterruptedException _) {
      finish(work, () -> failed.accept("It was interrupted."));
    } catch (RuntimeException | Error bug) {
      finish(
          work, () -> failed.accept("This is a bug in Vacuum Advisor, please report it: " + bug));
      throw bug;
    } finally {
      work.thread = null;
    }
  }

  private static String message(Exception failure) {
    var message = failure.getMessage();
    return message == null ? failure.toString() : message;
  }

  private void finish(Work work, Runnable last) {
    ui.execute(() -> {
      if (!work.isCancelled) {
        work.running.set(false);
        last.run();
      }
    });
  }

  /// Something that takes time and has a result.
  @FunctionalInterface
  public interface Job<T> {
    /// Runs outside the window's thread; may be interrupted when it is cancelled.
    ///
    /// @throws SourceException with a sentence for the user
    T run(Steps steps) throws SourceException, IOException, InterruptedException;
  }

  /// How a job tells how far it is, and hears that it is no longer wanted. May be called often and
  /// from any thread.
  public interface Steps {
    /// Whether the result is still wanted.
    boolean goOn();

    /// How much is done.
    ///
    /// @param share 0 to 1; negative where that is not known
    void done(double share);

    /// What is being done: "Reading postgresql.log".
    void say(String what);
  }

  /// A job on its way: what to show of it, and how to end it. Its properties change in the window's
  /// thread only.
  public static final class Work {
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
}
