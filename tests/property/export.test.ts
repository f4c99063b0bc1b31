/**
 * An export of any range, of any dialect and of every stack in the corpus: valid by the drafts, and opened again it holds
 * the events of the range with their times, packets and sizes, and the logged series as they were.
 */
import { readdirSync } from 'node:fs';
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import type { TimeRange } from '../../src/drawing/view/view.ts';
import { lowerBound } from '../../src/engine/base/columns/growable.ts';
import type { Series } from '../../src/engine/base/columns/series.ts';
import type { ExportVersion } from '../../src/engine/input/formats/exporting.ts';
import type { FileConnection } from '../../src/engine/reading/stages/connection-list.ts';
import { EventKind, PacketFlag } from '../../src/qlog-schema/index.ts';
import { eachOf } from '../support/each-of.ts';
import { DIALECTS } from '../support/encoder/dialects.ts';
import { encode } from '../support/encoder/encode.ts';
import { readModel } from '../support/encoder/read-model.ts';
import { type ExportResult, exportText, openStored, wholeRange } from '../support/export.ts';
import { readTrace } from '../support/load.ts';
import { strictFault } from '../support/qlog-strict.ts';
import { corpusPath } from '../support/raw-trace.ts';
import { DEEP, draws, someOf } from '../support/tier.ts';

const WHOLE = readModel(readTrace(corpusPath('rtt100-l4s-cubic-buggy-s01.server.sqlog.gz')));
/** Long enough to hold losses and states. */
const MODEL = DEEP ? WHOLE : { ...WHOLE, events: WHOLE.events.slice(0, 250) };
const OTHER = new URL('../corpus/other/', import.meta.url);
const OTHERS = eachOf(
  readdirSync(OTHER).filter((name) => name.endsWith('.gz')),
  16,
);

/** Kinds that an export may leave out as a whole. */
const LEFT: ReadonlySet<number> = new Set([
  EventKind.other,
  EventKind.alpnInformation,
  EventKind.serverListening,
]);

const CREDIT = PacketFlag.flowBlocked | PacketFlag.streamBlocked;

/** An event as whoever looks at it sees it. */
function eventsOf({ connection: { state } }: FileConnection, from: number, end: number): readonly string[] {
  const { events } = state;
  const told: string[] = [];
  for (let row = from; row < end; row++) {
    const kind = events.kind.at(row);
    if (LEFT.has(kind)) continue;
    const seen = [
      ...[events.timeUs.at(row), kind, events.space.at(row), events.packetNumber.at(row)],
      // Whether data was sent before, or a stream is blocked since, is known from the range's beginning only.
      ...[events.sizeBytes.at(row), events.flags.at(row) & ~1024 & ~256 & ~CREDIT],
    ];
    told.push(seen.join(' '));
  }
  return told;
}

function rowsOf(
  { connection: { state } }: FileConnection,
  { fromUs, toUs }: TimeRange,
): readonly [number, number] {
  const times = state.events.timeUs.reader();
  let end = lowerBound(times, toUs);
  while (end < times.length && times.at(end) <= toUs) end++;
  return [lowerBound(times, fromUs), end];
}

/** Values of a step series at the times of its changes in a range. */
function heldAt(series: Series, timesUs: readonly number[]): readonly number[] {
  return timesUs.map((timeUs) => {
    const at = lowerBound(series.timesUs, timeUs + 0.5) - 1;
    return at < 0 ? Number.NaN : series.values.at(at);
  });
}

async function holds(
  file: readonly FileConnection[],
  range: TimeRange,
  connection = 0,
  version: ExportVersion = 'as-logged',
): Promise<ExportResult> {
  const source = file[connection] as FileConnection;
  const exported = await exportText(file, range, {}, connection, 'trace.qlog', version);
  expect(strictFault(exported.text)).toBeNull();
  if (version === '0.3') expect(exported.text).toContain('"qlog_version":"0.3"');
  const [from, end] = rowsOf(source, range);
  const due = eventsOf(source, from, end);
  expect(exported.figures.sourceEvents).toBe(end - from);
  if (exported.figures.events === 0) return exported;
  const again = await openStored(exported.bytes);
  expect(again.length).toBe(1);
  const reopened = again[0] as FileConnection;
  expect(reopened.text.skipped).toEqual([]);
  const { info, state } = reopened.connection;
  const stated = source.connection.info;
  expect(info.implementation?.name ?? null).toBe(stated.implementation?.name ?? null);
  expect(info.effects).toEqual(stated.effects);
  const told = eventsOf(reopened, exported.figures.carriedForward, state.events.length);
  const withoutState = exported.figures.leftOut.events.reduce(
    (sum, { name, count }) => sum + (/state_updated?$/.test(name) ? count : 0),
    0,
  );
  if (withoutState === 0) expect(told).toEqual(due);
  else expect(told.length).toBeGreaterThanOrEqual(due.length - withoutState);
  compareSeries(source, reopened, range);
  return exported;
}

