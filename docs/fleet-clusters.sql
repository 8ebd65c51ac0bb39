-- The clusters of `tracetool fleet report` as a query, for DuckDB and Spark alike (docs/fleet.md, "The
-- same by SQL"). It asks for a table `fleet` with a row a line of `tracetool fleet`, of one run.
WITH
-- Each trace and mode once: what has the same bytes is one trace, wherever it lies.
counted AS (
  SELECT trace_id, trace, sha256, mode, damaged, sessions, resets
  FROM (
    SELECT
      coalesce(sha256, trace) AS trace_id, trace, sha256, mode, damaged, sessions, resets,
      row_number() OVER (PARTITION BY coalesce(sha256, trace), mode ORDER BY trace) AS copy
    FROM fleet
    WHERE mode IS NOT NULL AND error IS NULL
  ) AS numbered
  WHERE copy = 1
),
each_session AS (
  SELECT trace_id, mode, s.session AS session, s.device AS device
  FROM (SELECT trace_id, mode, explode(sessions) AS s FROM counted) AS listed
),
each_reset AS (SELECT trace_id, trace, sha256, mode, explode(resets) AS r FROM counted),
each_cause AS (
  SELECT
    trace_id, trace, sha256, mode, session, action, error, error_name, c.cluster AS cluster,
    c.rule AS rule, c.class AS class, c.property AS property, c.schemaChange AS schema_change,
    c.lost AS lost, c.stranded AS stranded, c.overwritten AS overwritten, c.doubled AS doubled,
    c.acknowledgedLost AS acknowledged_lost
  FROM (
    SELECT
      trace_id, trace, sha256, mode, r.session AS session, r.trigger.action AS action,
      coalesce(CAST(r.trigger.code AS STRING), r.trigger.name) AS error,
      r.trigger.name AS error_name, explode(r.causes) AS c
    FROM each_reset
  ) AS listed
),
-- What a trace comes to in a mode: its harm, and the writes whose fate is not known.
harmed AS (
  SELECT
    trace_id, mode,
    sum(r.harm.lost + r.harm.stranded + r.harm.overwritten + r.harm.doubled
      + r.harm.acknowledgedLost) AS harm,
    max(CASE WHEN r.kind <> 'unsynced' THEN 1
      WHEN r.harm.lost + r.harm.stranded + r.harm.overwritten + r.harm.doubled
        + r.harm.acknowledgedLost > 0 THEN 1
      ELSE 0 END) AS incident
  FROM each_reset GROUP BY trace_id, mode
),
-- A reset says how many writes those are where the fates have more, of writes that do not count in every mode.
unknown AS (
  SELECT trace_id, mode, sum(writes) AS writes
  FROM (
    SELECT trace_id, mode, r.unknown AS writes FROM each_reset
    UNION ALL
    SELECT trace_id, mode, CASE WHEN f.fate = 'unknown' THEN f.own ELSE 0 END
    FROM (
      SELECT trace_id, mode, explode(r.fates) AS f FROM each_reset WHERE r.unknown IS NULL
    ) AS listed
  ) AS counts
  GROUP BY trace_id, mode
),
gapped AS (
  SELECT trace_id, mode FROM (SELECT trace_id, mode, explode(r.gaps) AS g FROM each_reset) AS listed
  UNION SELECT trace_id, mode FROM counted WHERE damaged
),
clusters_of_trace AS (
  SELECT trace_id, mode, count(DISTINCT cluster) AS clusters FROM each_cause GROUP BY trace_id, mode
),
costs AS (
  SELECT
    counted.trace_id AS trace_id, counted.mode AS mode,
    coalesce(harm, 0) + coalesce(unknown.writes, 0) AS cost, coalesce(incident, 0) AS incident,
    CASE WHEN gapped.trace_id IS NULL THEN 0 ELSE 1 END AS gaps,
    coalesce(clusters_of_trace.clusters, 0) AS clusters
  FROM counted
  LEFT JOIN harmed ON harmed.trace_id = counted.trace_id AND harmed.mode = counted.mode
  LEFT JOIN unknown ON unknown.trace_id = counted.trace_id AND unknown.mode = counted.mode
  LEFT JOIN gapped ON gapped.trace_id = counted.trace_id AND gapped.mode = counted.mode
  LEFT JOIN clusters_of_trace
    ON clusters_of_trace.trace_id = counted.trace_id AND clusters_of_trace.mode = counted.mode
),
-- What the modes cost can be compared for traces that were replayed in all of them; one that has no answer may be the best.
compared AS (
  SELECT trace_id
  FROM costs GROUP BY trace_id
  HAVING count(*) = (SELECT count(DISTINCT mode) FROM fleet) AND max(incident) = 1
),
-- A trace's part in a cluster.
parts AS (
  SELECT
    cluster, trace_id, mode, action, error, rule, class, property, schema_change,
    min(error_name) AS error_name, min(trace) AS trace, min(sha256) AS sha256, sum(lost) AS lost,
    sum(stranded) AS stranded, sum(overwritten) AS overwritten, sum(doubled) AS doubled,
    sum(acknowledged_lost) AS acknowledged_lost
  FROM each_cause
  GROUP BY cluster, trace_id, mode, action, error, rule, class, property, schema_change
),
users AS (
  SELECT cluster, count(DISTINCT device) AS users
  FROM each_cause JOIN each_session
    ON each_session.trace_id = each_cause.trace_id AND each_session.mode = each_cause.mode
      AND each_session.session = each_cause.session
  GROUP BY cluster
),
totals AS (
  SELECT
    cluster, parts.mode AS mode, action, error, rule, class, property, schema_change,
    min(error_name) AS error_name, sum(lost) AS lost, sum(stranded) AS stranded,
    sum(overwritten) AS overwritten, sum(doubled) AS doubled,
    sum(acknowledged_lost) AS acknowledged_lost, count(*) AS traces, sum(gaps) AS gap_traces
  FROM parts JOIN costs ON costs.trace_id = parts.trace_id AND costs.mode = parts.mode
  GROUP BY cluster, parts.mode, action, error, rule, class, property, schema_change
),
-- With as little else as can be, whole, with the smallest loss; then the first by its name.
shown AS (
  SELECT
    parts.cluster AS cluster, parts.trace AS trace,
    row_number() OVER (
      PARTITION BY parts.cluster
      ORDER BY costs.clusters, costs.gaps, costs.cost, parts.trace, parts.sha256
    ) AS place
  FROM parts JOIN costs ON costs.trace_id = parts.trace_id AND costs.mode = parts.mode
),
weighed AS (
  SELECT
    cluster, count(DISTINCT parts.trace_id) AS compared,
    sum(CASE WHEN costs.mode = 'DiscardLocal' THEN cost END) AS cost_discard,
    sum(CASE WHEN costs.mode = 'Recover' THEN cost END) AS cost_recover,
    sum(CASE WHEN costs.mode = 'RecoverOrDiscard' THEN cost END) AS cost_recover_or_discard,
    sum(CASE WHEN costs.mode = 'Manual' THEN cost END) AS cost_manual
  FROM parts
  JOIN compared ON compared.trace_id = parts.trace_id
  JOIN costs ON costs.trace_id = parts.trace_id
  GROUP BY cluster
)
SELECT
  totals.cluster AS cluster, totals.mode AS mode, action, error, error_name, rule, class, property,
  schema_change, coalesce(users, 0) AS users, traces, gap_traces, lost, stranded, overwritten,
  doubled, acknowledged_lost,
  lost + stranded + overwritten + doubled + acknowledged_lost AS harm,
  coalesce(compared, 0) AS compared, cost_discard, cost_recover, cost_recover_or_discard,
  cost_manual, shown.trace AS representative
FROM totals
JOIN shown ON shown.cluster = totals.cluster AND shown.place = 1
LEFT JOIN users ON users.cluster = totals.cluster
LEFT JOIN weighed ON weighed.cluster = totals.cluster
-- What a mode does by definition comes last.
ORDER BY
  CASE WHEN mode = 'DiscardLocal' AND rule = 'discarded-by-mode' THEN 1
    WHEN mode = 'Manual' AND rule = 'manual-mode' THEN 1
    ELSE 0 END,
  users DESC, harm DESC, traces DESC, mode, action, error, coalesce(rule, ''), class,
  coalesce(property, ''), coalesce(schema_change, '')
