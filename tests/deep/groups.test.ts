/**
 * Files of many connections, drawn: groups with and without an event that is known, alone or in turns, over every container, over
 * entries of a zip and over files of one log. Whatever is drawn, each event is kept or counted as left out, each connection is
 * judged or counted, and memory is that of what the file holds.
 */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { MAX_CONNECTIONS } from '../../src/engine/reading/budgets/connection-budget.ts';
import type { Snapshot } from '../../src/engine/reading/contract/snapshot.ts';
import { TracePipeline } from '../../src/engine/reading/stages/pipeline.ts';
import { TraceSession } from '../../src/engine/service/answers/session.ts';
import { makeZip } from '../support/bytes-zip.ts';
import { countedBytes } from '../support/counted-arrays.ts';
import { utf8 } from '../support/split-all.ts';
import { SEED } from '../support/tier.ts';

const KNOWN = [
  'transport:packet_sent',
  'recovery:metrics_updated',
  'http:frame_created',
  'quic:timer_updated',
];
const VANTAGE = { vantage_point: { type: 'server' } };
const HEAD = { qlog_version: '0.3', trace: VANTAGE };
/** Bytes of columns per connection, and per event, at most; and what a reader holds once. */
const CONNECTION_BYTES = 6000;
const EVENT_BYTES = 400;
const READER_BYTES = 2_000_000;

interface Group {
  readonly id: string;
  readonly events: number;
  readonly isKnown: boolean;
}
type Container = 'JSON-SEQ' | 'NDJSON' | 'JSON' | 'a trace each';
const CONTAINERS: readonly Container[] = ['JSON-SEQ', 'NDJSON', 'JSON', 'a trace each'];

interface Event {
  readonly time: number;
  readonly group_id: string;
  readonly name: string;
  readonly data: object;
}

const DATA = {
  ...{ header: { packet_type: '1RTT', packet_number: 1 }, raw: { length: 1200 }, congestion_window: 12_000 },
  ...{ stream_id: 0, frame: { frame_type: 'data' }, frames: [] },
};

/** @param inTurns events of groups alternate. */
function eventsOf(groups: readonly Group[], inTurns: boolean): readonly Event[] {
  const all = groups.flatMap(({ id, events, isKnown }, g) =>
    Array.from({ length: events }, (_, i) => {
      const name = isKnown && i === 0 ? (KNOWN[g % KNOWN.length] as string) : `x${g}:y${i}`;
      return { turn: i, event: { group_id: id, name, data: isKnown ? DATA : {} } };
    }),
  );
  const ordered = inTurns ? all.toSorted((a, b) => a.turn - b.turn) : all;
  return ordered.map(({ event }, time) => ({ time, ...event }));
}

function textOf(events: readonly Event[], container: Container): string {
  switch (container) {
    case 'JSON-SEQ':
      return [HEAD, ...events].map((record) => `\x1e${JSON.stringify(record)}\n`).join('');
    case 'NDJSON':
      return [HEAD, ...events].map((record) => `${JSON.stringify(record)}\n`).join('');
    case 'JSON':
      return JSON.stringify({ qlog_version: '0.3', traces: [{ ...VANTAGE, events }] });
    case 'a trace each': {
      const groups = new Map<string, Event[]>();
      for (const event of events) groups.set(event.group_id, [...(groups.get(event.group_id) ?? []), event]);
      const traces = [...groups.values()].map((own) => ({ ...VANTAGE, events: own }));
      return JSON.stringify({ qlog_version: '0.3', traces });
    }
  }
}

async function opened(file: File): Promise<Snapshot> {
  let snapshot: Snapshot | null = null;
  const session = new TraceSession((newest) => {
    snapshot = newest;
  });
  await session.open({ kind: 'file', file });
  return snapshot as unknown as Snapshot;
}

interface Drawn {
  readonly counts: readonly number[];
  readonly events: number;
  readonly knownOneIn: number;
  readonly inTurns: boolean;
  readonly container: Container;
}

