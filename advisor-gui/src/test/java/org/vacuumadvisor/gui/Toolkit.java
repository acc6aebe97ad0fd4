package org.vacuumadvisor.gui;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.stream.Stream;
import javafx.application.Platform;
import javafx.scene.Node;
import javafx.scene.Parent;
import javafx.scene.control.Labeled;
import javafx.scene.control.ScrollPane;
import javafx.scene.control.SplitPane;
import javafx.scene.control.TitledPane;

/// The toolkit for tests: started once for all of them, driven from any thread.
public final class Toolkit {
  private static final int SECONDS = 90;
  private static final CompletableFuture<Boolean> STARTED = new CompletableFuture<>();

  static {
    Platform.setImplicitExit(false);
    Platform.startup(() -> STARTED.complete(true));
    Thread.ofPlatform().daemon().start(new EndWith(Thread.currentThread()));
  }

  /// Ends the toolkit, whose thread would keep the JVM alive, when the tests have ended.
  private record EndWith(Thread tests) implements Runnable {
    @Override
    public void run() {
      try {
        tests.join();
      } catch (InterruptedException _) {
        Thread.currentThread().interrupt();
      }
      Platform.exit();
    }
  }

  private Toolkit() {}

  /// What somebody has to say in the window's thread.
  public static <T> T in(Callable<T> question) throws Exception {
    STARTED.get(SECONDS, TimeUnit.SECONDS);
    var answer = new CompletableFuture<T>();
    Platform.runLater(() -> {
      try {
        answer.complete(question.call());
      } catch (Throwable failure) {
        answer.completeExceptionally(failure);
      }
    });
    return answer.get(SECONDS, TimeUnit.SECONDS);
  }

  /// Does something in the window's thread, and waits for its end.
  public static void run(Runnable action) throws Exception {
    in(() -> {
      action.run();
      return true;
    });
  }

  /// Waits until something is so, in the window's thread. Each question is asked after a pulse of
  /// the toolkit, so nothing has to be guessed about time.
  public static void await(Supplier<Boolean> condition) throws Exception {
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(SECONDS);
    while (!in(condition::get)) {
      if (System.nanoTime() > deadline) {
        throw new AssertionError("It did not come to be.");
      }
      LockSupport.parkNanos(2_000_000);
    }
  }

  /// A node and all below it, the content of panes that show only a part of it included.
  public static Stream<Node> all(Node node) {
    var children = new ArrayList<Node>();
    if (node instanceof Parent parent) {
      children.addAll(parent.getChildrenUnmodifiable());
    }
    switch (node) {
      case ScrollPane scroll -> add(children, scroll.getContent());
      case SplitPane split -> split.getItems().forEach(each -> add(children, each));
      case TitledPane titled -> add(children, titled.getContent());
      default -> {}
    }
    return Stream.concat(Stream.of(node), children.stream().flatMap(Toolkit::all));
  }

  private static void add(List<Node> children, Node child) {
    if (child != null && !children.contains(child)) {
      children.add(child);
    }
  }

  /// All words of labels and buttons below a node.
  public static List<String> words(Node node) {
    return all(node)
        .filter(Labeled.class::isInstance)
        .map(each -> ((Labeled) each).getText())
        .filter(each -> each != null && !each.isEmpty())
        .distinct()
        .toList();
  }

  /// The first node of a kind below another.
  public static <N extends Node> Optional<N> first(
      Node node, Class<N> kind, Predicate<? super N> which) {
    return all(node).filter(kind::isInstance).map(kind::cast).filter(which).findFirst();
  }
}
