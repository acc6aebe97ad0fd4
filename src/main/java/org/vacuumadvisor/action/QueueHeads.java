package org.vacuumadvisor.action;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.vacuumadvisor.model.Backend;

/// Who is at the head of which queue for locks, by process ID.
final class QueueHeads {
  /// In the place of a session, of `pg_blocking_pids()`.
  static final int PREPARED = 0;

  private final List<Backend> sessions;
  private final Map<Integer, Backend> byPid = new HashMap<>();

  /// The heads by those that wait, however far behind; none until somebody asks.
  private final Map<Integer, Set<Integer>> heads = new HashMap<>();

  QueueHeads(List<Backend> sessions) {
    this.sessions = sessions;
  }

  Optional<Backend> session(int pid) {
    follow();
    return Optional.ofNullable(byPid.get(pid));
  }

  Set<Integer> of(Backend waiter) {
    follow();
    var found = new LinkedHashSet<Integer>();
    for (int pid : waiter.blockers()) {
      if (isHead(pid)) {
        found.add(pid);
      }
      found.addAll(heads.getOrDefault(pid, Set.of()));
    }
    return found;
  }

  private boolean isHead(int pid) {
    var session = byPid.get(pid);
    return session == null ? pid == PREPARED : session.blockers().isEmpty();
  }

  /// From each head to those behind it: whoever waits in a circle has no end of its own.
  private synchronized void follow() {
    if (!byPid.isEmpty()) {
      return;
    }
    var behind = new HashMap<Integer, List<Integer>>();
    for (var each : sessions) {
      var pid = each.pid().known();
      if (pid.isPresent() && byPid.putIfAbsent(pid.get(), each) == null) {
        each.blockers()
            .forEach(of -> behind.computeIfAbsent(of, _ -> new ArrayList<>()).add(pid.get()));
      }
    }
    for (int head : behind.keySet()) {
      var left = new ArrayDeque<>(isHead(head) ? behind.get(head) : List.of());
      while (!left.isEmpty()) {
        int pid = left.remove();
        if (heads.computeIfAbsent(pid, _ -> new LinkedHashSet<>()).add(head)) {
          left.addAll(behind.getOrDefault(pid, List.of()));
        }
      }
    }
  }
}
