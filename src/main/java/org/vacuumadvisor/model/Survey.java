package org.vacuumadvisor.model;

import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.vacuumadvisor.postgres.Release;
import org.vacuumadvisor.postgres.ServerSettings;

/// Everything known about one server at one moment, however it reached us.
///
/// @param takenAt the server's clock when the survey began; see [Excerpt.Clock] where it is pasted
/// @param relations of the databases that were surveyed
public record Survey(
    Server server,
    Instant takenAt,
    ServerSettings settings,
    List<Database> databases,
    List<Relation> relations,
    List<HorizonHolder> horizonHolders,
    Machinery machinery,
    Coverage coverage) {
  public Survey {
    databases = List.copyOf(databases);
    relations = List.copyOf(relations);
    horizonHolders = List.copyOf(horizonHolders);
  }

  /// Of a server that nobody looked at. It has no relations, settings or holders because none are
  /// known.
  ///
  /// @param release the latest that it may be of
  /// @param until the latest moment that is told of it
  public static Survey unseen(Release release, Instant until) {
    return new Survey(
        Server.unseen(release),
        until,
        ServerSettings.unknown(release),
        List.of(),
        List.of(),
        List.of(),
        Machinery.notCollected(),
        Coverage.NONE);
  }

  /// The relations by key.
  public Map<RelationKey, Relation> byKey() {
    return relations.stream()
        .collect(Collectors.toMap(Relation::key, Function.identity(), (first, _) -> first));
  }

  /// The same survey, read as one of another release.
  public Survey as(Release release) {
    var same = server.as(release);
    var read = new ServerSettings(release, settings.values());
    return new Survey(
        same, takenAt, read, databases, relations, horizonHolders, machinery, coverage);
  }

  /// The same survey with another word on how much it saw.
  public Survey with(Coverage other) {
    return new Survey(
        server, takenAt, settings, databases, relations, horizonHolders, machinery, other);
  }

  /// The same survey with other holders of the horizon.
  public Survey with(List<HorizonHolder> holders) {
    return new Survey(
        server, takenAt, settings, databases, relations, holders, machinery, coverage);
  }

  /// The same survey with something of its relations changed, but not their keys.
  public Survey mapped(UnaryOperator<Relation> change) {
    var changed = relations.stream().map(change).toList();
    return new Survey(
        server, takenAt, settings, databases, changed, horizonHolders, machinery, coverage);
  }

  /// The same survey, taken at another time.
  public Survey takenAt(Instant moment) {
    return new Survey(
        server, moment, settings, databases, relations, horizonHolders, machinery, coverage);
  }

  /// Whether it was taken out of an archive, which keeps counters, sizes and ages alone.
  public boolean isArchived() {
    return coverage.gaps().stream().anyMatch(each -> each.kind() == Gap.Kind.ARCHIVED);
  }

  public Optional<Database> database(String name) {
    return databases.stream().filter(each -> each.name().equals(name)).findFirst();
  }

  /// The holders of the horizon that are of that kind.
  public <T extends HorizonHolder> Stream<T> holders(Class<T> kind) {
    return horizonHolders.stream().filter(kind::isInstance).map(kind::cast);
  }

  /// Every replication slot once, whether it holds two horizons, one or none; those that hold
  /// first.
  public Stream<HorizonHolder.Slot> slots() {
    return Stream.concat(holders(HorizonHolder.Slot.class), machinery.otherSlots().stream())
        .collect(
            Collectors.toMap(
                HorizonHolder.Slot::name, each -> each, (one, _) -> one, LinkedHashMap::new))
        .values()
        .stream();
  }

  /// The relations that people made: not PostgreSQL's catalogs, nor their TOAST tables.
  public Stream<Relation> userRelations() {
    return relations.stream().filter(each -> !each.isSystem());
  }
}
