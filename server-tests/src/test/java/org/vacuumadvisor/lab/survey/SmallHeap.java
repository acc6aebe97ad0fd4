package org.vacuumadvisor.lab.survey;

import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.function.UnaryOperator;
import org.vacuumadvisor.source.SourceException;
import org.vacuumadvisor.source.jdbc.Databases;
import org.vacuumadvisor.source.jdbc.Progress;
import org.vacuumadvisor.source.jdbc.ServerSource;

/// A program of its own that surveys the database at a JDBC URL and prints how many tables of users
/// and indexes it found.
final class SmallHeap {
  private SmallHeap() {}

  public static void main(String[] arguments) throws SourceException, InterruptedException {
    var source =
        new ServerSource(
            _ -> {
              try {
                return DriverManager.getConnection(arguments[0], "postgres", "");
              } catch (SQLException failed) {
                throw new SourceException("cannot connect", failed);
              }
            },
            UnaryOperator.identity());
    var survey = source.survey(Databases.CURRENT, Progress.NONE);
    System.out.println(
        survey.userRelations().count()
            + " "
            + survey.userRelations().mapToInt(each -> each.indexes().size()).sum());
  }
}
