import { FLAG, STRING, STRINGS } from '../../arg-values';

/** Of `record`. */
export const RECORD_OPTIONS = {
  scenario: STRING,
  variant: STRING,
  set: STRINGS,
  seed: STRING,
  runs: STRING,
  again: STRING,
  late: STRING,
  timeout: STRING,
  ipv6: FLAG,
  out: STRING,
  baseline: STRING,
  json: FLAG,
  format: STRING,
  output: STRING,
  'fail-on': STRING,
} as const;
