package org.vacuumadvisor.lab.workload;

import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import org.vacuumadvisor.lab.workload.TpcCTransaction.Payment;

/// The payment transaction, TPC-C clause 2.5.2.
final class TpcCPayment {
  private static final int LONGEST_DATA = 500;

  private final TpcCCustomers customers;
  private final PreparedStatement warehouse;
  private final PreparedStatement district;
  private final PreparedStatement customer;
  private final PreparedStatement updateCustomer;
  private final PreparedStatement updateData;
  private final PreparedStatement history;

  TpcCPayment(Connection connection, TpcCCustomers customers) throws SQLException {
    this.customers = customers;
    warehouse =
        connection.prepareStatement(
            "UPDATE warehouse SET w_ytd = w_ytd + ? WHERE w_id = ? RETURNING w_name");
    district =
        connection.prepareStatement(
            """
            UPDATE district SET d_ytd = d_ytd + ? WHERE d_w_id = ? AND d_id = ? RETURNING d_name\
            """);
    customer =
        connection.prepareStatement(
            """
            SELECT c_credit, c_data, c_first, c_last, c_street_1, c_city, c_phone, c_balance
              FROM customer
             WHERE c_w_id = ? AND c_d_id = ? AND c_id = ?
               FOR UPDATE\
            """);
    updateCustomer =
        connection.prepareStatement(
            """
            UPDATE customer
               SET c_balance = c_balance - ?, c_ytd_payment = c_ytd_payment + ?,
                   c_payment_cnt = c_payment_cnt + 1
             WHERE c_w_id = ? AND c_d_id = ? AND c_id = ?\
            """);
    updateData =
        connection.prepareStatement(
            """
            UPDATE customer
               SET c_balance = c_balance - ?, c_ytd_payment = c_ytd_payment + ?,
                   c_payment_cnt = c_payment_cnt + 1, c_data = ?
             WHERE c_w_id = ? AND c_d_id = ? AND c_id = ?\
            """);
    history =
        connection.prepareStatement(
            """
            INSERT INTO history (h_c_w_id, h_c_d_id, h_c_id, h_w_id, h_d_id, h_date, h_amount, h_data)
            VALUES (?, ?, ?, ?, ?, now(), ?, ?)\
            """);
  }

  void execute(Payment payment) throws SQLException {
    warehouse.setBigDecimal(1, payment.amount());
    warehouse.setInt(2, payment.warehouse());
    var warehouseName = Rows.one(warehouse, row -> row.getString(1));
    district.setBigDecimal(1, payment.amount());
    district.setInt(2, payment.warehouse());
    district.setInt(3, payment.district());
    var districtName = Rows.one(district, row -> row.getString(1));
    int payer = customers.idOf(payment.payer());
    pay(payment, payer);
    Rows.set(
        history,
        payment.payer().warehouse(),
        payment.payer().district(),
        payer,
        payment.warehouse(),
        payment.district());
    history.setBigDecimal(6, payment.amount());
    history.setString(7, warehouseName + "    " + districtName);
    history.executeUpdate();
  }

  /// A payment of a customer with bad credit is noted in the customer's data.
  private void pay(Payment payment, int payer) throws SQLException {
    int payerWarehouse = payment.payer().warehouse();
    int payerDistrict = payment.payer().district();
    Rows.set(customer, payerWarehouse, payerDistrict, payer);
    record Credit(String kind, String data) {}
    var credit = Rows.one(customer, row -> new Credit(row.getString(1), row.getString(2)));
    BigDecimal amount = payment.amount();
    boolean bad = credit.kind().equals("BC");
    var update = bad ? updateData : updateCustomer;
    int parameter = 0;
    update.setBigDecimal(++parameter, amount);
    update.setBigDecimal(++parameter, amount);
    if (bad) {
      var note =
          "%d %d %d %d %d %s|%s"
              .formatted(
                  payer,
                  payerDistrict,
                  payerWarehouse,
                  payment.district(),
                  payment.warehouse(),
                  amount,
                  credit.data());
      update.setString(++parameter, note.substring(0, Math.min(LONGEST_DATA, note.length())));
    }
    update.setInt(++parameter, payerWarehouse);
    update.setInt(++parameter, payerDistrict);
    update.setInt(++parameter, payer);
    update.executeUpdate();
  }
}
