package org.vacuumadvisor.source.log.line;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.vacuumadvisor.source.log.EntrySink;

/// Messages of which a further line may come behind those of other sessions, such as the `CONTEXT`
/// of an error where several processes write at once. They are handed over in the order in which
/// they began.
final class Waiting {
  /// A further line comes before so many other messages begin.
  private static final int PATIENCE = 32;

  private final EntrySink sink;
  private final Deque<Draft> drafts = new ArrayDeque<>();
  private final List<Draft> spare = new ArrayList<>();
  private long begun;

  Waiting(EntrySink sink) {
    this.sink = sink;
  }

  boolean isEmpty() {
    return drafts.isEmpty();
  }

  /// Lets a message wait.
  ///
  /// @return one for the next message
  Draft add(Draft draft) {
    if (!drafts.contains(draft)) {
      draft.waitsSince(begun);
      drafts.addLast(draft);
    }
    return spare.isEmpty() ? new Draft() : spare.removeLast();
  }

  /// The message that a session has not ended.
  @Nullable Draft of(long session) {
    for (var draft : drafts) {
      if (session != 0 && draft.isOf(session)) {
        return draft;
      }
    }
    return null;
  }

  /// Another message begins.
  ///
  /// @param session whose it is; 0 where that is not known
  void begins(long session) {
    var before = of(session);
    if (before != null) {
      before.over();
    }
    begun++;
    while (!drafts.isEmpty()
        && (!drafts.getFirst().mayGoOn() || begun - drafts.getFirst().waitsSince() > PATIENCE)) {
      hand(drafts.removeFirst());
    }
  }

  /// Hands all over.
  void end() {
    drafts.forEach(this::hand);
    drafts.clear();
  }

  private void hand(Draft draft) {
    draft.hand(sink);
    spare.add(draft);
  }
}
