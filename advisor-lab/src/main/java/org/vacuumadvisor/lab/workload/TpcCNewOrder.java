package org.vacuumadvisor.lab.workload;

import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;
import org.vacuumadvisor.lab.workload.TpcCTransaction.Line;
import org.vacuumadvisor.lab.workload.TpcCTransaction.NewOrder;

/// The new-order transaction, TPC-C clause 2.4.2.
final class TpcCNewOrder {
  private final PreparedStatement customer;
  private final PreparedStatement nextOrder;
  private final PreparedStatement insertOrder;
  private final PreparedStatement insertNewOrder;
  private final PreparedStatement item;
  private final PreparedStatement stock;
  private final PreparedStatement insertLine;

  TpcCNewOrder(Connection connection) throws SQLException {
    customer =
        connection.prepareStatement(
            """
            SELECT w_tax, c_discount, c_last, c_credit
              FROM warehouse JOIN customer ON c_w_id = w_id
             WHERE w_id = ? AND c_d_id = ? AND c_id = ?\
            """);
    nextOrder =
        connection.prepareStatement(
            """
            UPDATE district SET d_next_o_id = d_next_o_id + 1
             WHERE d_w_id = ? AND d_id = ?
            RETURNING d_next_o_id - 1, d_tax\
            """);
    insertOrder =
        connection.prepareStatement(
            """
            INSERT INTO orders (o_w_id, o_d_id, o_id, o_c_id, o_entry_d, o_ol_cnt, o_all_local)
            VALUES (?, ?, ?, ?, now(), ?, ?)\
            """);
    insertNewOrder =
        connection.prepareStatement(
            "INSERT INTO new_order (no_w_id, no_d_id, no_o_id) VALUES (?, ?, ?)");
    item = connection.prepareStatement("SELECT i_price, i_name, i_data FROM item WHERE i_id = ?");
    stock =
        connection.prepareStatement(
            """
            UPDATE stock
               SET s_quantity = s_quantity - ? + CASE WHEN s_quantity - ? < 10 THEN 91 ELSE 0 END,
                   s_ytd = s_ytd + ?, s_order_cnt = s_order_cnt + 1,
                   s_remote_cnt = s_remote_cnt + ?
             WHERE s_w_id = ? AND s_i_id = ?
            RETURNING s_dist_01, s_dist_02, s_dist_03, s_dist_04, s_dist_05, s_dist_06, s_dist_07,
                      s_dist_08, s_dist_09, s_dist_10, s_quantity, s_data\
            """);
    insertLine =
        connection.prepareStatement(
            """
            INSERT INTO order_line (ol_w_id, ol_d_id, ol_o_id, ol_number, ol_i_id, ol_supply_w_id,
                                    ol_quantity, ol_amount, ol_dist_info)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)\
            """);
  }

  /// Whether every item exists; else all of it is to be rolled back.
  boolean execute(NewOrder order) throws SQLException {
    Rows.set(customer, order.warehouse(), order.district(), order.customer());
    Rows.one(customer, row -> row.getBigDecimal(2));
    Rows.set(nextOrder, order.warehouse(), order.district());
    int id = Rows.one(nextOrder, row -> row.getInt(1));
    Rows.set(
        insertOrder,
        order.warehouse(),
        order.district(),
        id,
        order.customer(),
        order.lines().size(),
        order.isLocal() ? 1 : 0);
    insertOrder.executeUpdate();
    Rows.set(insertNewOrder, order.warehouse(), order.district(), id);
    insertNewOrder.executeUpdate();
    insertLine.clearBatch();
    int number = 0;
    for (var line : order.lines()) {
      number++;
      var price = priceOf(line);
      if (price == null) {
        return false;
      }
      var amount = price.multiply(BigDecimal.valueOf(line.quantity()));
      addLine(order, id, number, line, amount, takeFromStock(order, line));
    }
    insertLine.executeBatch();
    return true;
  }

  private @Nullable BigDecimal priceOf(Line line) throws SQLException {
    Rows.set(item, line.item());
    try (var row = item.executeQuery()) {
      return row.next() ? row.getBigDecimal(1) : null;
    }
  }

  /// The stock's text for the district. Stock that would fall below ten is filled up by 91. One
  /// statement where others read first and then update: a round trip less for each line.
  private String takeFromStock(NewOrder order, Line line) throws SQLException {
    Rows.set(
        stock,
        line.quantity(),
        line.quantity(),
        line.quantity(),
        line.supplier() == order.warehouse() ? 0 : 1,
        line.supplier(),
        line.item());
    return Rows.one(stock, row -> row.getString(order.district()));
  }

  private void addLine(
      NewOrder order, int id, int number, Line line, BigDecimal amount, String text)
      throws SQLException {
    Rows.set(
        insertLine,
        order.warehouse(),
        order.district(),
        id,
        number,
        line.item(),
        line.supplier(),
        line.quantity());
    insertLine.setBigDecimal(8, amount);
    insertLine.setString(9, text);
    insertLine.addBatch();
  }
}
