/**
 * Whether the parts of a digest that was read fit together: what its form cannot tell. A digest that passes can be
 * shown like a trace; one that does not is refused as damaged.
 */
import * as v from 'valibot';
import { numberOfId } from '../notes/note';
import { Unreadable } from './bytes';
import type { Digest } from './digest';

/** Times lie within ±30 years of the trace's start, as in a link. */
export const MAX_TIME_US = 1e15;

const NO_FINDING_PLACE = 'a finding in it has no place in time';
const NO_NOTE_NAME = 'a note in it has no name';
const NO_NOTE_PLACE = 'a note in it has no place in time';
const NO_WINDOW_PLACE = 'a window in it has no place in time';

const time = v.pipe(v.number(), v.minValue(-MAX_TIME_US), v.maxValue(MAX_TIME_US));

const Range = v.pipe(
  v.object({ fromUs: time, toUs: time }),
  v.check(({ fromUs, toUs }) => fromUs < toUs),
);

const Connection = v.pipe(
  v.object({ index: v.number(), count: v.number() }),
  v.check(({ index, count }) => index < count),
);

const Finding = v.pipe(
  v.object({ key: v.string(), startUs: time, endUs: time }),
  v.check(({ startUs, endUs }) => startUs <= endUs),
);

/** What was not found came close somewhere, or nowhere. */
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
    v.check((id) => numberOfId(id) > 0, NO_NOTE_NAME),
  ),
  anchor: Anchor,
});

const Window = v.pipe(
  v.object({ fromUs: time, columnUs: v.number(), columns: v.number() }),
  v.check(({ fromUs, columnUs, columns }) => v.is(time, fromUs + columns * columnUs)),
);

/** A list of things with names, none of them twice. */
function named<T>(item: v.GenericSchema<T>, nameOf: (item: T) => string, twice: string) {
  return v.pipe(
    v.array(item),
    v.check((items) => new Set(items.map(nameOf)).size === items.length, twice),
  );
}

/** `config` gives one reason to whatever of a part does not fit and says none of its own. */
const Sound = v.object({
  extent: v.config(Range, { message: 'its trace has no length' }),
  visible: v.config(Range, { message: 'its range has no length' }),
  connection: v.config(Connection, { message: 'its connection is none of the file' }),
  findings: v.config(
    named(Finding, ({ key }) => key, 'two findings in it have one name'),
    { message: NO_FINDING_PLACE },
  ),
  notFound: v.config(v.array(Closest), { message: NO_FINDING_PLACE }),
  catalogue: named(v.object({ id: v.string() }), ({ id }) => id, 'two series in it have one name'),
  notes: v.config(
    named(Note, ({ id }) => id, NO_NOTE_NAME),
    { message: NO_NOTE_PLACE },
  ),
  blocks: v.pipe(
    v.array(v.config(v.object({ window: Window }), { message: NO_WINDOW_PLACE })),
    v.minLength(1, 'it holds no columns'),
  ),
});

/** @throws Unreadable */
export function check(digest: Digest): Digest {
  const read = v.safeParse(Sound, digest, { abortEarly: true });
  if (!read.success) throw new Unreadable(read.issues[0].message);
  return digest;
}
