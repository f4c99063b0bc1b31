/** The parameters of a link to the lab: the scenario, its fields, and how many runs. */
import * as v from 'valibot';
import { type Part, part } from './part';
import type { LinkLab, LinkState } from './state';
import { joinItems } from './text';
import { FIELD_TEXT, integer, items, SCENARIO_ID } from './values';

const MOST_RUNS = 1000;

/** What a link to the lab without a scenario is of. */
const FIRST: LinkLab = { scenario: 'incident', texts: {}, seeds: null };

function withLab(state: LinkState, change: Partial<LinkLab>): LinkState {
  return { ...state, lab: { ...(state.lab ?? FIRST), ...change } };
}

/** A field and its value, which the lab checks. */
const Field = v.pipe(
  v.string(),
  v.transform((text) => FIELD_TEXT.exec(text)?.groups),
  v.object({ id: v.string(), value: v.string() }),
);
const WRITTEN = /^[\w.-]{1,30}$/;

const PARTS: readonly Part[] = [
  part(
    'lab',
    'the id of a scenario',
    ({ lab }) => lab?.scenario ?? null,
    v.pipe(v.string(), v.regex(SCENARIO_ID)),
    (state, scenario) => withLab(state, { scenario }),
  ),
  part(
    'fields',
    'fields with their values, as rtt:20, separated by commas',
    ({ lab }) =>
      joinItems(
        Object.entries(lab?.texts ?? {})
          .filter(([, value]) => WRITTEN.test(value))
          .map(([id, value]) => `${id}:${value}`),
      ),
    items(Field),
    (state, fields) =>
      withLab(state, { texts: Object.fromEntries(fields.map(({ id, value }) => [id, value])) }),
  ),
  part(
    'seeds',
    `a number of runs up to ${MOST_RUNS}`,
    ({ lab }) => (lab?.seeds == null ? null : String(lab.seeds)),
    integer(1, MOST_RUNS),
    (state, seeds) => withLab(state, { seeds }),
  ),
];

export const LAB_PARTS: readonly Part[] = PARTS.map((one): Part => ({ ...one, since: 7 }));
