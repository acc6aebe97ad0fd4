package org.vacuumadvisor.diagnosis.rule;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.vacuumadvisor.action.Harm;
import org.vacuumadvisor.diagnosis.Finding;
import org.vacuumadvisor.diagnosis.Remedy;
import org.vacuumadvisor.diagnosis.Subject;
import org.vacuumadvisor.model.HorizonHolder;
import org.vacuumadvisor.model.Relation;

/// A log tells that someone holds the horizon, the server tells who: one finding, which names the
/// holder and has the proof of both.
final class NamedHolder {
  private NamedHolder() {}

  /// The findings without those on an unknown holder whom a known one is proven to be.
  static List<Finding> of(List<Finding> findings) {
    var named = new ArrayList<>(findings);
    var holding = new ArrayList<>(findings);
    holding.removeIf(each -> each.holders().findAny().isEmpty());
    for (var told : findings) {
      for (var unknown : unknown(told).stream().toList()) {
        holder(told, holding, isOfCatalog(unknown), holder -> isOf(unknown, holder))
            .ifPresentOrElse(
                known -> {
                  var proven = proven(known, told);
                  named.set(named.indexOf(known), proven);
                  holding.set(holding.indexOf(known), proven);
                  named.remove(told);
                },
                () ->
                    holder(told, holding, false, holder -> !holder.xid().isKnown())
                        .ifPresent(_ -> named.set(named.indexOf(told), withoutSearch(told))));
      }
    }
    return List.copyOf(named);
  }

  /// Nobody has to look for who is shown, be it without the transaction ID that would prove it.
  private static Finding withoutSearch(Finding told) {
    return told.with(
        told.severity(),
        told.evidence(),
        told.confidence(),
        told.remedies().stream().filter(each -> !(each instanceof Remedy.FindHolder)).toList());
  }

  private static Optional<Remedy.FindHolder> unknown(Finding finding) {
    return finding.remedies().stream()
        .flatMap(
            each -> each instanceof Remedy.FindHolder unknown ? Stream.of(unknown) : Stream.empty())
        .findFirst();
  }

  private static Optional<Finding> holder(
      Finding told, List<Finding> findings, boolean isOfCatalog, Predicate<HorizonHolder> which) {
    return findings.stream()
        .filter(each -> !each.isOfCatalogsOnly() || isOfCatalog)
        .filter(each -> covers(each.subject(), told.subject()))
        .filter(each -> each.holders().anyMatch(which))
        .findFirst();
  }

  /// A `catalog_xmin` keeps rows of the catalogs alone: it is named where one of them ended there.
  private static boolean isOfCatalog(Remedy.FindHolder unknown) {
    return unknown.cutoff().isPresent()
        && unknown.relation().filter(Relation::isSystem).isPresent();
  }

  /// Vacuums end at the oldest transaction ID that somebody holds (`OldestXmin`): who holds another
  /// one is somebody else. Up to 9.6 no log tells it.
  private static boolean isOf(Remedy.FindHolder unknown, HorizonHolder holder) {
    var xid = holder.xid().known();
    return unknown.cutoff().isEmpty()
        || (xid.isPresent() && (int) (xid.get() - unknown.cutoff().get()) == 0);
  }

  private static Finding proven(Finding known, Finding told) {
    return known.with(
        known.severity().compareTo(told.severity()) <= 0 ? known.severity() : told.severity(),
        Stream.concat(
                known.evidence().stream(),
                told.evidence().stream().filter(fact -> fact.provenance() == null))
            .toList(),
        known.confidence().compareTo(told.confidence()) <= 0
            ? known.confidence()
            : told.confidence(),
        known.remedies().stream().map(NamedHolder::proven).toList());
  }

  private static Remedy proven(Remedy remedy) {
    return remedy instanceof Remedy.EndSession end
        ? new Remedy.EndSession(end.session(), Harm.VACUUM_KEPT_ROWS)
        : remedy;
  }

  private static boolean covers(Subject holder, Subject told) {
    var one = database(holder);
    var other = database(told);
    return one.isEmpty() || other.isEmpty() || one.equals(other);
  }

  private static String database(Subject subject) {
    return subject instanceof Subject.OfDatabase(String name)
        ? name
        : subject.onTable().map(each -> each.name().database()).orElse("");
  }
}
