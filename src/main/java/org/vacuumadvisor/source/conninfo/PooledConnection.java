package org.vacuumadvisor.source.conninfo;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// A connection through a pooler such as PgBouncer, where the server process changes from one
/// transaction to the next and what we `SET` would stay behind with somebody else. Every
/// transaction is read-only and begins with the limits, set for it alone; in autocommit each
/// statement has its own, and its result is read whole before it ends.
final class PooledConnection {
  private final Connection real;
  private final SessionLimits limits;

  /// Whether the transaction in progress, which the user has begun, has its limits.
  private boolean bounded;

  private PooledConnection(Connection real, SessionLimits limits) {
    this.real = real;
    this.limits = limits;
  }

  static Connection over(Connection real, SessionLimits limits) throws SQLException {
    real.setReadOnly(true);
    var pooled = new PooledConnection(real, limits);
    return proxy(Connection.class, pooled::onConnection);
  }

  private @Nullable Object onConnection(Method method, @Nullable Object[] arguments)
      throws Throwable {
    if (Set.of("setAutoCommit", "commit", "rollback").contains(method.getName())) {
      bounded = false;
    }
    return switch (call(real, method, arguments)) {
      case PreparedStatement prepared ->
          proxy(PreparedStatement.class, (inner, given) -> onStatement(prepared, inner, given));
      case Statement statement ->
          proxy(Statement.class, (inner, given) -> onStatement(statement, inner, given));
      case null -> null;
      case Object other -> other;
    };
  }

  private @Nullable Object onStatement(
      Statement statement, Method method, @Nullable Object[] arguments) throws Throwable {
    boolean alone = real.getAutoCommit();
    if (alone && method.getName().equals("setFetchSize")) {
      return null;
    }
    if (!method.getName().startsWith("execute")) {
      return call(statement, method, arguments);
    }
    if (alone) {
      return inTransaction(() -> call(statement, method, arguments));
    }
    if (!bounded) {
      setLimits();
      bounded = true;
    }
    return call(statement, method, arguments);
  }

  private void setLimits() throws SQLException {
    try (var statement = real.createStatement()) {
      statement.execute(limits.setLocal());
    }
  }

  private @Nullable Object inTransaction(Work work) throws Throwable {
    real.setAutoCommit(false);
    try {
      setLimits();
      var result = work.run();
      real.commit();
      return result;
    } catch (Throwable failure) {
      rollBack(failure);
      throw failure;
    } finally {
      if (!real.isClosed()) {
        real.setAutoCommit(true);
      }
    }
  }

  private void rollBack(Throwable failure) {
    try {
      real.rollback();
    } catch (SQLException lost) {
      failure.addSuppressed(lost);
    }
  }

  private static @Nullable Object call(Object target, Method method, @Nullable Object[] arguments)
      throws Throwable {
    try {
      return method.invoke(target, arguments);
    } catch (InvocationTargetException thrown) {
      throw thrown.getCause() == null ? thrown : thrown.getCause();
    }
  }

  private static <T> T proxy(Class<T> type, Answer answer) {
    var none = new Object[0];
    return type.cast(
        Proxy.newProxyInstance(
            PooledConnection.class.getClassLoader(),
            new Class<?>[] {type},
            (_, method, arguments) -> answer.to(method, arguments == null ? none : arguments)));
  }

  @FunctionalInterface
  private interface Work {
    @Nullable Object run() throws Throwable;
  }

  @FunctionalInterface
  private interface Answer {
    @Nullable Object to(Method method, @Nullable Object[] arguments) throws Throwable;
  }
}
