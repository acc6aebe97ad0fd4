package org.vacuumadvisor.lab.workload;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.ArrayList;
import org.vacuumadvisor.lab.workload.TpcCTransaction.Customer;
import org.vacuumadvisor.lab.workload.TpcCTransaction.CustomerById;
import org.vacuumadvisor.lab.workload.TpcCTransaction.CustomerByName;

/// Finds customers. Of several of the same last name it takes the middle one, TPC-C clause 2.5.2.2.
final class TpcCCustomers {
  private final PreparedStatement byName;

  TpcCCustomers(Connection connection) throws SQLException {
    byName =
        connection.prepareStatement(
            """
            SELECT c_id
              FROM customer
             WHERE c_w_id = ? AND c_d_id = ? AND c_last = ?
             ORDER BY c_first\
            """);
  }

  int idOf(Customer customer) throws SQLException {
    return switch (customer) {
      case CustomerById(_, _, int id) -> id;
      case CustomerByName named -> middleOf(named);
    };
  }

  private int middleOf(CustomerByName named) throws SQLException {
    Rows.set(byName, named.warehouse(), named.district());
    byName.setString(3, named.lastName());
    var found =
        Rows.one(
            byName,
            row -> {
              var ids = new ArrayList<Integer>();
              do {
                ids.add(row.getInt(1));
              } while (row.next());
              return ids;
            });
    return found.get((found.size() - 1) / 2);
  }
}
