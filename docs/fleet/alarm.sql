-- What is worse on one day than before: a row per alarm, none where all is well.
-- Variables, which alarm.py sets: `traces`, the files of the table of traces; `day`, as 2026-03-31.

CREATE OR REPLACE TEMP MACRO wilson_end(hits, n, z) AS
  (hits + z * z / 2 + z * sqrt(hits * (n - hits) / nullif(n, 0) + z * z / 4)) / (n + z * z);
-- Newcombe's interval of the difference of two shares: z below 0 for the lower end.
CREATE OR REPLACE TEMP MACRO newcombe_end(hits, n, others, m, z) AS
  hits / n - others / m + sign(z) * sqrt(
    power(hits / n - wilson_end(hits, n, z), 2) + power(others / m - wilson_end(others, m, -z), 2));
-- The two-sided quantile of a level of 5 % / parts (Acklam's approximation).
CREATE OR REPLACE TEMP MACRO tail_of(q) AS
  -(((((-0.007784894002430293 * q - 0.3223964580411365) * q - 2.400758277161838) * q - 2.549732539343734) * q
    + 4.374664141464968) * q + 2.938163982698783)
  / ((((0.007784695709041462 * q + 0.3224671290700398) * q + 2.445134137142996) * q + 3.754408661907416) * q + 1);
CREATE OR REPLACE TEMP MACRO quantile_of(parts) AS tail_of(sqrt(-2 * ln(0.025 / parts)));

WITH rows AS (
  SELECT day, recorded_from = 'log' AS is_dated, recorded, implementation, version,
    coalesce(nullif(concat_ws(' ', implementation, version), ''), 'not known') AS build,
    CASE
      WHEN severity = 'failed' THEN NULL
      WHEN array_contains(split(alarms, ' '), 'death-spiral') THEN true
      WHEN NOT array_contains(split(not_judged, ' '), 'death-spiral') THEN false
    END AS spiral
  FROM read_parquet(getvariable('traces'), hive_types = {'day': VARCHAR}, union_by_name = true)
  WHERE copy_of IS NULL AND day <= getvariable('day')  -- not day = 'unknown'
),
-- The newest day before it: traces need not come every day.
before AS (SELECT max(day) AS day FROM rows WHERE day < getvariable('day')),
counted AS (
  SELECT day, coalesce(build, 'all versions') AS build, count(*) AS traces, count(spiral) AS judged,
    count(*) FILTER (WHERE spiral) AS spirals,
    wilson_end(count(*) FILTER (WHERE spiral), count(spiral), -1.959964) AS low,
    wilson_end(count(*) FILTER (WHERE spiral), count(spiral), 1.959964) AS high
  FROM rows
  WHERE day = getvariable('day') OR day = (SELECT day FROM before)
  GROUP BY GROUPING SETS ((day), (day, build))
),
now AS (SELECT * FROM counted WHERE day = getvariable('day')),

-- Builds against all builds before them of the same implementation, as of both days: each is an alarm once. Dates of files are
-- no first days.
asked AS (SELECT getvariable('day') AS as_of UNION ALL SELECT day FROM before WHERE day IS NOT NULL),
builds AS (
  SELECT as_of, implementation, version, build, min(recorded) FILTER (WHERE is_dated) AS since, count(spiral) AS judged,
    count(*) FILTER (WHERE spiral) AS spirals, min(recorded) FILTER (WHERE spiral AND is_dated) AS first_spiral
  FROM rows JOIN asked ON rows.day <= as_of
  WHERE implementation <> '' AND version <> ''
  GROUP BY as_of, implementation, version, build
),
compared AS (
  SELECT own.as_of, own.build, own.judged, own.spirals, own.first_spiral, sum(earlier.judged) AS judged_before,
    sum(earlier.spirals) AS spirals_before, row_number() OVER (PARTITION BY own.as_of ORDER BY own.build) AS number,
    count(*) OVER (PARTITION BY own.as_of) AS comparisons
  FROM builds AS own JOIN builds AS earlier USING (as_of, implementation)
  WHERE earlier.since < own.since AND own.build IN (SELECT build FROM rows WHERE day = getvariable('day'))
  GROUP BY own.as_of, own.build, own.judged, own.spirals, own.first_spiral
  HAVING own.judged >= 5 AND sum(earlier.judged) >= 5
),
-- Holm's steps: of m comparisons the j-th holds where j of them show a difference at a level of 5 % / (m - j + 1).
levels AS (
  SELECT one.*, parts.number AS parts,
    newcombe_end(one.spirals, one.judged, one.spirals_before, one.judged_before, -quantile_of(parts.number)) AS low_at,
    newcombe_end(one.spirals, one.judged, one.spirals_before, one.judged_before, quantile_of(parts.number)) AS high_at
  FROM compared AS one JOIN compared AS parts USING (as_of)
),
steps AS (
  SELECT as_of, parts, any_value(comparisons) AS comparisons, any_value(comparisons) - parts + 1 AS step,
    count(*) FILTER (WHERE low_at > 0 OR high_at < 0) AS holding
  FROM levels GROUP BY as_of, parts
),
held AS (
  SELECT as_of, coalesce(min(step) FILTER (WHERE holding < step) - 1, max(step)) AS steps, any_value(comparisons) AS comparisons
  FROM steps GROUP BY as_of
),
worse AS (
  SELECT levels.* FROM levels JOIN held USING (as_of)
  WHERE parts = held.comparisons - held.steps + 1 AND low_at > 0
),

alarms AS (
  SELECT 'new version' AS alarm, build FROM rows GROUP BY build
  HAVING min(day) = getvariable('day') AND (SELECT day FROM before) IS NOT NULL
  UNION ALL
  SELECT 'more spirals', build FROM now JOIN counted AS earlier USING (build)
  WHERE earlier.day < now.day AND now.low > earlier.high
  UNION ALL
  SELECT 'no trace judged', 'all versions'
  WHERE NOT EXISTS (SELECT 1 FROM now WHERE judged > 0)
),
said AS (
  SELECT alarm, build, now.traces, now.judged, now.spirals, round(100 * now.low, 2) AS low, round(100 * now.high, 2) AS high,
    earlier.day AS before, round(100 * earlier.low, 2) AS low_before, round(100 * earlier.high, 2) AS high_before
  FROM alarms
  LEFT JOIN now USING (build)
  LEFT JOIN counted AS earlier ON earlier.build = alarms.build AND earlier.day < getvariable('day')
)
SELECT *, NULL AS since, NULL AS points_low, NULL AS points_high FROM said
UNION ALL
SELECT 'worse build', build, NULL, judged, spirals, NULL, NULL,
  'all builds before it, ' || spirals_before || ' of ' || judged_before, NULL, NULL, CAST(first_spiral AS DATE),
  round(100 * newcombe_end(spirals, judged, spirals_before, judged_before, -1.959964), 2),
  round(100 * newcombe_end(spirals, judged, spirals_before, judged_before, 1.959964), 2)
FROM worse
WHERE as_of = getvariable('day') AND build NOT IN (SELECT build FROM worse WHERE as_of < getvariable('day'))
ORDER BY alarm, build;
