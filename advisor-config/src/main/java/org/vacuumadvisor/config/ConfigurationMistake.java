package org.vacuumadvisor.config;

/// Something in the configuration file is wrong; the message says where and what to write.
public final class ConfigurationMistake extends RuntimeException {
  private static final long serialVersionUID = 1;

  ConfigurationMistake(String message) {
    super(message);
  }
}
