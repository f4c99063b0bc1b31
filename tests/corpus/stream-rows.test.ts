/**
 * Rows of streams against what else is known of them: in every trace of the corpus that logs frames, bytes by the fate of
 * packets, bytes carried again and waits behind gaps, each computed from sorted offsets.
 */
import { readdirSync } from 'node:fs';
import { describe, expect, it, test } from 'vitest';
import { StreamRows } from '../../src/engine/sender/streams/stream-rows.ts';
import { StreamTable } from '../../src/engine/sender/streams/stream-table.ts';
import type { StreamFrames } from '../../src/engine/sender/transport/stream-log.ts';
import type { TransportState } from '../../src/engine/sender/transport/transport.ts';
import { ENTRIES } from '../support/corpus/list.ts';
import { loadTrace } from '../support/load.ts';
import { type Arrival, distinctBytes, waitedUs } from '../support/stream-truth.ts';
import { someOf } from '../support/tier.ts';

const WIRE = new URL('wire/', import.meta.url);
const LISTED = new Set(ENTRIES.map(({ file }) => file));
const FILES = [
  ...ENTRIES.map(({ file, path }) => ({ file, path })),
  ...readdirSync(WIRE)
    .filter((file) => /qlog/.test(file) && !LISTED.has(file))
    .map((file) => ({ file, path: new URL(file, WIRE).pathname })),
];

/** Per stream the frames of a direction, with the times at which their data arrived; infinity for never. */
function arrivalsOf(
  { length, holder, stream, offset, bytes }: StreamFrames,
  timeOf: (holder: number) => number,
): Map<number, Arrival[]> {
  const found = new Map<number, Arrival[]>();
  for (let i = 0; i < length; i++) {
    const list = found.get(stream.at(i)) ?? [];
    found.set(stream.at(i), list);
    const from = offset.at(i);
    if (bytes.at(i) > 0) list.push({ from, to: from + bytes.at(i), timeUs: timeOf(holder.at(i)) });
  }
  return found;
}

function ackedUs({ ledger }: TransportState, row: number): number {
  const fate = ledger.application.fateAt(row);
  return fate === 1 || fate === 5 ? ledger.application.settledUsAt(row) : Number.POSITIVE_INFINITY;
}

describe('rows of streams', () => {
  it.each(someOf(FILES, 12))('of $file', ({ path }) => {
    for (const { state } of loadTrace(path).pipeline.connections) {
      const rows = new StreamRows(new StreamTable(state));
      const { streams, events } = state;
      const sent = arrivalsOf(streams.sent, (row) => ackedUs(state, row));
      const received = arrivalsOf(streams.received, (row) => events.timeUs.at(row));
      for (const [stream, id] of streams.ids.entries()) {
        const row = rows.row(stream);
        const { ackedBytes, inFlightBytes, lostBytes, discardedBytes, bytes, resentBytes } = row.sent;
        expect(ackedBytes + inFlightBytes + lostBytes + discardedBytes, `${id}`).toBe(bytes);
        expect(bytes - resentBytes, `${id}`).toBe(distinctBytes(sent.get(stream) ?? []));
        const came = received.get(stream) ?? [];
        expect(row.received.bytes - row.received.repeatedBytes, `${id}`).toBe(distinctBytes(came));
        if (row.beginsMidway) continue;
        const acked = (sent.get(stream) ?? []).filter(({ timeUs }) => timeUs < Number.POSITIVE_INFINITY);
        const endUs = Math.min(state.lastUs, state.termination?.timeUs ?? state.lastUs);
        const untilUs = (reader: 'local' | 'remote'): number =>
          row.aborts
            .filter(({ what, by }) => (what === 'reset' ? by !== reader : by === reader))
            .reduce((least, { timeUs }) => Math.min(least, timeUs), endUs);
        const waited = waitedUs(acked, untilUs('remote')) + waitedUs(came, untilUs('local'));
        expect(row.gapUs, `${id}`).toBeCloseTo(waited, 3);
        for (const { fromUs, toUs } of row.gaps) expect(toUs).toBeGreaterThan(fromUs);
      }
    }
  });
});

describe('both ends of one connection', () => {
  const rowsOf = (file: string) => {
    const { state } = loadTrace(new URL(file, WIRE).pathname).pipeline;
    const rows = new StreamRows(new StreamTable(state));
    return new Map([...rows.order('start')].map((stream) => [streams(state, stream), rows.row(stream)]));
  };
  const streams = (state: TransportState, stream: number): number => state.streams.ids[stream] as number;

  test('tell the same waits, within a round trip per wait', () => {
    const server = rowsOf('go-blocked-stream.server.sqlog.gz');
    const client = rowsOf('go-blocked-stream.client.sqlog.gz');
    for (const id of [0, 4, 8]) {
      const [sender, receiver] = [server.get(id), client.get(id)];
      if (sender === undefined || receiver === undefined) throw new Error(`no stream ${id}`);
      expect(receiver.received.endOffset).toBe(sender.sent.endOffset);
      expect(receiver.gaps.map(({ filledBy }) => filledBy)).toEqual(
        sender.gaps.map(({ filledBy }) => filledBy),
      );
      expect(Math.abs(receiver.gapUs - sender.gapUs)).toBeLessThan(1000 * sender.gaps.length);
      const known = receiver.gaps.filter(({ lostPacket }) => lostPacket >= 0);
      for (const { filledBy, lostPacket } of known)
        expect(sender.gaps.find((gap) => gap.filledBy === filledBy)?.lostPacket).toBe(lostPacket);
      expect(sender.blockedByStreamUs).toBeGreaterThan(150_000);
      expect(Math.abs(receiver.blockedByStreamUs / sender.blockedByStreamUs - 1)).toBeLessThan(0.2);
    }
  });

  test('of a sender that does not say it is blocked show it all the same', () => {
    const rows = rowsOf('ngtcp2-blocked.server.sqlog.gz');
    expect([0, 4, 8].map((id) => rows.get(id)?.blockedByStreamUs)).toEqual([890_000, 902_000, 1_005_000]);
  });

  test('show how long streams waited to be opened', () => {
    const client = rowsOf('go-blocked-streams.client.sqlog.gz');
    const server = rowsOf('go-blocked-streams.server.sqlog.gz');
    const waited = [...client.values()].filter(({ openingUs }) => openingUs > 0);
    // At most four requests at once, of thirty: each later one but two was announced.
    expect(waited.length).toBe(24);
    for (const { id, openingUs, firstUs, blocked } of waited) {
      const ofServer = server.get(id)?.openingUs ?? 0;
      expect(Math.abs(ofServer - openingUs), `${id}`).toBeLessThan(1500);
      const end = blocked.find(({ by }) => by === 'opening')?.toUs ?? 0;
      expect(firstUs - end, `${id}`).toBeGreaterThanOrEqual(0);
      expect(firstUs - end, `${id}`).toBeLessThan(2000);
    }
  });

  test('with one limit for all streams let them wait for the connection', () => {
    const rows = rowsOf('go-blocked-conn.server.sqlog.gz');
    const waits = [0, 4, 8, 12, 16, 20].map((id) => rows.get(id));
    expect(waits.map((row) => row?.blockedByStreamUs)).toEqual([0, 0, 0, 0, 0, 0]);
    for (const row of waits) expect(row?.blockedByConnectionUs).toBeGreaterThan(480_000);
  });
});
