/**
 * A row of a table as bytes, for a link: times are whole µs, figures whole, shares in thousandths, the window in levels of
 * its largest value. Version 2; `packed-rows.ts` stacks the rows and bounds them.
 */

import type { OriginMark } from '../../engine/base/text/origin-marks';
import { type Codec, flag, list, nullable, number, oneOf, record, share, text, whole } from '../digest/codec';
import { MARKS } from '../digest/words';
import { MOST_FINDINGS, type RowWindow, type TraceRow } from './row';

/** Longest texts, in UTF-16 units: the name of a file, and any other. */
const NAME = 1000;
const WORDS = 300;
const ID = 60;
const MOST_RULES = 20;
/** Of a window in a link; twice as many on the page. */
const MOST_COLUMNS = 48;
const LEVELS = 200;
const NOT_KNOWN = 255;

/** The codec with NaN for null. */
function known(codec: Codec<number>): Codec<number | null> {
  return {
    write: (writer, value) => codec.write(writer, value ?? Number.NaN),
    read(reader) {
      const value = codec.read(reader);
      return Number.isNaN(value) ? null : value;
    },
  };
}

const rounded = known({
  write: (writer, value) => number.write(writer, Math.round(value)),
  read: (reader) => number.read(reader),
});
const part = known(share);
const words = text(WORDS);
const id = text(ID);
const problem = record({ kind: id, text: words });

const levels: Codec<readonly number[]> = list(
  { write: (writer, value) => writer.byte(value), read: (reader) => reader.byte() },
  MOST_COLUMNS,
);

interface Sketch {
  readonly fromUs: number;
  readonly columnUs: number;
  readonly max: number;
  readonly low: readonly number[];
  readonly high: readonly number[];
}
const sketch = record<Sketch>({ fromUs: number, columnUs: number, max: number, low: levels, high: levels });

const window: Codec<RowWindow> = {
  write: (writer, value) => sketch.write(writer, sketchOf(value)),
  read: (reader) => windowOf(sketch.read(reader)),
};

type Column = number | null;

/** Neighbours become one column until there are few enough. */
function coarser({ fromUs, columnUs, low, high }: RowWindow): RowWindow {
  if (low.length <= MOST_COLUMNS) return { fromUs, columnUs, low, high };
  const pairs = (columns: readonly Column[], of: (...values: number[]) => number): readonly Column[] =>
    Array.from({ length: Math.ceil(columns.length / 2) }, (_, i) => {
      const held = columns.slice(i * 2, i * 2 + 2).filter((value) => value !== null);
      return held.length === 0 ? null : of(...held);
    });
  return coarser({ fromUs, columnUs: columnUs * 2, low: pairs(low, Math.min), high: pairs(high, Math.max) });
}

function sketchOf(given: RowWindow): Sketch {
  const { fromUs, columnUs, low, high } = coarser(given);
  const max = Math.round(Math.max(0, ...high.map((value) => value ?? 0)));
  const level = (value: Column): number =>
    value === null ? NOT_KNOWN : max === 0 ? 0 : Math.min(LEVELS, Math.round((value / max) * LEVELS));
  return { fromUs: Math.round(fromUs), columnUs, max, low: low.map(level), high: high.map(level) };
}

function windowOf({ fromUs, columnUs, max, low, high }: Sketch): RowWindow {
  const value = (level: number): Column => (level > LEVELS ? null : Math.round((level / LEVELS) * max));
  return { fromUs, columnUs, low: low.map(value), high: high.map(value) };
}

/** @param hasWindow with the sketch of the window. @param version of the rows: 1 does not hold how a trace came about. */
export function rowForm(hasWindow: boolean, version: number): Codec<TraceRow> {
  return record<TraceRow>({
    name: text(NAME),
    connection: rounded,
    connections: whole(1e9),
    failure: nullable(problem),
    ended: nullable(problem),
    role: oneOf(['unknown', 'client', 'server', 'network']),
    side: oneOf(['unknown', 'sender', 'receiver']),
    implementation: nullable(words),
    version: nullable(words),
    recordedMs: rounded,
    startUs: rounded,
    durationUs: rounded,
    sentBytes: rounded,
    goodput: rounded,
    packetsSent: rounded,
    packetsLost: rounded,
    minRttUs: rounded,
    smoothedRttUs: rounded,
    controller: words,
    idleRule: nullable(record({ rules: list(id, MOST_RULES), fit: part, proven: flag })),
    defect: nullable(
      record({ implementation: words, standing: id, reference: words, fixedIn: nullable(words) }),
    ),
    findings: list(
      record({
        id,
        title: words,
        severity: oneOf(['info', 'warning', 'critical']),
        startUs: rounded,
        endUs: rounded,
      }),
      MOST_FINDINGS,
    ),
    illShare: part,
    window: hasWindow ? nullable(window) : none,
    marks: version < 2 ? noMarks : list<OriginMark>(oneOf(MARKS), MARKS.length),
  });
}

const none: Codec<null> = { write: () => undefined, read: () => null };
const noMarks: Codec<readonly OriginMark[]> = { write: () => undefined, read: () => [] };
