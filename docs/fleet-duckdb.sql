-- The rows of `tracetool fleet` as the table that docs/fleet-clusters.sql asks for, in DuckDB. The
-- columns are named, because a file in which nothing was lost has no cause to guess them from.
CREATE OR REPLACE MACRO explode(list) AS unnest(list);
CREATE OR REPLACE VIEW fleet AS SELECT * FROM read_json(
  'rows.ndjson', format = 'newline_delimited', maximum_object_size = 67108864, columns = {
    trace: 'VARCHAR', sha256: 'VARCHAR', mode: 'VARCHAR', engine: 'VARCHAR', damaged: 'BOOLEAN',
    error: 'STRUCT(kind VARCHAR, message VARCHAR)',
    sessions: 'STRUCT("session" BIGINT, device VARCHAR)[]',
    resets: 'STRUCT(
      "session" BIGINT, kind VARCHAR,
      "trigger" STRUCT("action" VARCHAR, code BIGINT, name VARCHAR), unknown BIGINT,
      harm STRUCT(lost BIGINT, stranded BIGINT, overwritten BIGINT, doubled BIGINT,
        acknowledgedLost BIGINT),
      fates STRUCT(fate VARCHAR, own BIGINT)[],
      causes STRUCT("cluster" VARCHAR, "rule" VARCHAR, class VARCHAR, property VARCHAR,
        schemaChange VARCHAR, lost BIGINT, stranded BIGINT, overwritten BIGINT, doubled BIGINT,
        acknowledgedLost BIGINT)[],
      gaps STRUCT(kind VARCHAR)[])[]'
  });
