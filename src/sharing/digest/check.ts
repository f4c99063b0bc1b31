/**
 * Checks the parts of a digest against each other, beyond its form. A digest that passes can be
 * shown like a trace; one that fails is refused as damaged.
 */
import * as v from 'valibot';
import { numberOfId } from '../notes/note';
import { Unreadable } from './bytes';
import type { Digest } from './digest';

/** Times are within ±30 years of the trace's start, as in a link. */
export const MAX_TIME_US = 1e15;

const BAD_FINDING_TIME = 'a finding in it has an invalid time';
const BAD_NOTE_ID = 'a note in it has an invalid id';
const BAD_NOTE_TIME = 'a note in it has an invalid time';
const BAD_WINDOW_TIME = 'a window in it has an invalid time';

const time = v.pipe(v.number(), v.minValue(-MAX_TIME_US), v.maxValue(MAX_TIME_US));

const Range = v.pipe(
  v.object({ fromUs: time, toUs: time }),
  v.check(({ fromUs, toUs }) => fromUs < toUs),
);

const Connection = v.pipe(
  v.object({ index: v.number(), count: v.number() }),
  v.check(({ index, count }) => index < count),
);

/** A close-up: a range with its steps in it, in order. */
const CloseUp = v.pipe(
  v.object({ fromUs: time, toUs: time, steps: v.array(v.object({ timeUs: time })) }),
  v.check(({ fromUs, toUs, steps }) => {
    const times = [fromUs, ...steps.map(({ timeUs }) => timeUs), toUs];
    return fromUs < toUs && times.every((us, i) => us >= (times[i - 1] ?? us));
  }),
);

const Finding = v.pipe(
  v.object({ key: v.string(), startUs: time, endUs: time, closeUp: v.nullable(CloseUp) }),
  v.check(({ startUs, endUs }) => startUs <= endUs),
);

/** A rule that found nothing: with the closest interval, or with NaN for none. */
const Closest = v.union([
  v.object({ startUs: v.custom(Number.isNaN) }),
  v.object({ startUs: time, endUs: time }),
]);

const Anchor = v.union([
  v.object({ kind: v.literal('time'), timeUs: time }),
  v.pipe(
    v.object({ kind: v.literal('range'), fromUs: time, toUs: time }),
    v.check(({ fromUs, toUs }) => fromUs <= toUs),
  ),
  v.object({ kind: v.literal('finding') }),
]);

const Note = v.object({
  id: v.pipe(
    v.string(),
    v.check((id) => numberOfId(id) > 0, BAD_NOTE_ID),
  ),
  anchor: Anchor,
});

const Window = v.pipe(
  v.object({ fromUs: time, columnUs: v.number(), columns: v.number() }),
  v.check(({ fromUs, columnUs, columns }) => v.is(time, fromUs + columns * columnUs)),
);

/** A list of items with unique names. */
function named<T>(item: v.GenericSchema<T>, nameOf: (item: T) => string, twice: string) {
  return v.pipe(
    v.array(item),
    v.check((items) => new Set(items.map(nameOf)).size === items.length, twice),
  );
}

/** `config` sets the reason for every check of a part that has no own message. */
const Sound = v.object({
  extent: v.config(Range, { message: 'its trace has no length' }),
  visible: v.config(Range, { message: 'its range has no length' }),
  connection: v.config(Connection, { message: 'its connection number is invalid' }),
  findings: v.config(
    named(Finding, ({ key }) => key, 'two findings in it have the same key'),
    { message: BAD_FINDING_TIME },
  ),
  notFound: v.config(v.array(Closest), { message: BAD_FINDING_TIME }),
  catalogue: named(v.object({ id: v.string() }), ({ id }) => id, 'two series in it have the same id'),
  notes: v.config(
    named(Note, ({ id }) => id, BAD_NOTE_ID),
    { message: BAD_NOTE_TIME },
  ),
  blocks: v.pipe(
    v.array(v.config(v.object({ window: Window }), { message: BAD_WINDOW_TIME })),
    v.minLength(1, 'it holds no columns'),
  ),
  closeUps: v.array(
    v.config(v.object({ block: v.object({ window: Window }) }), { message: BAD_WINDOW_TIME }),
  ),
});

/** @throws Unreadable */
export function check(digest: Digest): Digest {
  const read = v.safeParse(Sound, digest, { abortEarly: true });
  if (!read.success) throw new Unreadable(read.issues[0].message);
  return digest;
}
