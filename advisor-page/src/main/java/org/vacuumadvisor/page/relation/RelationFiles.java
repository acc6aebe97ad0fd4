package org.vacuumadvisor.page.relation;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.vacuumadvisor.source.SourceException;

/// A table as its files hold it: the segments that were found, in order, and the size of their
/// pages.
public final class RelationFiles {
  /// A segment is full at a gigabyte, whatever the page size, unless the server was built
  /// otherwise.
  private static final long SEGMENT_SIZE = 1L << 30;

  /// A table of 32 TB, the largest there can be, has as many segments.
  private static final int MOST_SEGMENTS = 1 << 15;

  private static final Pattern SEGMENT = Pattern.compile("(.*)\\.([1-9][0-9]{0,4})");

  private final Path base;
  private final List<Segment> segments;
  private final int pageSize;

  private RelationFiles(Path base, List<Segment> segments, int pageSize) {
    this.base = base;
    this.segments = List.copyOf(segments);
    this.pageSize = pageSize;
  }

  /// The relations that these files belong to. A base file brings its further segments along; a
  /// segment that is named alone is read alone.
  ///
  /// @throws SourceException if one is no file of a table
  public static List<RelationFiles> of(List<Path> files) throws SourceException {
    Map<Path, SortedMap<Integer, Path>> byBase = new LinkedHashMap<>();
    for (var file : files) {
      var name = SEGMENT.matcher(String.valueOf(file.getFileName()));
      if (name.matches()) {
        var segments = segmentsOf(byBase, file.resolveSibling(name.group(1)));
        segments.put(Integer.valueOf(name.group(2)), file);
      } else {
        var segments = segmentsOf(byBase, file);
        segments.put(0, file);
        addFurther(file, segments);
      }
    }
    var relations = new ArrayList<RelationFiles>();
    for (var relation : byBase.entrySet()) {
      relations.add(open(relation.getKey(), relation.getValue()));
    }
    return relations;
  }

  /// The file of its first segment, whether that was given or not.
  public Path base() {
    return base;
  }

  public int pageSize() {
    return pageSize;
  }

  /// The pages that are there as a whole.
  public long pages() {
    return segments.stream().mapToLong(this::pages).sum();
  }

  /// The bytes at the end of files that are no whole page. PostgreSQL leaves none.
  public long incomplete() {
    return segments.stream().mapToLong(each -> each.size() % pageSize).sum();
  }

  /// The number of the first block that was found.
  public long firstBlock() {
    return firstBlock(segments.getFirst());
  }

  /// The number of the last block that was found; -1 if there is none.
  public long lastBlock() {
    return firstBlock(segments.getLast()) + pages(segments.getLast()) - 1;
  }

  /// One page.
  ///
  /// @throws SourceException if the files have no such block, or it cannot be read
  public byte[] page(long block) throws SourceException {
    for (var segment : segments) {
      long within = block - firstBlock(segment);
      if (within >= 0 && within < pages(segment)) {
        return page(segment, within);
      }
    }
    throw new SourceException(
        pages() == 0
            ? "%s has no block %d: it is empty.".formatted(Words.quoted(base), block)
            : "%s has no block %d: it has the blocks %d to %d."
                .formatted(Words.quoted(base), block, firstBlock(), lastBlock()));
  }

  List<Segment> segments() {
    return segments;
  }

  long pages(Segment segment) {
    return segment.size() / pageSize;
  }

  long firstBlock(Segment segment) {
    return segment.number() * (SEGMENT_SIZE / pageSize);
  }

  private byte[] page(Segment segment, long within) throws SourceException {
    var bytes = new byte[pageSize];
    try (var channel = segment.open()) {
      Segment.read(channel, ByteBuffer.wrap(bytes), within * pageSize);
    } catch (IOException failure) {
      throw Words.unreadable(segment.file(), failure);
    }
    return bytes;
  }

  private static SortedMap<Integer, Path> segmentsOf(
      Map<Path, SortedMap<Integer, Path>> byBase, Path base) {
    return byBase.computeIfAbsent(base.toAbsolutePath().normalize(), _ -> new TreeMap<>());
  }

  private static void addFurther(Path file, SortedMap<Integer, Path> segments) {
    for (int number = 1; number < MOST_SEGMENTS; number++) {
      var next = file.resolveSibling(file.getFileName() + "." + number);
      if (!Files.isRegularFile(next)) {
        return;
      }
      segments.putIfAbsent(number, next);
    }
  }

  private static RelationFiles open(Path base, SortedMap<Integer, Path> files)
      throws SourceException {
    var segments = new ArrayList<Segment>();
    for (var file : files.entrySet()) {
      segments.add(new Segment(file.getValue(), file.getKey(), Words.sizeOf(file.getValue())));
    }
    var shown = segments.getFirst().number() == 0 ? segments.getFirst().file() : base;
    return new RelationFiles(shown, segments, Recognition.pageSize(segments));
  }
}
