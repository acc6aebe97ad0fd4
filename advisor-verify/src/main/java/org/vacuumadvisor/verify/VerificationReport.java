package org.vacuumadvisor.verify;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.vacuumadvisor.diagnosis.Names;
import org.vacuumadvisor.report.Part;
import org.vacuumadvisor.report.Report;
import org.vacuumadvisor.report.Words;
import org.vacuumadvisor.unit.Quantities;
import org.vacuumadvisor.verify.Outcome.Verdict;

/// What came of changes, told.
public final class VerificationReport {
  private VerificationReport() {}

  public static Report of(Verification of) {
    var parts = new ArrayList<Part>();
    parts.add(new Part.Verdict(Optional.empty(), verdict(of)));
    parts.add(new Part.Paragraph(span(of)));
    for (var each : of.outcomes()) {
      parts.add(new Part.Heading("%d. %s".formatted(each.change().number(), headline(each))));
      parts.addAll(about(each));
    }
    return new Report("Whether it helped", parts);
  }

  private static String verdict(Verification of) {
    return of.outcomes().isEmpty()
        ? "There is no change to judge: no setting about vacuum differs between the looks."
        : Stream.of(Verdict.values())
            .filter(each -> of.count(each) > 0)
            .map(each -> "%d %s".formatted(of.count(each), each.inWords()))
            .collect(
                Collectors.joining(
                    ", ", Quantities.counted(of.outcomes().size(), "change") + ": ", "."));
  }

  private static String span(Verification of) {
    return "%s: %s, after is until %s; %s%s."
        .formatted(
            of.server().place().isEmpty()
                ? "PostgreSQL " + of.server().release()
                : of.server().place(),
            of.from().isAfter(of.changedAt())
                ? "nobody looked before " + Words.moment(of.changedAt())
                : "before is %s to %s"
                    .formatted(Words.moment(of.from()), Words.moment(of.changedAt())),
            Words.moment(of.to()),
            Quantities.counted(of.looks(), "look"),
            of.runs() == 0
                ? ""
                : ", %s of logs".formatted(Quantities.counted(of.runs(), "vacuum")));
  }

  /// `KEPT: Set autovacuum_vacuum_scale_factor for public.orders`.
  private static String headline(Outcome each) {
    return "%s%s: %s"
        .formatted(
            each.verdict().inWords().toUpperCase(Locale.ROOT),
            each.untilDays() == null ? "" : " (about %s more)".formatted(wait(each.untilDays())),
            each.change().title());
  }

  /// Why the verdict is so, what was seen, and the statement that takes the change back.
  private static List<Part> about(Outcome each) {
    var words = Stream.concat(Stream.of(each.reason(), figure(each)), each.notes().stream());
    var parts = new ArrayList<Part>();
    parts.add(new Part.Paragraph(Words.joined(words.toArray(String[]::new))));
    if (each.revert() != null) {
      parts.add(new Part.Script(each.revert()));
    }
    return parts;
  }

  private static String figure(Outcome each) {
    var measured = each.measured();
    return measured == null || each.figure() == null
        ? ""
        : "%s: %s before, %s after, %s × (%s to %s)%s; seen %s%s."
            .formatted(
                what(each),
                number(measured.before()),
                number(measured.after()),
                times(measured.change()),
                times(measured.least()),
                times(measured.most()),
                each.promised() == null
                    ? ""
                    : ", %s × was promised".formatted(Estimate.times(each.promised())),
                Quantities.counted(Math.max(1, Math.round(measured.seen())), "time"),
                measured.controls() == 0
                    ? ""
                    : "; what %s that nobody touched did in that time, %s ×, is taken off"
                        .formatted(
                            Quantities.counted(measured.controls(), "table"),
                            times(measured.drift())));
  }

  /// `Dead rows that a vacuum found of public.orders`.
  private static String what(Outcome each) {
    return Names.capital("%s of %s".formatted(each.figure(), each.table()));
  }

  private static String wait(double days) {
    return Quantities.duration(Duration.ofMinutes(Math.max(1, Math.round(days * 24 * 60))));
  }

  private static String times(double logarithm) {
    return Estimate.times(Math.exp(logarithm));
  }

  private static String number(double value) {
    return value < 10 ? Estimate.times(value) : Quantities.count(value);
  }
}
