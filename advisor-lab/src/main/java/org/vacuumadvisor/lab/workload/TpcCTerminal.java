package org.vacuumadvisor.lab.workload;

import static java.util.Comparator.comparingInt;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.vacuumadvisor.lab.workload.TpcCTransaction.Customer;
import org.vacuumadvisor.lab.workload.TpcCTransaction.CustomerById;
import org.vacuumadvisor.lab.workload.TpcCTransaction.CustomerByName;
import org.vacuumadvisor.lab.workload.TpcCTransaction.Delivery;
import org.vacuumadvisor.lab.workload.TpcCTransaction.Line;
import org.vacuumadvisor.lab.workload.TpcCTransaction.NewOrder;
import org.vacuumadvisor.lab.workload.TpcCTransaction.OrderStatus;
import org.vacuumadvisor.lab.workload.TpcCTransaction.Payment;
import org.vacuumadvisor.lab.workload.TpcCTransaction.StockLevel;

/// A terminal of TPC-C: chooses among the five transactions and their inputs.
final class TpcCTerminal implements Client<TpcCTransaction> {
  private final TpcC size;
  private final TpcCRandom random;
  private final int warehouse;
  private final int district;
  private final Connection connection;
  private final TpcCNewOrder newOrder;
  private final TpcCPayment payment;
  private final TpcCDelivery delivery;
  private final TpcCQueries queries;

  TpcCTerminal(TpcC size, Connection connection, TpcCRandom random, int warehouse, int district)
      throws SQLException {
    this.size = size;
    this.random = random;
    this.warehouse = warehouse;
    this.district = district;
    this.connection = connection;
    var customers = new TpcCCustomers(connection);
    this.newOrder = new TpcCNewOrder(connection);
    this.payment = new TpcCPayment(connection, customers);
    this.delivery = new TpcCDelivery(connection);
    this.queries = new TpcCQueries(connection, customers);
  }

  /// The mix that BenchmarkSQL and most others use; clause 5.2.3 sets minimums only.
  @Override
  public TpcCTransaction next() {
    int percent = random.between(1, 100);
    if (percent <= 45) {
      return newOrder();
    }
    if (percent <= 88) {
      return payment();
    }
    if (percent <= 92) {
      return new OrderStatus(customerOf(warehouse, anyDistrict()));
    }
    if (percent <= 96) {
      return new Delivery(warehouse, random.between(1, 10));
    }
    return new StockLevel(warehouse, district, random.between(10, 20));
  }

  @Override
  public void execute(TpcCTransaction transaction) throws SQLException {
    switch (transaction) {
      case NewOrder order -> {
        if (!newOrder.execute(order)) {
          connection.rollback();
          return;
        }
      }
      case Payment paid -> payment.execute(paid);
      case OrderStatus question -> queries.execute(question);
      case Delivery delivered -> delivery.execute(delivered);
      case StockLevel question -> queries.execute(question);
    }
    connection.commit();
  }

  private NewOrder newOrder() {
    boolean mistaken = random.inPercent(1);
    int count = random.between(5, 15);
    var lines = new ArrayList<Line>();
    for (int number = 1; number <= count; number++) {
      lines.add(line());
    }
    lines.sort(comparingInt(Line::supplier).thenComparingInt(Line::item));
    if (mistaken) {
      lines.set(count - 1, new Line(warehouse, size.items() + 1, 1));
    }
    return new NewOrder(warehouse, anyDistrict(), random.customer(), List.copyOf(lines), mistaken);
  }

  private Line line() {
    int supplier = random.inPercent(1) ? anotherWarehouse() : warehouse;
    return new Line(supplier, random.item(), random.between(1, 10));
  }

  private Payment payment() {
    int paidAt = anyDistrict();
    var payer =
        random.inPercent(85)
            ? customerOf(warehouse, paidAt)
            : customerOf(anotherWarehouse(), anyDistrict());
    return new Payment(warehouse, paidAt, payer, random.decimal(100, 500_000, 2));
  }

  private Customer customerOf(int warehouse, int district) {
    return random.inPercent(60)
        ? new CustomerByName(warehouse, district, random.lastName())
        : new CustomerById(warehouse, district, random.customer());
  }

  private int anyDistrict() {
    return random.between(1, TpcC.DISTRICTS);
  }

  /// This one if there is no other.
  private int anotherWarehouse() {
    if (size.warehouses() == 1) {
      return warehouse;
    }
    int other = random.between(1, size.warehouses() - 1);
    return other < warehouse ? other : other + 1;
  }
}
