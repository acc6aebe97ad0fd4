package org.vacuumadvisor.lab.workload;

import java.math.BigDecimal;
import java.util.List;

/// The inputs of one of the five transactions, TPC-C clauses 2.4 to 2.8.
sealed interface TpcCTransaction extends Transaction {
  /// A customer orders items.
  ///
  /// @param lines in the order of their stock
  /// @param mistaken whether the last line names an item that does not exist
  record NewOrder(int warehouse, int district, int customer, List<Line> lines, boolean mistaken)
      implements TpcCTransaction {
    @Override
    public Action action() {
      return mistaken ? Action.NEW_ORDER_ROLLED_BACK : Action.NEW_ORDER;
    }

    boolean isLocal() {
      return lines.stream().allMatch(line -> line.supplier() == warehouse);
    }
  }

  /// An item of an order.
  ///
  /// @param supplier the warehouse the item comes from
  record Line(int supplier, int item, int quantity) {}

  /// A customer pays.
  ///
  /// @param warehouse where it is paid
  /// @param payer who need not be a customer of that warehouse
  record Payment(int warehouse, int district, Customer payer, BigDecimal amount)
      implements TpcCTransaction {
    @Override
    public Action action() {
      return Action.PAYMENT;
    }
  }

  /// What became of a customer's last order?
  record OrderStatus(Customer customer) implements TpcCTransaction {
    @Override
    public Action action() {
      return Action.ORDER_STATUS;
    }
  }

  /// The oldest new order of every district is delivered.
  record Delivery(int warehouse, int carrier) implements TpcCTransaction {
    @Override
    public Action action() {
      return Action.DELIVERY;
    }
  }

  /// How many of the items sold last are below the threshold?
  record StockLevel(int warehouse, int district, int threshold) implements TpcCTransaction {
    @Override
    public Action action() {
      return Action.STOCK_LEVEL;
    }
  }

  /// A customer, as the terminal's user names one.
  sealed interface Customer {
    int warehouse();

    int district();
  }

  record CustomerById(int warehouse, int district, int id) implements Customer {}

  record CustomerByName(int warehouse, int district, String lastName) implements Customer {}
}
