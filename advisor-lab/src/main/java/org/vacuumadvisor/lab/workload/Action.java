package org.vacuumadvisor.lab.workload;

/// What one transaction of a workload does.
public enum Action {
  /// Queue churn: insert a row, take the oldest one, delete it.
  QUEUE_ITERATION("iteration"),
  /// TPC-C: a customer orders 5 to 15 items.
  NEW_ORDER("new-order"),
  /// TPC-C: an order with an item that does not exist, rolled back at its end.
  NEW_ORDER_ROLLED_BACK("new-order rolled back"),
  /// TPC-C: a customer pays.
  PAYMENT("payment"),
  /// TPC-C: a customer asks about the last order.
  ORDER_STATUS("order-status"),
  /// TPC-C: the oldest new order of every district of a warehouse is delivered.
  DELIVERY("delivery"),
  /// TPC-C: how many of the items sold last are running out.
  STOCK_LEVEL("stock-level"),
  /// Insert-only: one statement that inserts ten rows.
  INSERT_BATCH("insert batch"),
  /// Read-heavy: one row by its primary key.
  READ_KEY("read by key"),
  /// Read-heavy: a short range of the primary key.
  READ_RANGE("read of a range"),
  /// Read-heavy: one row changed.
  UPDATE("update"),
  /// Read-heavy: one row more.
  INSERT("insert"),
  /// Read-heavy: one row less.
  DELETE("delete");

  private final String label;

  Action(String label) {
    this.label = label;
  }

  /// The action in words.
  public String label() {
    return label;
  }

  /// Whether it changes nothing.
  public boolean reads() {
    return switch (this) {
      case READ_KEY, READ_RANGE, ORDER_STATUS, STOCK_LEVEL -> true;
      case QUEUE_ITERATION,
          NEW_ORDER,
          NEW_ORDER_ROLLED_BACK,
          PAYMENT,
          DELIVERY,
          INSERT_BATCH,
          UPDATE,
          INSERT,
          DELETE ->
          false;
    };
  }
}
