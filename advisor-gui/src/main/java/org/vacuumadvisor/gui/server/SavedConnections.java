package org.vacuumadvisor.gui.server;

import java.util.ArrayList;
import java.util.List;
import javafx.collections.FXCollections;
import javafx.collections.ObservableList;
import org.vacuumadvisor.gui.work.Memory;
import org.vacuumadvisor.source.SourceException;
import org.vacuumadvisor.source.conninfo.ConnectionString;

/// The connections that are remembered from one start to the next, never with a password.
final class SavedConnections {
  private static final String COUNT = "connections";

  private final Memory memory;
  private final ObservableList<SavedConnection> all = FXCollections.observableArrayList();

  SavedConnections(Memory memory) {
    this.memory = memory;
    all.setAll(read());
  }

  /// In the order in which they were saved first.
  ObservableList<SavedConnection> all() {
    return all;
  }

  /// Remembers a connection; one of the same name is replaced. What secret stands in it is left
  /// out.
  ///
  /// @return whether it could be written, too
  /// @throws SourceException if the string cannot be read: then nobody knows what in it is secret
  boolean keep(String name, String conninfo) throws SourceException {
    var kept = new SavedConnection(name.strip(), ConnectionString.of(conninfo).withoutSecrets());
    int at = names().indexOf(kept.name());
    if (at < 0) {
      all.add(kept);
    } else {
      all.set(at, kept);
    }
    return write();
  }

  /// Remembers it no longer.
  ///
  /// @return whether that could be written
  boolean forget(SavedConnection connection) {
    all.remove(connection);
    return write();
  }

  private List<String> names() {
    return all.stream().map(SavedConnection::name).toList();
  }

  private List<SavedConnection> read() {
    var found = new ArrayList<SavedConnection>();
    long count = memory.number(COUNT).map(Math::round).orElse(0L);
    for (int at = 0; at < count; at++) {
      var name = memory.value(key(at, "name"));
      var conninfo = memory.value(key(at, "conninfo"));
      if (name.isPresent() && conninfo.isPresent()) {
        found.add(new SavedConnection(name.get(), conninfo.get()));
      }
    }
    return found;
  }

  private boolean write() {
    long before = memory.number(COUNT).map(Math::round).orElse(0L);
    for (int at = 0; at < before; at++) {
      memory.forget(key(at, "name"));
      memory.forget(key(at, "conninfo"));
    }
    for (int at = 0; at < all.size(); at++) {
      memory.keep(key(at, "name"), all.get(at).name());
      memory.keep(key(at, "conninfo"), all.get(at).conninfo());
    }
    memory.keep(COUNT, Integer.toString(all.size()));
    return memory.save();
  }

  private static String key(int at, String what) {
    return "connection." + at + "." + what;
  }

  /// A connection that somebody gave a name.
  ///
  /// @param conninfo without any secret
  record SavedConnection(String name, String conninfo) {}
}
