import { FLAG, STRING, STRINGS } from '../../arg-values';

/** Of `experiment`. */
export const EXPERIMENT_OPTIONS = {
  list: FLAG,
  all: FLAG,
  full: FLAG,
  set: STRINGS,
  seeds: STRING,
  json: FLAG,
  jobs: STRING,
  out: STRING,
} as const;
