package org.vacuumadvisor.source.paste.text;

import java.util.regex.Pattern;

/// Whether a sentence states something, or only supposes, asks, proposes or denies it. Where that
/// is not certain it counts as not stated.
final class Mood {
  private static final Pattern SUPPOSED =
      Pattern.compile(
          "(?i)\\b(?:if|unless|suppose|supposing|assuming|assume|imagine|would|wouldn't|should|shouldn't|could|might|hypothetical|hypothetically|e\\.g\\.|for"
              + " example|for instance|such as|let's say|lets"
              + " say|recommend|recommends|recommended|suggest"
              + "|suggests|suggested|advise|advises|advised|consider|considering|try|trying|tried|planning"
              + " to|plan to|want to|wants to|wanted to|thinking of|thinking about|going"
              + " to|will|shall|whenever|until|once|documentation|the docs|the manual|instead"
              + " of|rather than|unlike|not sure|before the|supposed"
              + " to|ideally|normally|usually|typically|as soon as|in"
              + " case)\\b|\\bmay\\b|\\bwhen\\b");

  /// The same in other languages.
  private static final Pattern SUPPOSED_ABROAD =
      Pattern.compile(
          "(?iU)\\b(?:wenn|falls|würde|würden|sollte|sollten|könnte|könnten|si|serait|devrait|pourrait"
              + "|sería|debería|podría|cuando|quand|lorsque|se|seria|deveria|poderia|sarebbe|dovrebbe"
              + "|если|бы|когда|должен|должно|может)\\b");

  private static final Pattern DENIED_ABROAD =
      Pattern.compile(
          "(?iU)\\b(?:nicht|keine?[nrs]?|ohne|pas|sans|sin|nunca|sem|senza|не|нет|без)\\b");

  private static final Pattern ASKED =
      Pattern.compile(
          "(?i)(?:[-*+\\d.)\\s\"'(]{0,8})(?:should|would|could|can|is|are|do|does|did|has|have|shall|what"
              + " if|what about|how about|which|how much|how many|how high|any reason)\\b.*\\?\\W*",
          Pattern.DOTALL);
  private static final Pattern PROPOSED =
      Pattern.compile(
          "(?:[-*+\\d.)\\s\"'(]{0,8})(?i:please |then |also |just |first,? |so )?(?i:set|use|lower"
              + "|raise|increase|decrease|reduce|change|try|make sure|ensure|disable"
              + "|enable|turn|bump|adjust)\\b.*",
          Pattern.DOTALL);
  private static final Pattern DENIED =
      Pattern.compile(
          "(?i)\\b(?:not|no longer|never|without|neither|nor|cannot|isnt|arent|wasnt|doesnt|nobody"
              + "|nothing)\\b|n['\u2019]t\\b");

  /// Whether a sentence in another language supposes something.
  static boolean isSupposedAbroad(String sentence) {
    return SUPPOSED_ABROAD.matcher(sentence).find();
  }

  /// What was, and need not be so now.
  private static final Pattern PAST =
      Pattern.compile(
          "(?i)\\b(?:used to be|previously|originally|initially|(?<!since )(?:yesterday|last"
              + " (?:week|month|year))|at first)\\b");

  private static final Pattern PAST_AT_ONCE =
      Pattern.compile("(?is)\\W{0,8}(?:" + PAST.pattern().substring(4) + ").*");
  private static final Pattern DEFAULT = Pattern.compile("(?i)\\bdefaults?\\b");
  private static final Pattern CLAUSE =
      Pattern.compile("[,;:(]\\s|\\b(?:but|and|while|though|yet)\\b");

  private Mood() {}

  /// Whether the sentence states what is.
  static boolean isStated(String sentence) {
    return !SUPPOSED.matcher(sentence).find()
        && !ASKED.matcher(sentence).matches()
        && !PROPOSED.matcher(sentence).matches()
        && !PAST_AT_ONCE.matcher(sentence).matches();
  }

  /// Whether what ends at `end` of the sentence is denied in its clause, or told of the default or
  /// of the past.
  static boolean isDenied(String sentence, int start, int end) {
    int from = 0;
    int to = sentence.length();
    var clause = CLAUSE.matcher(sentence);
    while (clause.find()) {
      if (clause.start() < start) {
        from = clause.end();
      } else if (clause.start() >= end) {
        to = clause.start();
        break;
      }
    }
    int begin = Math.min(from, start);
    return PAST.matcher(sentence.substring(begin, to)).find()
        || DENIED.matcher(sentence.substring(begin, end)).find()
        || DENIED_ABROAD.matcher(sentence.substring(begin, end)).find()
        || DEFAULT.matcher(sentence.substring(begin, start)).find();
  }
}
