-- The rows of `tracetool fleet` as Parquet, with all their members, written by DuckDB. All rows are looked
-- at before types are chosen, because a member may be missing from the first thousands.
COPY (
  SELECT * FROM read_json_auto('rows.ndjson', sample_size = -1, maximum_object_size = 67108864)
) TO 'rows.parquet' (FORMAT parquet);
