/** How a connection ends (RFC 9000 §10.2): the close, its answers, and who is told. */
import { describe, expect, test } from 'vitest';
import { Space } from '../../../../../src/engine/simulator/runs/packet.ts';
import { simulate } from '../../../../../src/engine/simulator/runs/run.ts';
import { loadBytes } from '../../../../support/load.ts';
import { outlineOfConnection } from '../../../../support/outline.ts';
import { flowOf, packetOf, runOf } from '../../../../support/simulated.ts';
import { Pair, type PairOptions, RTT_US, type Sent } from './pair.ts';

const BYTES = 50_000;
const closed = (options: PairOptions = {}): Pair =>
  new Pair({ writes: [{ atMs: 0, bytes: BYTES }], closes: true, ...options }).run();
const closesOf = ({ sent }: Pair): readonly Sent[] => sent.filter(({ packet }) => packet.isClose);
const atUsOf = (all: readonly Sent[]): readonly number[] => all.map(({ atUs }) => atUs);

describe.each([
  ['a download', false],
  ['an upload', true],
])('%s', (_name, isUpload) => {
  const pair = closed({ isUpload });
  const [sender, receiver] = isUpload ? ['client', 'server'] : ['server', 'client'];
  const readUs = pair.read.at(-1)?.atUs ?? Number.NaN;

  test('is closed by who has read all, with the ACK of it, in no flight', () => {
    const [close] = closesOf(pair);
    expect([close?.from, close?.atUs, pair.read.at(-1)?.bytes]).toEqual([receiver, readUs, BYTES]);
    expect(close?.packet.ack?.ranges[0]).toBe(
      pair.sent.findLast(({ from, packet }) => from === sender && packet.space === Space.application)?.packet
        .number,
    );
    expect([close?.packet.isAckEliciting, close?.packet.dataBytes]).toEqual([false, 0]);
  });

  test('is over for the sender when that comes, with all acknowledged', () => {
    expect(pair.over[0]).toEqual({ from: sender, atUs: readUs + RTT_US / 2 });
    const { ackedBytes, recovery } = isUpload ? pair.client : pair.server;
    expect([ackedBytes, recovery.inFlightBytes]).toEqual([BYTES, 0]);
  });

  test('nothing more is sent by either end', () => {
    expect(pair.sent.at(-1)?.packet.isClose).toBe(true);
    expect(closesOf(pair)).toHaveLength(1);
  });
});

describe('an end that closed', () => {
  test('answers what still comes with another close, of the same ACK', () => {
    let left = 2;
    const pair = closed({ loses: ({ isClose }) => isClose && left-- > 0 });
    const closes = closesOf(pair);
    expect(closes).toHaveLength(3);
    const probes = pair.of('server', Space.application).filter(({ atUs }) => atUs > (closes[0]?.atUs ?? 0));
    expect(atUsOf(closes.slice(1))).toEqual(
      atUsOf(probes)
        .map((atUs) => atUs + RTT_US / 2)
        .slice(0, 2),
    );
    const largest = closes.map(({ packet }) => packet.ack?.ranges[0]);
    expect(new Set(largest).size).toBe(1);
    expect([pair.over[0]?.from, pair.server.ackedBytes]).toEqual(['server', BYTES]);
  });

  test('is gone three probe timeouts later, and answers nothing then', () => {
    const pair = closed({ loses: ({ isClose }) => isClose });
    const [first] = closesOf(pair);
    const goneUs = (first?.atUs ?? 0) + 3 * pair.client.recovery.rtt.ptoUs(true);
    expect(pair.over).toEqual([{ from: 'client', atUs: goneUs }]);
    expect(Math.max(...atUsOf(closesOf(pair)))).toBeLessThan(goneUs);
    expect(Math.max(...atUsOf(pair.of('server')))).toBeGreaterThan(goneUs);
  });

  test('answers packets that it reads in one go once', () => {
    const pair = new Pair({ writes: [{ atMs: 0, bytes: BYTES }], closes: true });
    while (closesOf(pair).length === 0) pair.run(pair.events.nowUs / 1000 + 1);
    const nowUs = pair.events.nowUs;
    for (const number of [900, 901]) pair.client.take(packetOf({ number }), nowUs);
    pair.run(nowUs / 1000 + 1);
    expect(closesOf(pair)).toHaveLength(2);
  });
});

describe('the traces of a run', () => {
  const settings = runOf(
    flowOf({ name: 'newreno' }, { writes: [{ atMs: 0, bytes: BYTES }] }),
    { delayMs: 10 },
    1,
  );
  const outcomesOf = (limitMs: number): readonly string[] => {
    const { traces } = simulate({ ...settings, limitMs }, { traced: 0 });
    return [traces?.sender ?? '', traces?.receiver ?? ''].map((text) => {
      const [connection] = loadBytes(new TextEncoder().encode(text)).pipeline.connections;
      return outlineOfConnection({ connection: connection as NonNullable<typeof connection> }).outcome;
    });
  };

  test('say at both ends that it was finished', () => {
    expect(outcomesOf(10_000)).toEqual(['finished', 'finished']);
  });

  test('say that it was not, where its time was over before', () => {
    expect(outcomesOf(70)).toEqual(['open', 'open']);
  });
});
