package org.vacuumadvisor.gui.tryout;

import java.util.function.BiConsumer;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.vacuumadvisor.gui.work.Background;
import org.vacuumadvisor.gui.work.Job;

/// Answers the latest of many questions: one at a time is worked on, and of those that come
/// meanwhile only the last is. To be touched in the window's thread.
///
/// @param <Q> a question
/// @param <A> an answer
final class Latest<Q, A> {
  private final Background background;
  private final Asking<Q, A> asking;
  private final BiConsumer<Q, A> answered;
  private final Consumer<String> failed;
  private @Nullable Q waiting;
  private boolean isBusy;

  /// Whether a newer question waits for an answer.
  boolean isWaiting() {
    return waiting != null;
  }

  /// How a question is worked on.
  @FunctionalInterface
  interface Asking<Q, A> {
    Job<A> job(Q question);
  }

  /// @param answered may ask further: nothing newer is put aside for that
  Latest(
      Background background,
      Asking<Q, A> asking,
      BiConsumer<Q, A> answered,
      Consumer<String> failed) {
    this.background = background;
    this.asking = asking;
    this.answered = answered;
    this.failed = failed;
  }

  void ask(Q question) {
    if (isBusy) {
      waiting = question;
    } else {
      start(question);
    }
  }

  private void start(Q question) {
    isBusy = true;
    background.start(
        asking.job(question),
        answer -> {
          answered.accept(question, answer);
          next();
        },
        sentence -> {
          failed.accept(sentence);
          next();
        });
  }

  private void next() {
    isBusy = false;
    var question = waiting;
    waiting = null;
    if (question != null) {
      start(question);
    }
  }
}
