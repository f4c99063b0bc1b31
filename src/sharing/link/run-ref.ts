/**
 * A run of the lab as a link names it: `incident/defect/7/sender/rtt:20`, that is scenario, variant, seed, end, and the fields
 * that were changed. Its form is checked here; whether there is such a scenario, field or variant, by who makes the run.
 */
import * as v from 'valibot';
import type { RunRef } from './state';
import { FIELD_TEXT, SCENARIO_ID } from './values';

/** As on the command line. */
const MAX_SEED = 2 ** 31;
/** More than any scenario has. */
const MAX_FIELDS = 50;

/** Also its key: runs with the same text are the same. */
export function runText({ scenario, variant, seed, end, fields }: Omit<RunRef, 'kind'>): string {
  return [scenario, variant, seed, end, ...fields].join('/');
}

/** A part of the text. @param why it is none, as a clause. */
function matching(form: RegExp, why: string) {
  return v.pipe(v.string(why), v.regex(form, why));
}

const NO_SEED = 'its third part is not a seed, a whole number from 0 to 2147483648';

/** Parses a text written by `runText`; the message of an invalid one is a clause. */
export const Run = v.pipe(
  v.string(),
  v.transform((text) => {
    const [scenario, variant, seed, end, ...fields] = text.split('/', MAX_FIELDS + 5);
    return { kind: 'run' as const, scenario, variant, seed, end, fields };
  }),
  v.object({
    kind: v.literal('run'),
    scenario: matching(SCENARIO_ID, 'its first part is not the id of a scenario'),
    variant: matching(/^[\w.:<-]{1,60}$/, 'its second part is not the id of a variant'),
    seed: v.pipe(matching(/^\d{1,10}$/, NO_SEED), v.transform(Number), v.maxValue(MAX_SEED, NO_SEED)),
    end: v.picklist(['sender', 'receiver'], 'its fourth part is neither sender nor receiver'),
    fields: v.pipe(
      v.array(matching(FIELD_TEXT, 'a field of it is not written as rtt:20')),
      v.maxLength(MAX_FIELDS, `it has more than ${MAX_FIELDS} fields`),
      v.check(
        (fields) => new Set(fields.map((text) => text.split(':', 1)[0])).size === fields.length,
        'a field of it is there twice',
      ),
      v.transform((fields): RunRef['fields'] => fields.toSorted()),
    ),
  }),
);
