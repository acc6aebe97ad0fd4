package org.vacuumadvisor.lab.workload;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.SplittableRandom;
import java.util.function.Consumer;

/// Order processing as in the TPC-C standard: nine tables, five transactions in the standard's mix.
///
/// Tables, keys, load, inputs and transactions follow revision 5.11, but for: a terminal neither
/// types nor thinks; deliveries run at once and not from a queue; order lines are processed in the
/// order of their stock, so that orders do not deadlock; and a warehouse can be smaller. Figures
/// from here are no TPC-C results.
///
/// @param warehouses 1 to 10 000; one of full size takes about 100 MB
/// @param divisor 1 for the standard's size, up to 100: so many times fewer customers, items and
///   orders. There are always ten districts in a warehouse.
public record TpcC(int warehouses, int divisor) implements Workload {
  static final int DISTRICTS = 10;
  private static final int CUSTOMERS = 3_000;
  private static final int ITEMS = 100_000;
  private static final int NAMES = 1_000;
  private static final int MOST_WAREHOUSES = 10_000;
  private static final int LARGEST_DIVISOR = 100;

  public TpcC {
    if (warehouses < 1 || warehouses > MOST_WAREHOUSES) {
      throw new IllegalArgumentException(
          "tpc-c has 1 to " + MOST_WAREHOUSES + " warehouses, not " + warehouses + ".");
    }
    if (divisor < 1 || divisor > LARGEST_DIVISOR) {
      throw new IllegalArgumentException(
          "tpc-c is 1 to "
              + LARGEST_DIVISOR
              + " times smaller than the standard, not "
              + divisor
              + ".");
    }
  }

  @Override
  public String name() {
    return "tpc-c";
  }

  @Override
  public void load(Connection connection, long seed, Consumer<? super Progress> progress)
      throws SQLException {
    new TpcCLoad(this, connection, seed, progress).run();
  }

  /// A terminal. Its warehouse and district follow from the seed; terminals with consecutive seeds
  /// are spread evenly.
  @Override
  public Client<?> client(Connection connection, long seed) throws SQLException {
    connection.setAutoCommit(false);
    int warehouse = 1 + (int) Math.floorMod(seed, (long) warehouses);
    int district = 1 + (int) Math.floorMod(Math.floorDiv(seed, warehouses), (long) DISTRICTS);
    var random = new TpcCRandom(this, new SplittableRandom(seed));
    return new TpcCTerminal(this, connection, random, warehouse, district);
  }

  /// Customers in a district.
  int customers() {
    return CUSTOMERS / divisor;
  }

  /// Items, and rows of stock in a warehouse.
  int items() {
    return ITEMS / divisor;
  }

  /// Orders of a district at the start: one of each customer.
  int orders() {
    return customers();
  }

  /// The first of the orders that are not delivered at the start.
  int firstNewOrder() {
    return orders() * 7 / 10 + 1;
  }

  /// Last names in use; every district has customers of each.
  int names() {
    return Math.min(NAMES, customers());
  }
}
