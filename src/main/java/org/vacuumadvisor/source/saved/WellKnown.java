package org.vacuumadvisor.source.saved;

import java.util.Set;

/// Names that tell nothing of whose server it is: PostgreSQL's own, and those of software that
/// everyone can have.
final class WellKnown {
  /// What vacuums wait for.
  static final Set<String> WAIT_EVENTS = Set.of("VacuumDelay", "BufferPin", "relation");

  static final Set<String> APPLICATIONS =
      words("psql pg_dump pg_dumpall pg_basebackup pg_receivewal vacuumdb pgbench walreceiver");

  static final Set<String> PLUGINS = words("pgoutput test_decoding wal2json decoderbufs");

  static final Set<String> ACCESS_METHODS =
      words("btree hash gist gin spgist brin bloom rum hnsw ivfflat heap");

  static final Set<String> TYPES =
      words(
          """
          bool bytea char name int8 int2 int2vector int4 regproc text oid tid xid cid oidvector
          json xml xid8 point lseg path box polygon line float4 float8 unknown circle money macaddr
          macaddr8 inet cidr bpchar varchar date time timestamp timestamptz interval timetz bit
          varbit numeric refcursor regprocedure regoper regoperator regclass regcollation regtype
          regrole regnamespace regdatabase uuid pg_lsn tsvector gtsvector tsquery regconfig
          regdictionary jsonb jsonpath txid_snapshot pg_snapshot int4range numrange tsrange
          tstzrange daterange int8range aclitem pg_node_tree pg_ndistinct pg_dependencies
          pg_mcv_list pg_statistic anyarray
          _bool _bytea _char _name _int8 _int2 _int4 _text _oid _bpchar _varchar _float4 _float8
          _numeric _date _time _timetz _timestamp _timestamptz _interval _uuid _json _jsonb _inet
          _cidr _aclitem _regtype
          citext hstore ltree vector geometry geography
          """);

  static final Set<String> EXTENSIONS =
      words(
          """
          plpgsql adminpack amcheck autoinc bloom btree_gin btree_gist citext cube dblink dict_int
          dict_xsyn earthdistance file_fdw fuzzystrmatch hstore insert_username intagg intarray isn
          lo ltree moddatetime old_snapshot pageinspect pg_buffercache pg_freespacemap pg_logicalinspect
          pg_overexplain pg_prewarm pg_stat_statements pg_surgery pg_trgm pg_visibility pg_walinspect
          pgcrypto pgrowlocks pgstattuple postgres_fdw refint seg sslinfo tablefunc tcn tsm_system_rows
          tsm_system_time unaccent uuid-ossp xml2 pg_repack pg_squeeze pg_partman pg_cron hypopg
          postgis timescaledb vector
          """);

  /// `pg_stat_activity.backend_type`; a background worker of an extension says what it likes.
  static final Set<String> BACKENDS =
      Set.of(
          "archiver",
          "autovacuum launcher",
          "autovacuum worker",
          "background worker",
          "background writer",
          "checkpointer",
          "client backend",
          "dead-end client backend",
          "io worker",
          "logger",
          "logical replication apply worker",
          "logical replication launcher",
          "logical replication parallel worker",
          "logical replication sequencesync worker",
          "logical replication tablesync worker",
          "logical replication worker",
          "parallel worker",
          "slotsync worker",
          "standalone backend",
          "startup",
          "walreceiver",
          "walsender",
          "walsummarizer",
          "walwriter");

  private WellKnown() {}

  private static Set<String> words(String words) {
    return Set.of(words.strip().split("\\s+"));
  }
}
