package org.vacuumadvisor.freeze;

import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.vacuumadvisor.freeze.Forecast.DatabaseOutlook;
import org.vacuumadvisor.freeze.FreezeWork.Effort;
import org.vacuumadvisor.freeze.IdRates.IdRate;
import org.vacuumadvisor.freeze.IdRates.IdRateMeter;
import org.vacuumadvisor.freeze.Planner.Guard;
import org.vacuumadvisor.model.HorizonHolder;
import org.vacuumadvisor.model.HorizonHolder.Slot;
import org.vacuumadvisor.model.Relation;
import org.vacuumadvisor.model.Survey;
import org.vacuumadvisor.postgres.Wraparound;
import org.vacuumadvisor.unit.XidAge;

/// When everything on a server will be frozen by force, and a calendar that comes before.
///
/// @param tables tables and materialized views with their TOAST tables, the most urgent first
/// @param databases the oldest first, those whose tables were not read included
/// @param calendar the windows in which there is something to do, in order
/// @param obstacles who has to let go first; while there is one, the tables in his reach have no
///   place in the calendar
public record FreezePlan(
    Survey survey,
    FreezeOptions options,
    IdRates rates,
    List<TableOutlook> tables,
    List<DatabaseOutlook> databases,
    List<Appointment> calendar,
    List<Obstacle> obstacles) {
  /// Ours: what freezing loses of its effect before it is worth an objection.
  private static final double PART_OF_LIMIT = 0.05;

  /// Below this an age says nothing, whoever holds it: about a minute of a busy server.
  private static final XidAge ORDINARY = new XidAge(100_000);

  private static final Duration FORTNIGHT = Duration.ofDays(14);

  public FreezePlan {
    tables = List.copyOf(tables);
    databases = List.copyOf(databases);
    calendar = List.copyOf(calendar);
    obstacles = List.copyOf(obstacles);
  }

  /// Why there can be no plan for this survey, in a sentence for the user; empty if there can.
  public static Optional<String> refusal(Survey survey) {
    if (survey.server().standby()) {
      return Optional.of(
          "This server is a standby: it freezes nothing itself. Ask its primary; what is frozen"
              + " there is frozen here.");
    }
    return survey.relations().stream().map(Relation::ages).noneMatch(each -> each.isKnown())
        ? Optional.of(
            "The age of no table is known here: a plan needs age(relfrozenxid) of pg_class. Survey"
                + " the server itself.")
        : Optional.empty();
  }

  /// A plan by what was seen, and what logs tell.
  ///
  /// @throws IllegalArgumentException where there is a [#refusal]
  public static FreezePlan of(Sources sources, FreezeOptions options) {
    var now = sources.now();
    refusal(now)
        .ifPresent(why -> {
          throw new IllegalArgumentException(why);
        });
    var rates = IdRateMeter.of(sources);
    var holders = holding(now, rates);
    var effort = new Effort(now, options.diskPerSecond());
    var forecast = new Forecast(now, rates, effort, holders);
    var tables = forecast.tables();
    return new FreezePlan(
        now,
        options,
        rates,
        tables,
        forecast.databases(),
        calendar(now, options, rates, tables),
        holders.stream().map(each -> new Obstacle(each, reached(each, tables))).toList());
  }

  private static long reached(HorizonHolder holder, List<TableOutlook> tables) {
    return tables.stream().filter(each -> each.heldBy().contains(holder)).count();
  }

  private static List<Appointment> calendar(
      Survey now, FreezeOptions options, IdRates rates, List<TableOutlook> tables) {
    var end = now.takenAt().plus(options.horizon());
    var slots = options.windows().between(now.takenAt(), end);
    var guards = Stream.of(Wraparound.values()).map(each -> guard(now, rates, each)).toList();
    return new Planner(plannable(tables), rates, guards, now.takenAt())
        .plan(slots).stream().map(each -> Appointment.of(each, options.jobs())).toList();
  }

  /// The tables of databases in which people's tables are not held. Held catalogs alone are no
  /// reason not to freeze the rest.
  private static List<TableOutlook> plannable(List<TableOutlook> tables) {
    var held = heldDatabases(tables);
    return tables.stream().filter(each -> !held.contains(each.table().name().database())).toList();
  }

  private static Set<String> heldDatabases(List<TableOutlook> tables) {
    return tables.stream()
        .filter(each -> each.isHeld() && !each.table().isSystem())
        .map(each -> each.table().name().database())
        .collect(Collectors.toCollection(HashSet::new));
  }

  /// The databases for which there is no plan because their tables are held.
  public List<String> blockedDatabases() {
    return heldDatabases(tables).stream().sorted().toList();
  }

  /// The first time that autovacuum will come by force; empty where no rate is known.
  public Optional<Instant> firstForced() {
    return tables.stream().flatMap(each -> each.forced().stream()).min(Instant::compareTo);
  }

  /// Whether so many IDs are given out between two windows that what is frozen in one is forced
  /// before the next.
  public boolean areWindowsTooRare() {
    var now = survey.takenAt();
    var slots = options.windows().between(now, now.plus(FORTNIGHT));
    var guard = guard(survey, rates, Wraparound.TRANSACTIONS);
    return IntStream.range(0, slots.size() - 1)
        .mapToLong(at -> guard.used(slots.get(at).start(), slots.get(at + 1).start()))
        .anyMatch(used -> used > guard.limit().count());
  }

  private static Guard guard(Survey now, IdRates rates, Wraparound ids) {
    var settings = now.settings();
    return new Guard(
        rates,
        ids,
        switch (ids) {
          case TRANSACTIONS -> settings.freezeMaxAge();
          case MULTIXACTS -> Forecast.multixactLimit(now, settings.multixactFreezeMaxAge());
        });
  }

  /// Those who hold the horizon for too long, not for a while as every transaction does, the oldest
  /// first. A horizon that is a day behind is not one that a quiet night waits for; nor one that
  /// takes a twentieth of the limit.
  private static List<HorizonHolder> holding(Survey survey, IdRates rates) {
    var part =
        new XidAge((long) (PART_OF_LIMIT * (double) survey.settings().freezeMaxAge().count()));
    var day =
        rates
            .transactions()
            .filter(rate -> rate.basis() == IdRate.Basis.MEASURED)
            .map(rate -> new XidAge(Math.max(ORDINARY.count(), (long) rate.perDay())))
            .orElse(part);
    var most = day.compareTo(part) < 0 ? day : part;
    return survey.horizonHolders().stream()
        .filter(each -> each.isOlderThan(most))
        .sorted(HorizonHolder.byAge().reversed())
        .toList();
  }

  /// Someone who holds the horizon so far back that freezing is in vain while he does: no table in
  /// his reach can become younger than his horizon.
  ///
  /// @param tables how many tables he reaches
  public record Obstacle(HorizonHolder holder, long tables) {
    public String who() {
      return holder.called()
          + (holder instanceof Slot slot && slot.isAbandoned() ? ", which nobody reads" : "");
    }
  }
}
