package org.vacuumadvisor.source.log.line;

/// What was found around or in a log, layer by layer.
public enum Layer {
  /// Lines quoted with >.
  QUOTES,
  /// Output of docker compose, each line behind the service's name.
  COMPOSE,
  /// Kubernetes' container log (CRI).
  CRI,
  /// Each line behind a timestamp (docker logs -t, kubectl logs --timestamps).
  TIMESTAMPS,
  SYSLOG,
  HEROKU,
  /// Line numbers or file names before the lines (grep, cat -n).
  NUMBERED,
  /// Log lines inside JSON objects (docker, Kubernetes, cloud logging).
  JSON_WRAPPER,
  /// PostgreSQL's jsonlog, or the same fields in other JSON.
  JSONLOG,
  CSVLOG,
  /// Server messages behind a log_line_prefix.
  PREFIX,
  /// Messages without a prefix (psql, vacuumdb, or an empty log_line_prefix).
  PLAIN;

  /// Whether it shows in messages, not in what is wrapped around lines of any kind.
  boolean isOfMessages() {
    return switch (this) {
      case JSONLOG, CSVLOG, PREFIX, PLAIN -> true;
      case QUOTES, COMPOSE, CRI, TIMESTAMPS, SYSLOG, HEROKU, NUMBERED, JSON_WRAPPER -> false;
    };
  }
}
