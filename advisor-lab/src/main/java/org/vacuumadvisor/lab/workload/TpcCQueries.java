package org.vacuumadvisor.lab.workload;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import org.vacuumadvisor.lab.workload.TpcCTransaction.OrderStatus;
import org.vacuumadvisor.lab.workload.TpcCTransaction.StockLevel;

/// The two transactions that only read, TPC-C clauses 2.6.2 and 2.8.2.
final class TpcCQueries {
  private final TpcCCustomers customers;
  private final PreparedStatement customer;
  private final PreparedStatement lastOrder;
  private final PreparedStatement lines;
  private final PreparedStatement low;

  TpcCQueries(Connection connection, TpcCCustomers customers) throws SQLException {
    this.customers = customers;
    customer =
        connection.prepareStatement(
            """
            SELECT c_first, c_middle, c_last, c_balance
              FROM customer
             WHERE c_w_id = ? AND c_d_id = ? AND c_id = ?\
            """);
    lastOrder =
        connection.prepareStatement(
            """
            SELECT o_id, o_entry_d, o_carrier_id
              FROM orders
             WHERE o_w_id = ? AND o_d_id = ? AND o_c_id = ?
             ORDER BY o_id DESC
             LIMIT 1\
            """);
    lines =
        connection.prepareStatement(
            """
            SELECT ol_i_id, ol_supply_w_id, ol_quantity, ol_amount, ol_delivery_d
              FROM order_line
             WHERE ol_w_id = ? AND ol_d_id = ? AND ol_o_id = ?\
            """);
    low =
        connection.prepareStatement(
            """
            SELECT count(DISTINCT s_i_id)
              FROM district
              JOIN order_line
                ON ol_w_id = d_w_id AND ol_d_id = d_id
               AND ol_o_id >= d_next_o_id - 20 AND ol_o_id < d_next_o_id
              JOIN stock ON s_w_id = ol_w_id AND s_i_id = ol_i_id
             WHERE d_w_id = ? AND d_id = ? AND s_quantity < ?\
            """);
  }

  void execute(OrderStatus question) throws SQLException {
    int warehouse = question.customer().warehouse();
    int district = question.customer().district();
    int id = customers.idOf(question.customer());
    Rows.set(customer, warehouse, district, id);
    Rows.drain(customer);
    Rows.set(lastOrder, warehouse, district, id);
    int order = Rows.one(lastOrder, row -> row.getInt(1));
    Rows.set(lines, warehouse, district, order);
    Rows.drain(lines);
  }

  void execute(StockLevel question) throws SQLException {
    Rows.set(low, question.warehouse(), question.district(), question.threshold());
    Rows.drain(low);
  }
}
