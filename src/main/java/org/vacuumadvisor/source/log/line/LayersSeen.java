package org.vacuumadvisor.source.log.line;

import java.nio.charset.StandardCharsets;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/// Collects what was seen of each layer, with the first line that showed it.
public final class LayersSeen {
  private static final int LONGEST = 200;

  private final Map<Layer, First> seen = new EnumMap<>(Layer.class);
  private boolean hasWrapper;

  /// The first line of a layer, and how many there were.
  private static final class First {
    private final String text;
    private final long line;
    private long count;

    First(String text, long line) {
      this.text = text;
      this.line = line;
    }
  }

  void see(Layer layer, byte[] in, int from, int to, long number) {
    First first = seen.get(layer);
    if (first == null) {
      int end = Math.min(to, from + LONGEST);
      first = new First(new String(in, from, end - from, StandardCharsets.UTF_8), number);
      seen.put(layer, first);
      hasWrapper |= layer != Layer.PREFIX && layer != Layer.PLAIN;
    }
    first.count++;
  }

  void message(byte[] in, HeadLine head, int end, long number) {
    see(head.hasPrefix() ? Layer.PREFIX : Layer.PLAIN, in, head.prefixFrom(), end, number);
  }

  /// Whether all lines so far stood for themselves.
  public boolean hasNoWrapper() {
    return !hasWrapper;
  }

  boolean has(Layer layer) {
    return seen.containsKey(layer);
  }

  /// Takes over what was seen of a later part of the same input.
  public void add(LayersSeen later, long linesBefore) {
    later.seen.forEach((layer, theirs) -> {
      First first =
          seen.computeIfAbsent(layer, _ -> new First(theirs.text, theirs.line + linesBefore));
      first.count += theirs.count;
    });
  }

  /// What was seen of messages, or where they were passed over at first sight, what the beginning
  /// showed.
  public LayersSeen orElse(LayersSeen beginning) {
    return isOfMessages() ? this : beginning;
  }

  /// Whether any message was seen.
  public boolean isOfMessages() {
    return seen.keySet().stream().anyMatch(Layer::isOfMessages);
  }

  public List<Detection.Sighting> sightings() {
    return seen.entrySet().stream()
        .map(each ->
            new Detection.Sighting(
                each.getKey(), each.getValue().count, each.getValue().line, each.getValue().text))
        .toList();
  }
}
