/**
 * `npm run test:shared`: stops of hosts, held against those that the recordings made (`paths`, `t3`) and against the silences of each
 * host that the path noted (`t3`: it had handed three datagrams or more to a host and got none from it for 40 ms or longer).
 *
 * Of those that a log can show: 50 ms or longer, longer than the round trip of that moment, while something was in flight. A path that
 * loses ACKs leaves the same silence of the receiver.
 */
import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { lowerBound, upperBound } from '../../src/engine/base/columns/growable.ts';
import type { DetectInput } from '../../src/engine/findings/rule/rule-input.ts';
import { hostStall } from '../../src/engine/findings/rules/host-stall.ts';
import type { Stall } from '../../src/engine/findings/stalls/stalls.ts';
import { runDetectors } from '../../src/engine/findings/verdicts/runner.ts';
import { EventKind } from '../../src/qlog-schema/index.ts';
import { loadTrace } from '../support/load.ts';
import { inputsOf } from '../support/read-log.ts';

type Host = 'sender' | 'receiver';
type SpanMs = readonly [fromMs: number, forMs: number];

interface Entry {
  readonly file: string;
  readonly kind: string;
  readonly role: Host;
  readonly rtt_ms: number;
  readonly link: string;
  readonly clock: string;
  readonly truth: { readonly [name: string]: unknown };
}

interface Stop {
  readonly host: Host;
  readonly startUs: number;
  readonly endUs: number;
}

const LEAST_US = 50_000;
/** Of the stops that a log can show, and how many of those that are told may be told of the wrong host. */
const SHARES = { told: 0.95, wrong: 0.05 } as const;
/** An offset between two clocks is certain where so many times agree on it within a millisecond. */
const AGREED_SHARE = 0.85;
const MOST_OFFSET_MS = 200;
/** The clocks agree to this, and what a host had sent before is still under way. */
const NEAR_US = 3000;

const folderOf = (name: string): URL => new URL(`../../../shared/traces/${name}/`, import.meta.url);

function manifestOf(name: string): readonly Entry[] {
  const manifest = new URL('manifest.json', folderOf(name));
  return existsSync(manifest) ? (JSON.parse(readFileSync(manifest, 'utf8')) as readonly Entry[]) : [];
}

/** Spans of the path's clock; lists that were cut say so in their last entry. */
const spansOf = ({ truth }: Entry, name: string): readonly SpanMs[] =>
  ((truth[name] ?? []) as readonly unknown[]).filter((one): one is SpanMs => Array.isArray(one));

function inputOf(folder: string, file: string): DetectInput {
  const [input] = inputsOf(loadTrace(new URL(file, folderOf(folder)).pathname));
  if (input === undefined) throw new Error(`${file} holds no connection`);
  return input;
}

/** @param sorted ascending. */
const countWithin = (sorted: Float64Array, from: number, to: number): number =>
  Math.max(0, lowerBound(sorted, to) - upperBound(sorted, from));

/**
 * Offset of the path's clock from the log's, ms: half of the two-way delay by the manifests; a log that began late has more. Sends end
 * the silences of the sender, and each drop is a packet that was sent.
 */
function offsetMs(entry: Entry, input: DetectInput): number {
  const byManifest = /qlog zero of the sender is at ([\d.]+) ms/.exec(entry.clock);
  if (byManifest !== null) return Number(byManifest[1]);
  const drops = ['drops_tail_ms', 'drops_random_ms', 'drops_policer_ms', 'drops_aqm_ms']
    .flatMap((name) => (entry.truth[name] ?? []) as readonly unknown[])
    .filter((one): one is number => typeof one === 'number')
    .slice(0, 100);
  const ends = spansOf(entry, 'silent_sender_ms').map(([fromMs, forMs]) => fromMs + forMs);
  const times = [...drops, ...ends];
  const { firstUs, ledger } = input.state;
  const sentMs = ledger.application.sentTimesUs.slice().map((us) => (us - firstUs) / 1e3);
  let best = { share: 0, ms: entry.rtt_ms / 2 };
  for (let ms = entry.rtt_ms / 2; ms <= MOST_OFFSET_MS; ms += 0.5) {
    const share =
      times.filter((timeMs) => countWithin(sentMs, timeMs - ms - 1, timeMs - ms + 1) > 0).length /
      times.length;
    if (share > best.share) best = { share, ms };
  }
  return best.share >= AGREED_SHARE ? best.ms : entry.rtt_ms / 2;
}

