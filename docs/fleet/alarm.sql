-- What is worse on one day than on the day before: a row per alarm, none where all is well.
-- Variables, which alarm.py sets: `traces`, the files of the table of traces; `day`, as 2026-03-31.

CREATE OR REPLACE TEMP MACRO wilson_end(hits, n, z) AS
  (hits + z * z / 2 + z * sqrt(hits * (n - hits) / nullif(n, 0) + z * z / 4)) / (n + z * z);

WITH rows AS (
  SELECT day, coalesce(nullif(concat_ws(' ', implementation, version), ''), 'not known') AS build,
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
alarms AS (
  SELECT 'new version' AS alarm, build FROM rows GROUP BY build
  HAVING min(day) = getvariable('day') AND (SELECT day FROM before) IS NOT NULL
  UNION ALL
  SELECT 'more spirals', build FROM now JOIN counted AS earlier USING (build)
  WHERE earlier.day < now.day AND now.low > earlier.high
  UNION ALL
  SELECT 'no trace judged', 'all versions'
  WHERE NOT EXISTS (SELECT 1 FROM now WHERE judged > 0)
)
SELECT alarm, build, now.traces, now.judged, now.spirals, round(100 * now.low, 2) AS low, round(100 * now.high, 2) AS high,
  earlier.day AS before, round(100 * earlier.low, 2) AS low_before, round(100 * earlier.high, 2) AS high_before
FROM alarms
LEFT JOIN now USING (build)
LEFT JOIN counted AS earlier ON earlier.build = alarms.build AND earlier.day < getvariable('day')
ORDER BY alarm, build;
