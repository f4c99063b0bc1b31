/** Handshakes that wait for the anti-amplification limit, as both sides see them, and first flights that need no more. */
import { describe, expect, test } from 'vitest';
import { amplificationLimited } from '../../../../../src/engine/findings/rules/amplification-limited.ts';
import { runDetectors } from '../../../../support/held-detectors.ts';
import { ack, MadeConnection } from '../../../../support/made-connection.ts';

const RTT = 40;
const judge = (made: MadeConnection) => runDetectors(made.input(), [amplificationLimited]);
const find = (made: MadeConnection) => judge(made).findings;
const crypto = (offset: number, length = 1100) => ({ frame_type: 'crypto', offset, length });

interface Flight {
  /** Sizes of the Handshake packets before and after the wait. */
  readonly first?: readonly number[];
  readonly second?: readonly number[];
  readonly waitMs?: number;
  /** What is sent after the wait was sent before. */
  readonly again?: boolean;
  /** Number of the first Handshake packet after the wait; the next one where left out. */
  readonly from?: number;
}

/** An Initial packet of 1,200 B allows 3,600 B: 200 B, and these. */
const HELD: Flight = { first: [1000, 1200, 1200], second: [1200, 900] };

/** @param role who logs. */
function handshake(role: 'client' | 'server', flight: Flight = {}): MadeConnection {
  const { first = [], second = [], waitMs = RTT, again = false, from } = { ...HELD, ...flight };
  const made = new MadeConnection(role);
  const isServer = role === 'server';
  const [ofClient, ofServer] = isServer ? (['received', 'sent'] as const) : (['sent', 'received'] as const);
  made[ofClient]('initial', { frames: [crypto(0, 300)] }).wait(isServer ? 0 : RTT);
  made[ofServer]('initial', { bytes: 200, frames: [ack(0), crypto(0, 90)] });
  first.forEach((bytes, i) => {
    made[ofServer]('handshake', { bytes, frames: [crypto(i * 1100)] });
  });
  if (isServer) made.wait(waitMs);
  made[ofClient]('initial', { bytes: 50, frames: [ack(0)] })[ofClient]('handshake', {
    bytes: 50,
    frames: [ack(0)],
  });
  if (!isServer) made.wait(waitMs);
  second.forEach((bytes, i) => {
    const frames = [crypto((again ? i : first.length + i) * 1100)];
    made[ofServer]('handshake', { bytes, frames, ...(i === 0 && from !== undefined && { number: from }) });
  });
  if (isServer) made.wait(RTT);
  made[ofClient]('handshake', { bytes: 100, frames: [ack(0, 4), crypto(0, 52)] });
  made[ofClient]('1RTT', { bytes: 100 });
  if (!isServer) made.wait(RTT);
  return made[ofServer]('1RTT', { bytes: 40, frames: [ack(0), { frame_type: 'handshake_done' }] })
    .wait(RTT)
    [ofClient]('1RTT', { bytes: 40, frames: isServer ? [ack(0)] : [{ frame_type: 'ping' }] });
}

describe('a handshake that waits for its client', () => {
  test('is told by the server, with what it could not send', () => {
    const [finding, ...more] = find(handshake('server'));
    expect(more).toEqual([]);
    expect(finding).toMatchObject({ severity: 'warning', variant: 'server', startUs: 0, endUs: 40_000 });
    expect(finding?.verdict).toBe(
      'The server had sent 3,600 B of the 3,600 B that it may send before the address of its client is validated, three times what ' +
        'it received, and waited 40.0 ms (1.0 round trips of 40.0 ms) from 0.000 s on for the client, with 2,200 B of its ' +
        'handshake still to be sent (RFC 9000 §8.1).',
    );
  });

  test('is told by the client from outside, where no packet is missing', () => {
    const [finding] = find(handshake('client'));
    expect(finding).toMatchObject({ severity: 'warning', variant: 'client', startUs: 40_000, endUs: 80_000 });
    expect(finding?.verdict).toContain(
      'and 2 further Handshake packets of it came 40.0 ms (1.0 round trips of 40.0 ms) behind, none before them lost: it waited for ' +
        'the client, which is inferred',
    );
  });
});

describe('each limit has a pair', () => {
  // Of 3,600 B; the largest packet has 1,200 B.
  test.each([
    [[1000, 1200, 1], 1],
    [[1000, 1200], 0],
  ])('room for no other datagram: %j', (first, count) => {
    expect(find(handshake('server', { first }))).toHaveLength(count);
  });

  test.each([
    [RTT * 0.81, 1],
    [RTT * 0.79, 0],
  ])('a wait of 0.8 round trips: %f ms', (waitMs, count) => {
    // A server has no other round trip than the wait.
    expect(find(handshake('client', { waitMs }))).toHaveLength(count);
  });
});

describe('no wait for the limit', () => {
  test.each<[string, MadeConnection]>([
    ['a first flight that holds all', handshake('server', { second: [] })],
    ['a first flight that holds all, as the client sees it', handshake('client', { second: [] })],
    ['data that is sent again', handshake('server', { again: true })],
    ['a Handshake packet that was lost', handshake('client', { from: 4 })],
    ['a server that sends more than it may', handshake('server', { first: [1200, 1200, 1200, 1200] })],
  ])('%s', (_, made) => {
    expect(find(made)).toEqual([]);
  });

  test('is judged where there is no handshake or no RTT', () => {
    const reasons = [
      new MadeConnection('server').sent('1RTT'),
      new MadeConnection('client').sent('initial'),
    ].map((made) => judge(made).notJudged[0]?.reason);
    expect(reasons).toEqual([
      'the handshake is not in the log',
      'no RTT is logged, and none follows from its packets',
    ]);
  });
});
