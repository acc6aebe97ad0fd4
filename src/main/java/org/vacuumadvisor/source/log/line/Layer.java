package org.vacuumadvisor.source.log.line;

/// What was found around or in a log, as `--explain-format` names it.
public enum Layer {
  QUOTES("lines quoted with >"),
  COMPOSE("output of docker compose, each line behind the service's name"),
  CRI("Kubernetes' container log (CRI)"),
  TIMESTAMPS("each line behind a timestamp (docker logs -t, kubectl logs --timestamps)"),
  SYSLOG("syslog or journal"),
  HEROKU("Heroku's log stream"),
  NUMBERED("line numbers or file names before the lines (grep, cat -n)"),
  JSON_WRAPPER("log lines inside JSON objects (docker, Kubernetes, cloud logging)"),
  JSONLOG("PostgreSQL's jsonlog, or the same fields in other JSON"),
  CSVLOG("PostgreSQL's csvlog"),
  PREFIX("server messages behind a log_line_prefix"),
  PLAIN("messages without a prefix (psql, vacuumdb, or an empty log_line_prefix)");

  private final String words;

  Layer(String words) {
    this.words = words;
  }

  /// Whether it shows in messages, not in what is wrapped around lines of any kind.
  boolean isOfMessages() {
    return switch (this) {
      case JSONLOG, CSVLOG, PREFIX, PLAIN -> true;
      case QUOTES, COMPOSE, CRI, TIMESTAMPS, SYSLOG, HEROKU, NUMBERED, JSON_WRAPPER -> false;
    };
  }

  /// For people: a noun phrase.
  public String words() {
    return words;
  }
}
