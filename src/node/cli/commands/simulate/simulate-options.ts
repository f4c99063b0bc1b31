import { FLAG, STRING, STRINGS } from '../../arg-values';

/** Of `simulate`. */
export const SIMULATE_OPTIONS = {
  scenario: STRING,
  variant: STRINGS,
  controller: STRING,
  'idle-rule': STRING,
  seeds: STRING,
  seed: STRING,
  set: STRINGS,
  out: STRING,
  json: FLAG,
  jobs: STRING,
} as const;
