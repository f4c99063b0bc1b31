/**
 * `npm run test:shared`: the client's and the server's log of one connection. Delays, offset and losses between the two against
 * code of this file that reads the records with JSON.parse, and against what the emulated path noted: half its RTT, and each
 * packet that it dropped.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { compare } from '../../src/engine/service/compare/compare.ts';
import { isMatched, type MatchedPackets } from '../../src/engine/service/compare/packet-match.ts';
import { openCompared } from '../support/compared.ts';
import { readTrace } from '../support/load.ts';

const FOLDER = new URL('../../../shared/traces/', import.meta.url);
const WIRE = new URL('wire/', FOLDER).pathname;

interface Logged {
  readonly key: string;
  readonly space: number;
  readonly ms: number;
}

interface Log {
  readonly sent: readonly Logged[];
  readonly received: readonly Logged[];
  readonly fromMs: number;
  readonly toMs: number;
}

const SPACES: { readonly [type: string]: number } = {
  ...{ initial: 0, handshake: 1, '0RTT': 2, '1RTT': 2 },
};

/** Whole JSON documents of aioquic and picoquic, sequences of all others. */
function rawEvents(path: string): readonly { time: number; name: string; data: Record<string, unknown> }[] {
  const text = new TextDecoder().decode(readTrace(path));
  if (text.startsWith('\x1e'))
    return text
      .split('\x1e')
      .flatMap((record) => {
        try {
          return [JSON.parse(record)];
        } catch {
          return [];
        }
      })
      .filter(({ name }) => name !== undefined);
  const { events } = JSON.parse(text).traces[0];
  return events.map((event: unknown) => {
    if (!Array.isArray(event)) return event;
    const [time, category, name, data] = event;
    return { time: time / 1000, name: `${category}:${name}`, data };
  });
}

function rawLog(path: string): Log {
  const [sent, received]: [Logged[], Logged[]] = [[], []];
  const times: number[] = [];
  let lastMs = Number.NEGATIVE_INFINITY;
  for (const { time, name, data } of rawEvents(path)) {
    // A step back keeps the time before it.
    lastMs = Math.max(lastMs, time);
    times.push(lastMs);
    const list = /:packet_sent$/.test(name) ? sent : /:packet_received$/.test(name) ? received : null;
    const header = data.header as { packet_type?: string; packet_number?: number } | undefined;
    const space = SPACES[header?.packet_type ?? (data.packet_type as string)];
    const number = header?.packet_number;
    if (list === null || space === undefined || number === undefined) continue;
    const key = `${space} ${number}`;
    // After a Version Negotiation packet a client may begin anew with its numbers.
    const again = list === sent && space === 0 ? list.findIndex((one) => one.key === key) : -1;
    if (again >= 0) list.splice(again, 1);
    list.push({ key, space, ms: lastMs });
  }
  return { sent, received, fromMs: times[0] as number, toMs: times.at(-1) as number };
}

interface Way {
  readonly delaysMs: readonly number[];
  readonly lost: number;
}

/** Smallest, median and largest delay, and losses, of both ways: by look-up tables, on the clocks as they stand. */
function bruteForce(a: Log, b: Log): readonly [Way, Way] {
  const pairs = (from: Log, to: Log): readonly (readonly [Logged, number])[] => {
    const first = new Map<string, number>();
    for (const { key, ms } of to.received) if (!first.has(key)) first.set(key, ms);
    return from.sent.flatMap((packet) => {
      const ms = first.get(packet.key);
      return ms === undefined ? [] : [[packet, ms] as const];
    });
  };
  const [there, back] = [pairs(a, b), pairs(b, a)];
  const least = (list: typeof there): number => Math.min(...list.map(([packet, ms]) => ms - packet.ms));
  const offsetMs = (least(back) - least(there)) / 2;
  const way = (from: Log, to: Log, list: typeof there, movedMs: number): Way => {
    const delaysMs = list.map(([packet, ms]) => ms - packet.ms + movedMs).sort((x, y) => x - y);
    const arrived = new Set(list.map(([packet]) => packet.key));
    const slowest = delaysMs.at(-1) as number;
    const lost = from.sent.filter((packet) => {
      if (arrived.has(packet.key)) return false;
      const atMs = packet.ms - movedMs;
      if (atMs + (delaysMs[0] as number) < to.fromMs) return false;
      const isBeforeAnother = list.some(([one]) => one.space === packet.space && one.ms >= packet.ms);
      return isBeforeAnother || (packet.space === 2 && atMs + slowest < to.toMs);
    });
    return { delaysMs, lost: lost.length };
  };
  return [way(a, b, there, offsetMs), way(b, a, back, -offsetMs)];
}

