package org.vacuumadvisor.source.paste.thing;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import org.vacuumadvisor.postgres.LockMode;

/// The table that a statement works on and the lock it takes there, where its first words tell.
/// What each command takes is in the documentation, 13.3.1.
public record LockWish(String table, LockMode mode) {
  private static final int LOOKED_AT = 400;
  private static final Set<String> FILLERS =
      Set.of("table", "if", "exists", "only", "full", "verbose", "analyze", "concurrently", "not");

  /// The lock that a statement takes; empty where it takes none that matters here.
  ///
  /// @param query as `pg_stat_activity.query` shows it
  public static Optional<LockWish> of(String query) {
    var text = query.strip();
    var words =
        Arrays.asList(
            text.substring(0, Math.min(text.length(), LOOKED_AT))
                .replace(";", " ")
                .replace("(", " ( ")
                .strip()
                .split("\\s+", -1));
    var lower = words.stream().map(each -> each.toLowerCase(Locale.ROOT)).toList();
    return switch (lower.getFirst()) {
      case "alter" ->
          lower.size() > 1 && lower.get(1).equals("table")
              ? name(words, lower, 2, alteration(lower))
              : Optional.empty();
      case "drop" ->
          lower.size() > 1 && lower.get(1).equals("table")
              ? name(words, lower, 2, LockMode.ACCESS_EXCLUSIVE)
              : Optional.empty();
      case "truncate", "cluster" -> name(words, lower, 1, LockMode.ACCESS_EXCLUSIVE);
      case "lock" ->
          lower.contains("in")
              ? Optional.empty()
              : name(words, lower, 1, LockMode.ACCESS_EXCLUSIVE);
      case "create" -> creation(words, lower);
      case "reindex" -> behind("table", words, lower, LockMode.SHARE);
      case "vacuum" -> vacuum(words, lower);
      case "select", "with" -> behind("from", words, lower, LockMode.ACCESS_SHARE);
      case "insert" -> behind("into", words, lower, LockMode.ROW_EXCLUSIVE);
      case "delete" -> behind("from", words, lower, LockMode.ROW_EXCLUSIVE);
      case "update" -> name(words, lower, 1, LockMode.ROW_EXCLUSIVE);
      default -> Optional.empty();
    };
  }

  private static LockMode alteration(List<String> lower) {
    int set = lower.indexOf("set");
    boolean isMild =
        lower.contains("validate")
            || lower.contains("statistics")
            || (set > 0 && set + 1 < lower.size() && lower.get(set + 1).equals("("));
    return isMild ? LockMode.SHARE_UPDATE_EXCLUSIVE : LockMode.ACCESS_EXCLUSIVE;
  }

  private static Optional<LockWish> creation(List<String> words, List<String> lower) {
    if (lower.contains("index")) {
      boolean isMild = lower.contains("concurrently");
      return behind("on", words, lower, isMild ? LockMode.SHARE_UPDATE_EXCLUSIVE : LockMode.SHARE);
    }
    return lower.contains("trigger")
        ? behind("on", words, lower, LockMode.SHARE_ROW_EXCLUSIVE)
        : Optional.empty();
  }

  private static Optional<LockWish> vacuum(List<String> words, List<String> lower) {
    boolean hasOptions = lower.size() > 1 && lower.get(1).equals("(");
    int name = 1;
    if (hasOptions) {
      while (name < lower.size() && !lower.get(name).endsWith(")")) {
        name++;
      }
      name++;
    }
    boolean isFull = lower.subList(1, lower.size()).contains("full");
    return name(
        words, lower, name, isFull ? LockMode.ACCESS_EXCLUSIVE : LockMode.SHARE_UPDATE_EXCLUSIVE);
  }

  private static Optional<LockWish> behind(
      String word, List<String> words, List<String> lower, LockMode mode) {
    int at = lower.indexOf(word);
    return at < 0 ? Optional.empty() : name(words, lower, at + 1, mode);
  }

  private static Optional<LockWish> name(
      List<String> words, List<String> lower, int from, LockMode mode) {
    int at = from;
    while (at < lower.size() && FILLERS.contains(lower.get(at))) {
      at++;
    }
    if (at >= words.size()) {
      return Optional.empty();
    }
    var name = words.get(at).replaceAll("[,)]+$", "");
    boolean isName =
        !name.isEmpty()
            && (Character.isLetter(name.charAt(0)) || "\"_<".indexOf(name.charAt(0)) >= 0);
    return isName ? Optional.of(new LockWish(name, mode)) : Optional.empty();
  }
}
