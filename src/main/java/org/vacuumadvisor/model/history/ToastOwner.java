package org.vacuumadvisor.model.history;

import org.jspecify.annotations.Nullable;

/// Whose TOAST table it is.
///
/// @param oid the main table's, from the name `pg_toast_OID`
/// @param schema the main table's, where its own run ended directly before; else null
/// @param table likewise
public record ToastOwner(long oid, @Nullable String schema, @Nullable String table) {}