async function endsOf(client: string, server: string): Promise<MatchedPackets | string | null> {
  const [a, b] = await Promise.all([openCompared(client, 'a', true), openCompared(server, 'b', true)]);
  const { relation, match, alignment } = compare(a, b);
  expect(relation).toBe('both-ends');
  if (isMatched(match)) expect(alignment).toEqual({ at: 'packets' });
  return match;
}

function matchedOf(match: MatchedPackets | string | null): MatchedPackets {
  if (match === null || typeof match === 'string') throw new Error(`not matched: ${match}`);
  return match;
}

interface Direction {
  readonly dropped: readonly unknown[];
  readonly duplicated: number;
}

interface Run {
  readonly link: { readonly relay: string | { readonly rtt_ms: number } };
  readonly relay?: {
    readonly flows?: readonly {
      readonly up: Direction;
      readonly down: Direction;
    }[];
  };
}

const { runs }: { readonly runs: { readonly [name: string]: Run } } = JSON.parse(
  readFileSync(`${WIRE}manifest.json`, 'utf8'),
);
const files = readdirSync(WIRE);
const logOf = (run: string, role: string): string | undefined =>
  files.find((file) => new RegExp(`^${run}\\.${role}\\.s?qlog\\.gz$`).test(file));

const PAIRS = Object.entries(runs).flatMap(([run, { relay, link }]) => {
  const [client, server, flow] = [logOf(run, 'client'), logOf(run, 'server'), relay?.flows];
  if (client === undefined || server === undefined || flow?.length !== 1 || flow[0] === undefined) return [];
  const rttMs =
    typeof link.relay === 'string' ? Number(/rtt=(\d+)/.exec(link.relay)?.[1]) : link.relay.rtt_ms;
  const dropped = [flow[0].up.dropped.length, flow[0].down.dropped.length] as const;
  return [{ run, client, server, rttMs, dropped }];
});

/** Where the two logs show other losses than the path, by way (up, down), and why. */
const OTHERWISE: ReadonlyMap<string, readonly [number, number, string]> = new Map([
  ['aio-req-100-small', [99, 0, 'the server dropped 99 packets that came before its keys']],
  ['go-nat-rebind', [1, 0, 'the server dropped a packet of the new address unread']],
  ['aio-keyupdate', [0, 1, 'the client dropped a packet that came before its keys']],
  ['ngtcp2-req-100-conc', [-1, 0, 'the first Initial was lost before the log of the server began']],
  ['ngtcp2-ecn-ce', [-1, 0, 'the first Initial was lost before the log of the server began']],
  ['go-outage', [0, -9, 'the log of the client had ended']],
  ['cap-sll2', [-1, 0, 'it was the last packet, and the log of the server ended first']],
]);
/** Only the first packets of a handshake are in both. */
const FAILED = ['go-alpn-fail', 'aio-alpn-fail'];

describe('recorded over a path that noted each packet', () => {
  test('there are such runs, of five stacks', () => {
    expect(PAIRS.length).toBeGreaterThan(50);
    expect(new Set(PAIRS.map(({ run }) => run.split('-')[0])).size).toBeGreaterThanOrEqual(5);
  });

  test.each(PAIRS)('$run', async ({ run, client, server, rttMs, dropped }) => {
    const match = await endsOf(WIRE + client, WIRE + server);
    if (FAILED.includes(run)) {
      expect(match).toBe('few');
      return;
    }
    const { fromA, fromB, clocks } = matchedOf(match);
    expect(clocks.driftPpm).toBe(0);
    const due = bruteForce(rawLog(WIRE + client), rawLog(WIRE + server));
    for (const [i, way] of [fromA, fromB].entries()) {
      const { delaysMs, lost } = due[i] as Way;
      expect(way.delaysUs).toHaveLength(delaysMs.length);
      const sorted = [...way.delaysUs].sort((x, y) => x - y);
      for (const share of [0, 0.5, 1]) {
        const at = Math.floor(share * (sorted.length - 1));
        expect(Math.abs((sorted[at] as number) / 1000 - (delaysMs[at] as number))).toBeLessThan(0.01);
      }
      expect(way.lostUs).toHaveLength(lost);
      // The stacks log whole ms at the worst, and wake late.
      expect((sorted[0] as number) / 1000).toBeGreaterThan(rttMs / 2 - 1);
      expect((sorted[0] as number) / 1000).toBeLessThan(rttMs / 2 + 1);
    }
    const [up, down] = OTHERWISE.get(run) ?? [0, 0];
    expect([fromA.lostUs.length - dropped[0], fromB.lostUs.length - dropped[1]]).toEqual([up, down]);
  });

  test('packets that the log of the other end is too short for are counted as such, not as arrived', async () => {
    const { fromA, fromB } = matchedOf(
      await endsOf(`${WIRE}go-outage.client.sqlog.gz`, `${WIRE}go-outage.server.sqlog.gz`),
    );
    expect([fromA.beyondEnds, fromB.beyondEnds]).toEqual([0, 9]);
  });

  test('packets that the path doubled are duplicates, and none of them dropped unread', async () => {
    const run = 'go-reorder-dup';
    const { fromA, fromB } = matchedOf(
      await endsOf(`${WIRE}${run}.client.sqlog.gz`, `${WIRE}${run}.server.sqlog.gz`),
    );
    const [flow] = runs[run]?.relay?.flows ?? [];
    expect([fromA.duplicates, fromB.duplicates]).toEqual([flow?.up.duplicated, flow?.down.duplicated]);
    expect([fromA.unread, fromB.unread]).toEqual([0, 0]);
  });

  test('connections over several paths are said to be that', async () => {
    for (const run of ['noq-mp-2paths', 'pico-mp-2paths'])
      expect(await endsOf(`${WIRE}${run}.client.qlog.gz`, `${WIRE}${run}.server.qlog.gz`)).toBe(
        'several-paths',
      );
  });
});

