package org.vacuumadvisor.story;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.vacuumadvisor.model.history.Command;
import org.vacuumadvisor.model.history.Mode;
import org.vacuumadvisor.model.history.Run;
import org.vacuumadvisor.model.history.Trait;

/// What one run did, in at most five sentences, each from figures that the run prints: what became
/// of the rows, what stayed and why, what surprises people, what it cost, and what changed since
/// the runs before. It holds no advice, and nothing that the run does not tell.
///
/// @param sentences at least one
public record Story(List<Sentence> sentences) {
  private static final int LONGEST = 5;

  public Story {
    sentences = List.copyOf(sentences);
  }

  /// The story of a run.
  ///
  /// @param before the vacuum of the same table before it; null if none is known
  public static Story of(Run run, @Nullable Run before) {
    var told = new Telling();
    if (run.heading().command() == Command.ANALYZE) {
      new AnalyzeStory(run).tell(told);
    } else if (run.heading().mode() == Mode.FULL || run.heading().mode() == Mode.CLUSTER) {
      new RewriteStory(run).tell(told);
    } else {
      var figures = new RunFigures(run);
      new Rows(figures).tell(told);
      new Surprises(figures).tell(told);
      new Costs(figures).tell(told);
      Trend.since(before, figures).ifPresent(told::add);
    }
    if (run.is(Trait.CANCELLED)) {
      told.first("It was cancelled before it ended; what it had removed by then stays removed.");
    } else if (!run.is(Trait.COMPLETE)) {
      told.first(
          told.isEmpty()
              ? "It began; what became of it is not shown."
              : "Only a part of its report is shown.");
    } else if (told.isEmpty()) {
      told.first("It ended; its report gives no figures.");
    }
    return new Story(shortened(told.sentences()));
  }

  /// The last sentence of the topic that has the most goes first.
  private static List<Sentence> shortened(List<Sentence> told) {
    var sorted = new ArrayList<>(told);
    sorted.sort(Comparator.comparing(Sentence::topic));
    while (sorted.size() > LONGEST) {
      var topics = new EnumMap<Sentence.Topic, Integer>(Sentence.Topic.class);
      sorted.forEach(each -> topics.merge(each.topic(), 1, Integer::sum));
      int most = topics.values().stream().mapToInt(Integer::intValue).max().orElse(0);
      for (int at = sorted.size() - 1; at >= 0; at--) {
        if (topics.getOrDefault(sorted.get(at).topic(), 0) == most) {
          var _ = sorted.remove(at);
          break;
        }
      }
    }
    return sorted;
  }

  /// All sentences, one after another.
  public String text() {
    return sentences.stream().map(Sentence::text).collect(Collectors.joining(" "));
  }
}
