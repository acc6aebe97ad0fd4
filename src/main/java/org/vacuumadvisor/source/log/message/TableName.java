package org.vacuumadvisor.source.log.message;

import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.vacuumadvisor.model.history.PrintedName;
import org.vacuumadvisor.model.history.ToastOwner;

/// What the messages of one run call their table, to be told apart at the end.
///
/// PostgreSQL prints names raw between quotes, so the dots of `"a.b.c"` may belong to a name. How
/// many parts a heading has depends on the message; where another message of the run gives the bare
/// name, that decides; else a schema of a well-known name does; else dots are taken from the left.
final class TableName {
  /// In a name with more dots than it has parts, a schema that nearly every database has.
  private static final Pattern KNOWN_SCHEMA =
      Pattern.compile("(.{1,127}?)\\.(public|pg_catalog|pg_toast)\\.(.{1,127})");

  private static final Pattern TOAST = Pattern.compile("pg_toast_([0-9]{1,10})");

  private @Nullable String twoParts;
  private @Nullable String threeParts;
  private @Nullable String open;
  private @Nullable String bare;

  /// The name that another run has.
  void like(TableName other) {
    twoParts = other.twoParts;
    threeParts = other.threeParts;
    open = other.open;
    bare = other.bare;
  }

  /// A name with schema and table.
  void schemaAndTable(String name) {
    twoParts = name;
  }

  /// A name with database, schema and table.
  void databaseSchemaAndTable(String name) {
    threeParts = name;
  }

  /// A name of which the message does not tell how many parts it has.
  void twoOrThree(String name) {
    open = name;
  }

  /// Another message shows that the name has no database: up to 14, and of a rewrite.
  void hasNoDatabase() {
    if (open != null) {
      twoParts = open;
      open = null;
    }
  }

  /// The table alone.
  void bare(String name) {
    bare = name;
  }

  /// Whether a heading has given the name; people cut its schema off.
  boolean isHeaded() {
    return twoParts != null || threeParts != null || open != null;
  }

  /// Whether no message has told it: the beginning is cut off.
  boolean isUnknown() {
    return !isHeaded() && bare == null;
  }

  /// Whether a heading called it so.
  boolean isCalled(String name) {
    return name.equals(twoParts) || name.equals(threeParts) || name.equals(open);
  }

  /// Whether this may be the table's bare name.
  boolean mayBe(String table) {
    return isHeaded()
        ? ends(twoParts, table) || ends(threeParts, table) || ends(open, table)
        : table.equals(bare);
  }

  /// Whether a name with three parts is that of the table called so with two, or three, parts.
  boolean mayBeQualified(String name) {
    return isCalled(name) || ends(name, twoParts) || ends(name, open);
  }

  /// The parts.
  PrintedName split() {
    if (threeParts != null) {
      return threeParts(threeParts);
    }
    if (twoParts != null) {
      return twoParts(twoParts);
    }
    if (open != null) {
      return open.indexOf('.') != open.lastIndexOf('.') ? threeParts(open) : twoParts(open);
    }
    return bare == null ? PrintedName.NONE : new PrintedName(null, null, bare);
  }

  /// Whose TOAST table one of this name is; null if it is none.
  static @Nullable ToastOwner owner(PrintedName name, @Nullable PrintedName before) {
    if (name.table() == null || name.schema() == null || !name.schema().startsWith("pg_toast")) {
      return null;
    }
    var toast = TOAST.matcher(name.table());
    if (!toast.matches()) {
      return null;
    }
    long oid = Long.parseLong(toast.group(1));
    return before == null
        ? new ToastOwner(oid, null, null)
        : new ToastOwner(oid, before.schema(), before.table());
  }

  private PrintedName threeParts(String name) {
    if (twoParts != null && ends(name, twoParts)) {
      var inner = twoParts(twoParts);
      var database = name.substring(0, name.length() - twoParts.length() - 1);
      return new PrintedName(database, inner.schema(), inner.table());
    }
    if (bare != null && ends(name, bare)) {
      return cut(name.substring(0, name.length() - bare.length() - 1), bare);
    }
    int dot = name.indexOf('.');
    int next = dot < 0 ? -1 : name.indexOf('.', dot + 1);
    if (next < 0) {
      return twoParts(name);
    }
    var known = name.indexOf('.', next + 1) < 0 ? null : KNOWN_SCHEMA.matcher(name);
    return known != null && known.matches()
        ? new PrintedName(known.group(1), known.group(2), known.group(3))
        : new PrintedName(
            name.substring(0, dot), name.substring(dot + 1, next), name.substring(next + 1));
  }

  private static PrintedName cut(String qualifier, String table) {
    int dot = qualifier.indexOf('.');
    return dot < 0
        ? new PrintedName(null, qualifier, table)
        : new PrintedName(qualifier.substring(0, dot), qualifier.substring(dot + 1), table);
  }

  private PrintedName twoParts(String name) {
    if (bare != null && ends(name, bare)) {
      return new PrintedName(null, name.substring(0, name.length() - bare.length() - 1), bare);
    }
    int dot = name.indexOf('.');
    return dot < 0
        ? new PrintedName(null, null, name)
        : new PrintedName(null, name.substring(0, dot), name.substring(dot + 1));
  }

  private static boolean ends(@Nullable String qualified, @Nullable String table) {
    return qualified != null
        && table != null
        && qualified.length() > table.length() + 1
        && qualified.charAt(qualified.length() - table.length() - 1) == '.'
        && qualified.endsWith(table);
  }
}
