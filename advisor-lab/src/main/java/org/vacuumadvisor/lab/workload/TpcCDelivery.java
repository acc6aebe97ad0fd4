package org.vacuumadvisor.lab.workload;

import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import org.vacuumadvisor.lab.workload.TpcCTransaction.Delivery;

/// The delivery transaction, TPC-C clause 2.7.4: one order of each district, in one transaction.
///
/// Two deliveries of a warehouse go one after the other: the second waits for the oldest order of
/// the first district, finds it gone, and takes the next.
final class TpcCDelivery {
  private final PreparedStatement oldest;
  private final PreparedStatement deleteNewOrder;
  private final PreparedStatement order;
  private final PreparedStatement lines;
  private final PreparedStatement customer;

  TpcCDelivery(Connection connection) throws SQLException {
    oldest =
        connection.prepareStatement(
            """
            SELECT no_o_id
              FROM new_order
             WHERE no_w_id = ? AND no_d_id = ?
             ORDER BY no_o_id
             LIMIT 1
               FOR UPDATE\
            """);
    deleteNewOrder =
        connection.prepareStatement(
            "DELETE FROM new_order WHERE no_w_id = ? AND no_d_id = ? AND no_o_id = ?");
    order =
        connection.prepareStatement(
            """
            UPDATE orders SET o_carrier_id = ?
             WHERE o_w_id = ? AND o_d_id = ? AND o_id = ?
            RETURNING o_c_id\
            """);
    lines =
        connection.prepareStatement(
            """
            UPDATE order_line SET ol_delivery_d = now()
             WHERE ol_w_id = ? AND ol_d_id = ? AND ol_o_id = ?
            RETURNING ol_amount\
            """);
    customer =
        connection.prepareStatement(
            """
            UPDATE customer
               SET c_balance = c_balance + ?, c_delivery_cnt = c_delivery_cnt + 1
             WHERE c_w_id = ? AND c_d_id = ? AND c_id = ?\
            """);
  }

  void execute(Delivery delivery) throws SQLException {
    for (int district = 1; district <= TpcC.DISTRICTS; district++) {
      Rows.set(oldest, delivery.warehouse(), district);
      try (var row = oldest.executeQuery()) {
        if (row.next()) {
          deliver(delivery, district, row.getInt(1));
        }
      }
    }
  }

  private void deliver(Delivery delivery, int district, int id) throws SQLException {
    int warehouse = delivery.warehouse();
    Rows.set(deleteNewOrder, warehouse, district, id);
    deleteNewOrder.executeUpdate();
    Rows.set(order, delivery.carrier(), warehouse, district, id);
    int buyer = Rows.one(order, row -> row.getInt(1));
    Rows.set(lines, warehouse, district, id);
    var sum = BigDecimal.ZERO;
    try (var line = lines.executeQuery()) {
      while (line.next()) {
        sum = sum.add(line.getBigDecimal(1));
      }
    }
    customer.setBigDecimal(1, sum);
    customer.setInt(2, warehouse);
    customer.setInt(3, district);
    customer.setInt(4, buyer);
    customer.executeUpdate();
  }
}
