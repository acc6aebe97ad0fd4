package org.vacuumadvisor.gui.server;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.vacuumadvisor.gui.work.Memory;
import org.vacuumadvisor.source.SourceException;
import org.vacuumadvisor.source.conninfo.ConnectionString;

/// The servers one need not type: those of the configuration file, and those that were reached
/// before, the latest first. None is kept with a password.
final class KnownServers {
  private static final String KEY = "servers";
  private static final int MOST = 20;

  private final Memory memory;
  private List<KnownServer> configured = List.of();

  KnownServers(Memory memory) {
    this.memory = memory;
  }

  /// A server, by its name in the configuration file or by where it is.
  ///
  /// @param conninfo without any secret
  record KnownServer(String name, String conninfo) {
    /// `db.example.com:5432/shop`, as far as it is said.
    static KnownServer of(String conninfo) {
      try {
        var string = ConnectionString.of(conninfo);
        var host = string.part("host");
        var port = string.part("port").replaceFirst("^(?=.)", ":");
        var database = string.part("dbname").replaceFirst("^(?=.)", "/");
        return new KnownServer(host.isEmpty() ? conninfo : host + port + database, conninfo);
      } catch (SourceException _) {
        return new KnownServer(conninfo, conninfo);
      }
    }
  }

  /// All of them, those of the configuration file first.
  List<KnownServer> all() {
    return Stream.concat(configured.stream(), memory.list(KEY).stream().map(KnownServer::of))
        .toList();
  }

  /// Lists the connections of the configuration file as well.
  void configured(Map<String, String> connections) {
    configured =
        new TreeMap<>(connections)
            .entrySet().stream()
                .map(each -> new KnownServer(each.getKey(), each.getValue()))
                .toList();
  }

  boolean isConfigured(KnownServer server) {
    return configured.contains(server);
  }

  /// Remembers one no longer; one of the configuration file is forgotten there.
  void forget(KnownServer server) {
    memory.drop(KEY, server.conninfo());
  }

  /// Remembers one that was reached, unless the configuration file has it; what is not sure to be
  /// free of secrets is not remembered.
  void reached(String conninfo) {
    try {
      var safe = ConnectionString.of(conninfo).withoutSecrets();
      if (!safe.isBlank() && configured.stream().noneMatch(each -> each.conninfo().equals(safe))) {
        memory.putFirst(KEY, safe, MOST);
      }
    } catch (SourceException _) {
      return;
    }
  }
}
