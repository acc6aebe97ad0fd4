package org.vacuumadvisor.workload;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// What the five transactions of TPC-C, at the standard mix and by the statements of BenchmarkSQL,
/// count in a number of transactions: 45 % new orders of ten lines, 43 % payments, and 4 % each
/// order status, delivery to ten districts, and stock level over two hundred lines.
final class Tpcc {
  private static final List<String> NAMES =
      List.of(
          "warehouse",
          "district",
          "customer",
          "history",
          "new_order",
          "oorder",
          "order_line",
          "stock",
          "item");

  private Tpcc() {}

  /// The nine tables at ten warehouses, with BenchmarkSQL's foreign keys, in the order of the
  /// names.
  static List<Sample> transactions(long count) {
    long orders = count * 45 / 100;
    long payments = count * 43 / 100;
    long rare = count * 4 / 100;
    var warehouse =
        table("warehouse", 10)
            .written(0, payments, 0)
            .indexScans(orders + 2 * payments, orders + 2 * payments);
    var district =
        table("district", 100)
            .written(0, orders + payments, 0)
            .indexScans(2 * orders + 3 * payments + rare, 2 * orders + 3 * payments + rare)
            .referring(warehouse);
    long byName = payments * 6 / 10;
    long customerScans = orders + 2 * payments + byName + 2 * rare + 10 * rare + payments + orders;
    var customer =
        table("customer", 300_000)
            .written(0, payments + 10 * rare, 0)
            .indexScans(customerScans, customerScans + 2 * byName)
            .referring(district);
    var history = table("history", 300_000).written(payments, 0, 0).referring(customer, district);
    var oorder =
        table("oorder", 300_000)
            .written(orders, 10 * rare, 0)
            .indexScans(20 * rare + rare + 11 * orders, 20 * rare + rare + 11 * orders)
            .referring(customer);
    var newOrder =
        table("new_order", 90_000)
            .written(orders, 0, 10 * rare)
            .indexScans(20 * rare, 20 * rare)
            .referring(oorder);
    var item = table("item", 100_000).indexScans(10 * orders, 10 * orders);
    var stock =
        table("stock", 1_000_000)
            .written(0, 10 * orders, 0)
            .indexScans(30 * orders + 200 * rare, 30 * orders + 200 * rare)
            .referring(warehouse, item);
    var orderLine =
        table("order_line", 3_000_000)
            .written(10 * orders, 100 * rare, 0)
            .indexScans(22 * rare, 410 * rare)
            .referring(oorder, stock);
    return List.of(
        warehouse, district, customer, history, newOrder, oorder, orderLine, stock, item);
  }

  /// The classes of the tables, by name.
  static Map<String, WorkloadClass> named(Workloads seen) {
    var named = new TreeMap<String, WorkloadClass>();
    for (var name : NAMES) {
      named.put(name, seen.of(table(name, 0).relation()).kind());
    }
    return named;
  }

  private static Sample table(String name, long live) {
    return Sample.table(NAMES.indexOf(name)).live(live);
  }
}