const files = (containers: readonly Container[]): fc.Arbitrary<Drawn> =>
  fc.record({
    counts: fc.array(fc.oneof(fc.integer({ min: 1, max: 40 }), fc.integer({ min: 1, max: 2500 })), {
      minLength: 1,
      maxLength: 4,
    }),
    events: fc.integer({ min: 1, max: 3 }),
    knownOneIn: fc.constantFrom(0, 1, 2, 7),
    inTurns: fc.boolean(),
    container: fc.constantFrom(...containers),
  });

/** The groups of each text, and the text. */
function made({ counts, events, knownOneIn, inTurns, container }: Drawn) {
  return counts.map((count, text) => {
    const groups = Array.from({ length: count }, (_, i): Group => {
      const isKnown = knownOneIn > 0 && i % knownOneIn === 0;
      return { id: `t${text}g${i}`, events, isKnown };
    });
    return { groups, text: textOf(eventsOf(groups, inTurns), container) };
  });
}

const RUNS = 90;

it('keep every event or count it, judge every connection or count it, and hold what they hold', async () => {
  const seen = { files: 0, texts: 0, groups: 0, judged: 0, counted: 0, leftOut: 0 };
  await fc.assert(
    fc.asyncProperty(files(CONTAINERS), async (drawn) => {
      const texts = made(drawn);
      const contents = texts.map(({ text }, i) => ({ name: `${i}.qlog`, content: utf8(text) }));
      const [only] = contents;
      const bytes = contents.length === 1 && only !== undefined ? only.content : makeZip(contents).bytes;
      const snapshot = await opened(new File([new Uint8Array(bytes)], 'x'));
      let left = MAX_CONNECTIONS;
      let [told, all, events, skipped] = [0, 0, 0, 0];
      for (const { groups } of texts) {
        const kept = groups.slice(0, Math.max(1, Math.min(left, groups.length)));
        left -= Math.min(left, kept.length);
        all += kept.length;
        told += kept.filter(({ isKnown }) => isKnown).length;
        events += kept.reduce((sum, group) => sum + group.events, 0);
        skipped += groups.slice(kept.length).reduce((sum, group) => sum + group.events, 0);
      }
      expect(snapshot.connectionCount).toBe(all);
      expect(snapshot.connections).toHaveLength(told === 0 ? 1 : told);
      expect(snapshot.progress).toMatchObject({ events, skippedRecords: skipped });
      const words = snapshot.messages.filter(({ kind }) => kind === 'connections-not-judged');
      const said = words.map(({ text }) =>
        Number(/([\d,]+) connections/.exec(text)?.[1]?.replace(',', '') ?? 1),
      );
      expect(said.reduce((sum, count) => sum + count, 0)).toBe(all - told);
      seen.files++;
      seen.texts += texts.length;
      seen.groups += texts.reduce((sum, { groups }) => sum + groups.length, 0);
      seen.judged += told;
      seen.counted += all - told;
      seen.leftOut += skipped;
    }),
    { seed: SEED, numRuns: RUNS },
  );
  console.info(`groups: seed ${SEED}, ${JSON.stringify(seen)}`);
  expect(seen.leftOut).toBeGreaterThan(0);
});

it('allocate by the connections and events that a text holds', () => {
  let most = 0;
  let read = 0;
  fc.assert(
    // The outer text of a document is copied for each of its traces, up to a limit of its own.
    fc.property(files(['JSON-SEQ', 'NDJSON', 'JSON']), (drawn) => {
      const texts = made(drawn);
      const bytes = texts.map(({ text }) => utf8(text));
      for (const [i, text] of bytes.entries()) {
        const { bytes: held, result } = countedBytes(() => {
          const pipeline = new TracePipeline(() => undefined);
          pipeline.push(text);
          pipeline.end();
          return pipeline;
        });
        const { connections, events } = result;
        expect(connections).toHaveLength(texts[i]?.groups.length as number);
        // Bytes are copied to be split.
        const own = held - READER_BYTES - 2 * text.length;
        expect(own).toBeLessThan(CONNECTION_BYTES * connections.length + EVENT_BYTES * events);
        most = Math.max(most, (held - READER_BYTES) / (connections.length + 1));
        read++;
      }
    }),
    { seed: SEED, numRuns: RUNS / 3 },
  );
  console.info(`groups: seed ${SEED}, ${read} texts, ${Math.round(most)} bytes per connection at most`);
});
