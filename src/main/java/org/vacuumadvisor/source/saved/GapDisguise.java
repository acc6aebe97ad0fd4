package org.vacuumadvisor.source.saved;

import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.vacuumadvisor.model.Gap;
import org.vacuumadvisor.source.Topic;

/// A gap without names. It is told in free text, with the server's own words in it in any language;
/// so only sentences made of a few known words pass, and what follows the first sign of a name is
/// cut off.
final class GapDisguise {
  private static final Pattern NAME_FOLLOWS = Pattern.compile(" of database |[:(\"]");
  private static final Pattern NOT_A_WORD = Pattern.compile("[^A-Za-z/]+");

  private static final Set<String> VOCABULARY =
      Stream.concat(
              Stream.of(Topic.values())
                  .flatMap(each -> Stream.of(SurveyFormat.word(each).split("_"))),
              Stream.of(
                  """
                  a able about act age ages all and are at be been begin behind belong bloat but
                  cannot column comes connect could counters database databases dead detail details
                  disk do does each estimated estimates everything far for from grant greater have
                  hides hold holds how i/o id ids in instead is know known later lock long measured
                  members missing multixact never not nothing of often old on one or order our
                  prepared privilege quieter read reads replication reset rows running see since
                  size statistics still survey table tables tell than that the their them there
                  they time to transaction transactions use used vacuum vacuumed again analyzed
                  autovacuum wal was what when where whether which who will with without worker
                  workers write writes written\
                  """
                      .split("\\s+")))
          .collect(Collectors.toUnmodifiableSet());

  private GapDisguise() {}

  static Gap of(Gap gap) {
    var remedy = gap.remedy();
    var name = NAME_FOLLOWS.matcher(gap.what());
    var what = name.find() ? gap.what().substring(0, name.start()) : gap.what();
    return new Gap(
        gap.kind(),
        isHarmless(what) ? what.strip() : "part of the server",
        isHarmless(gap.hides()) ? gap.hides() : "what depends on it",
        remedy != null && isHarmless(remedy) ? remedy : null);
  }

  private static boolean isHarmless(String text) {
    return NOT_A_WORD
        .splitAsStream(text)
        .filter(each -> !each.isEmpty())
        .allMatch(each -> VOCABULARY.contains(each.toLowerCase(Locale.ROOT)));
  }
}