/** Logged series at the instants of the range: windows and flights from its beginning, RTTs from their first sample. */
function compareSeries(source: FileConnection, reopened: FileConnection, { fromUs, toUs }: TimeRange): void {
  const before = source.connection.state.series;
  const after = reopened.connection.state.series;
  for (const name of ['congestionWindow', 'bytesInFlight', 'ssthresh', 'smoothedRtt'] as const) {
    const begins = Math.max(fromUs, after[name].timesUs.slice()[0] ?? Number.POSITIVE_INFINITY);
    const timesUs = [...before[name].timesUs].filter((timeUs) => timeUs >= begins && timeUs <= toUs);
    const due = heldAt(before[name], timesUs);
    const told = heldAt(after[name], timesUs);
    due.forEach((value, i) => {
      expect(Math.abs((told[i] as number) - value), `${name} at ${timesUs[i]} µs`).toBeLessThanOrEqual(
        Math.max(1e-6 * Math.abs(value), 0.001),
      );
    });
  }
}

describe('an export of each dialect', () => {
  it.each(someOf(DIALECTS, 2).map((dialect, i) => [dialect.name, dialect, i] as const))(
    '%s',
    async (_, dialect, i) => {
      const file = await openStored(encode(MODEL, dialect));
      const [first] = file;
      const { fromUs, toUs } = wholeRange(first as FileConnection);
      const whole = await holds(file, { fromUs, toUs });
      expect(whole.figures.events).toBeGreaterThan(100);
      // A part says what held before it, whatever the dialect: in the gate of some.
      if (DEEP || i % 4 === 0)
        await holds(file, { fromUs: fromUs + (toUs - fromUs) * 0.4, toUs: fromUs + (toUs - fromUs) * 0.6 });
      if (file.length > 1) await holds(file, wholeRange(file[1] as FileConnection), 1);
    },
  );
});

describe.each(someOf(OTHERS, 3))('a trace of each stack: %s', (name) => {
  let file: readonly FileConnection[];
  let endUs: number;
  beforeAll(async () => {
    file = await openStored(readTrace(new URL(name, OTHER).pathname));
    endUs = wholeRange(file[0] as FileConnection).toUs;
  });

  it('is exported from its beginning, and from its middle', async () => {
    const { fromUs } = wholeRange(file[0] as FileConnection);
    await holds(file, { fromUs, toUs: DEEP ? endUs : endUs * 0.1 });
    const range = { fromUs: endUs * 0.3, toUs: endUs * (DEEP ? 0.5 : 0.35) };
    await holds(file, range);
    await holds(file, range, 0, '0.3');
  });

  it('gives an export that is the same, event by event, when it is exported again', async () => {
    const range = { fromUs: Math.round(endUs * 0.3), toUs: Math.round(endUs * (DEEP ? 0.4 : 0.33)) };
    const once = await exportText(file, range);
    const twice = await exportText(await openStored(once.bytes), range);
    const eventsIn = ({ text }: ExportResult): readonly string[] => text.split('\x1e').slice(2);
    expect(eventsIn(once).length).toBeGreaterThan(10);
    expect(eventsIn(twice)).toEqual(eventsIn(once));
  });
});

describe('an export of any range', () => {
  it('holds its events and says what held at its beginning', async () => {
    const file = await openStored(readTrace(corpusPath('rate2-both-cubic-buggy-s09.server.sqlog.gz')));
    const { toUs } = wholeRange(file[0] as FileConnection);
    await fc.assert(
      fc.asyncProperty(
        fc.double({ min: 0, max: 1, noNaN: true }),
        fc.double({ min: 0, max: 0.1, noNaN: true }),
        async (at, length) => {
          const fromUs = Math.round(at * toUs);
          await holds(file, { fromUs, toUs: fromUs + Math.round(length * toUs) });
        },
      ),
      { numRuns: draws(30, 6, 5) },
    );
  });
});