describe('recorded over a path that noted its drops by kind', () => {
  const PATHS = new URL('paths/', FOLDER).pathname;
  interface Row {
    readonly file: string;
    readonly rtt_ms: number;
    readonly truth: { readonly [count: string]: number };
  }
  const rows: readonly Row[] = JSON.parse(readFileSync(`${PATHS}manifest.json`, 'utf8'));
  const pairs = rows.flatMap(({ file, rtt_ms, truth }) => {
    const server = file.replace('_client', '_server');
    const isPair = /_client\./.test(file) && rows.some((row) => row.file === server);
    const down = Object.entries(truth).filter(([key]) =>
      /^(down|drops)_(tail|policer|random|dead)_count$/.test(key),
    );
    return isPair ? [{ file, server, rtt_ms, lost: down.reduce((sum, [, count]) => sum + count, 0) }] : [];
  });

  test('there are such pairs', () => expect(pairs.length).toBeGreaterThanOrEqual(6));

  test.each(pairs)('$file', async ({ file, server, rtt_ms, lost }) => {
    const { fromA, fromB } = matchedOf(await endsOf(PATHS + file, PATHS + server));
    expect(fromA.lostUs).toHaveLength(0);
    expect(fromB.lostUs).toHaveLength(lost);
    for (const { delaysUs } of [fromA, fromB]) {
      const least = delaysUs.reduce((one, other) => Math.min(one, other)) / 1000;
      expect(least).toBeGreaterThan(rtt_ms / 2);
      expect(least).toBeLessThan(rtt_ms / 2 + 1);
    }
  });
});

describe('recorded with ids drawn from a seed, which other runs have too', () => {
  const QUICHE = new URL('quiche/', FOLDER).pathname;
  const client = `${QUICHE}rate-cubic-buggy-s03.client.sqlog.gz`;

  test('the two logs of one run are matched', async () => {
    const { fromA, fromB } = matchedOf(await endsOf(client, `${QUICHE}rate-cubic-buggy-s03.server.sqlog.gz`));
    // 10 ms of RTT, each way up to 1 ms late, delivered on a grid of 1 ms.
    for (const { delaysUs } of [fromA, fromB]) {
      const least = delaysUs.reduce((one, other) => Math.min(one, other)) / 1000;
      expect(least).toBeGreaterThan(5);
      expect(least).toBeLessThan(7);
    }
    // As many as the sender counted.
    expect(fromB.lostUs).toHaveLength(25);
  });

  test.each(['rate-cubic-fixed-s03', 'rate-reno-s03', 'bbr2-loss2s-s03', 'spiral-baselevel-closed-s03'])(
    'the log of another run is not: %s',
    async (other) => {
      const a = await openCompared(client, 'a', true);
      const b = await openCompared(`${QUICHE}${other}.server.sqlog.gz`, 'b', true);
      const { relation, match, verdict } = compare(a, b);
      expect([relation, match]).toEqual(['other', null]);
      expect(verdict.incomparable[0]).toContain('name one connection, but packets would arrive');
    },
  );

  test('nor is a second sender of the same ids the first again', async () => {
    const [a, b] = await Promise.all(
      ['rate-cubic-buggy-s03', 'rate-reno-s03'].map((name) =>
        openCompared(`${QUICHE}${name}.server.sqlog.gz`, name, true),
      ),
    );
    if (a === undefined || b === undefined) throw new Error('two traces were asked for');
    expect(compare(a, b).relation).toBe('other');
    expect(compare(a, { ...a, name: 'again' }).relation).toBe('same-trace');
  });
});
