package org.vacuumadvisor.gui.work;

import java.io.IOException;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
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
    if (work.isCancelled()) {
      return;
    }
    work.begin();
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
      work.leave();
    }
  }

  private static String message(Exception failure) {
    var message = failure.getMessage();
    return message == null ? failure.toString() : message;
  }

  private void finish(Work work, Runnable last) {
    ui.execute(() -> {
      if (!work.isCancelled()) {
        work.end();
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
}