/** On the log's clock. What a receiver does is seen when its packets have come up the path. */
function stopsOf(entry: Entry, input: DetectInput): readonly Stop[] {
  const offset = offsetMs(entry, input);
  const made: Host =
    /SERVER|server/.test(entry.link) || entry.kind === 'sender-sleep' ? 'sender' : 'receiver';
  const lists: readonly (readonly [string, Host])[] = [
    ['stalls_ms', made],
    ['stalls_server_ms', 'sender'],
    ['stalls_client_ms', 'receiver'],
    ['silent_sender_ms', 'sender'],
    ...(entry.kind === 'incident' ? [] : [['silent_receiver_ms', 'receiver'] as const]),
  ];
  return lists.flatMap(([name, host]) =>
    spansOf(entry, name).map(([fromMs, forMs]) => {
      const startUs =
        input.state.firstUs + (fromMs - offset + (host === 'receiver' ? entry.rtt_ms / 2 : 0)) * 1e3;
      return { host, startUs, endUs: startUs + forMs * 1e3 };
    }),
  );
}

/** Whether a log can show it: no packet is read by a sender that stopped, and for long no ACK comes of what is in flight. */
function isShown({ host, startUs, endUs }: Stop, { state }: DetectInput): boolean {
  const { events, inFlight, rebuilt, series } = state;
  const rttUs = rebuilt.smoothedRtt.valueAt(startUs);
  if (endUs - startUs < LEAST_US || !(endUs - startUs > rttUs) || startUs > state.lastUs) return false;
  const receivedUs = events.timeUs
    .slice()
    .filter((_, row) => events.kind.at(row) === EventKind.packetReceived);
  if (host === 'sender' && countWithin(receivedUs, startUs + NEAR_US, endUs - NEAR_US) > 0) return false;
  const acksUs = series.ackedTotal.timesUs.slice();
  const from = Math.max(1, lowerBound(acksUs, startUs - NEAR_US));
  const to = lowerBound(acksUs, endUs + NEAR_US);
  return acksUs
    .subarray(from, to + 1)
    .some(
      (us, i) => us - (acksUs[from + i - 1] as number) >= LEAST_US && inFlight.valueAt(us - LEAST_US) > 0,
    );
}

const overlaps = (a: { readonly startUs: number; readonly endUs: number }, b: typeof a): boolean =>
  a.startUs < b.endUs + NEAR_US && a.endUs + NEAR_US > b.startUs;

const HOSTS: { readonly [kind in Stall['kind']]: readonly Host[] } = {
  'this-host': ['sender'],
  receiver: ['receiver'],
  'receiver-or-path': ['receiver'],
  'any-host-or-path': ['sender', 'receiver'],
  'no-delivery': [],
};

const ENTRIES = ['t3', 'paths'].flatMap((folder) =>
  manifestOf(folder)
    .filter(({ role }) => role === 'sender')
    .map((entry) => ({ folder, entry })),
);

test('stops that a log can show are told, and of the right host', () => {
  const missed: string[] = [];
  const wrong: string[] = [];
  let stops = 0;
  for (const { folder, entry } of ENTRIES) {
    const input = inputOf(folder, entry.file);
    const all = stopsOf(entry, input);
    const stalls = [...input.stalls.hosts, ...input.stalls.deliveries];
    for (const stop of all.filter((one) => isShown(one, input))) {
      const what = `${entry.file}: ${stop.host} at ${Math.round(stop.startUs / 1e3)} ms for ${Math.round((stop.endUs - stop.startUs) / 1e3)} ms`;
      stops++;
      const of = stalls.filter((stall) => overlaps(stall, stop));
      // Where the machine held both up either is right.
      const hosts = all.filter((one) => overlaps(one, stop)).map(({ host }) => host);
      const right = of.some(({ kind }) => HOSTS[kind].some((host) => hosts.includes(host)));
      if (of.length === 0) missed.push(what);
      else if (!right) wrong.push(`${what}: ${of.map(({ kind }) => kind)}`);
    }
  }
  expect(stops).toBeGreaterThan(70);
  expect(missed.length / stops, missed.join('\n')).toBeLessThanOrEqual(1 - SHARES.told);
  expect(wrong.length / stops, wrong.join('\n')).toBeLessThanOrEqual(SHARES.wrong);
});

/** Variants of the finding, by the traces that were made after situations which public files showed. */
test.each([
  // Nothing stopped: the ACK waited for the timer of a delayed ACK; in the second its delay is logged in microseconds.
  ['delayed-ack-timer-short-path.sqlog.gz', []],
  ['ack-delay-in-microseconds-2.qlog.gz', []],
  // A full window, MAX_DATA, and 9 ms later six ACKs.
  ['acks-held-by-the-path-window-full.sqlog.gz', ['receiver-or-path']],
])('public/%s', (file, variants) => {
  const { findings } = runDetectors(inputOf('public', file), [hostStall]);
  expect(findings.map(({ variant }) => variant)).toEqual(variants);
});
