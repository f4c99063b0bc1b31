/** Handshakes that lost packets and took long for it, as both sides see them; and those that took long otherwise. */
import { describe, expect, test } from 'vitest';
import { handshakeSlow } from '../../../../../src/engine/findings/rules/handshake-slow.ts';
import { runDetectors } from '../../../../support/held-detectors.ts';
import { ack, MadeConnection } from '../../../../support/made-connection.ts';

const RTT = 40;
const judge = (made: MadeConnection) => runDetectors(made.input(), [handshakeSlow]);
const find = (made: MadeConnection) => judge(made).findings;
const crypto = (length: number, offset = 0) => ({ frame_type: 'crypto', offset, length });
const INITIAL = { frames: [crypto(300)] };

interface Course {
  readonly rttMs?: number;
  /** Until the Initial packet is sent again. */
  readonly probeMs?: number;
  /** Whether the first one arrived. */
  readonly arrived?: boolean;
  /** Before it: a Retry, or a Version Negotiation packet. */
  readonly begins?: 'retry' | 'version_negotiation';
}

/** A client whose first Initial is sent again after a time. */
function client({ rttMs = RTT, probeMs = 200, arrived = false, begins }: Course = {}): MadeConnection {
  const made = new MadeConnection('client');
  if (begins !== undefined) made.sent('initial', INITIAL).wait(rttMs).received(begins, { bytes: 100 });
  const first = begins === undefined ? 0 : 1;
  made.sent('initial', INITIAL).wait(probeMs).sent('initial', INITIAL).wait(rttMs);
  const acked = arrived ? ack(first, first + 1) : ack(first + 1);
  made
    .received('initial', { bytes: 200, frames: [acked, crypto(90)] })
    .received('handshake', { bytes: 1000, frames: [crypto(900)] });
  if (!arrived)
    made.event('recovery:packet_lost', { header: { packet_type: 'initial', packet_number: first } });
  return made
    .sent('handshake', { bytes: 100, frames: [ack(0), crypto(52)] })
    .sent('1RTT', { bytes: 100 })
    .wait(rttMs)
    .received('1RTT', { bytes: 40, frames: [ack(0), { frame_type: 'handshake_done' }] });
}

/**
 * A server. @param first number of the first Initial packet that came; packets of all spaces are numbered together.
 * @param probeMs until the beginning of the ClientHello comes, which the first packet has not; else the client is slow.
 */
function server({ first = 0, answerMs = 0, probeMs = 0, waitMs = 300 } = {}): MadeConnection {
  const made = new MadeConnection('server');
  if (probeMs > 0) {
    made.received('initial', { frames: [crypto(400, 1137)], number: first }).wait(answerMs);
    made.sent('initial', { bytes: 60, frames: [ack(first)] }).wait(probeMs);
  }
  const whole = probeMs > 0 ? first + 1 : first;
  return made
    .received('initial', { ...INITIAL, number: whole })
    .wait(probeMs > 0 ? 0 : answerMs)
    .sent('initial', { bytes: 200, frames: [ack(whole), crypto(90)] })
    .sent('handshake', { bytes: 1000, frames: [crypto(900)] })
    .wait(waitMs)
    .received('handshake', { bytes: 100, frames: [ack(0), crypto(52)], number: whole + 1 })
    .received('1RTT', { bytes: 100, number: whole + 2 })
    .sent('1RTT', { bytes: 40, frames: [ack(0), { frame_type: 'handshake_done' }] })
    .wait(RTT)
    .received('1RTT', { bytes: 40, frames: [ack(0)] });
}

describe('a handshake that lost a packet', () => {
  test('of the client is told with what it took, from its first Initial packet on', () => {
    const [finding, ...more] = find(client());
    expect(more).toEqual([]);
    expect(finding).toMatchObject({ severity: 'warning', startUs: 0, endUs: 240_000 });
    expect(finding?.verdict).toMatch(
      /^The handshake took 240 ms, 6\.0 round trips of 40\.0 ms, where it needs one: 1 packet of this side was taken for lost; (1 probe \(PTO\) and )?1 packet with data sent again \(RFC 9002 §6\.2\)\.$/,
    );
  });

  test('is told by the server from the numbers of the client', () => {
    const [finding] = find(server({ first: 1, probeMs: 260, waitMs: RTT }));
    expect(finding?.verdict).toBe(
      'The handshake took 300 ms, 7.5 round trips of 40.0 ms, where it needs one: 1 packet of the peer never came, by its number (RFC 9002 §6.2).',
    );
  });

  test.each([
    ['retry', 280],
    ['version_negotiation', 280],
  ] as const)('needs one more for %s', (begins, ms) => {
    const [finding] = find(client({ begins }));
    expect(finding?.endUs).toBe(ms * 1000);
    expect(finding?.verdict).toContain('where it needs two: 1 packet');
  });
});

describe('each limit has a pair', () => {
  test.each([
    [101, 1],
    [99, 0],
  ])('100 ms beyond its round trip: %i ms', (probeMs, count) => {
    expect(find(client({ probeMs }))).toHaveLength(count);
  });

  test.each([
    [100, 202, 1],
    [100, 198, 0],
  ])('two round trips of %i ms: %i ms', (rttMs, probeMs, count) => {
    expect(find(client({ rttMs, probeMs }))).toHaveLength(count);
  });

  test('half of it is not the server itself', () => {
    // 300 ms in all, 260 ms beyond the round trip.
    expect(find(server({ first: 1, answerMs: 128, probeMs: 132, waitMs: RTT }))).toHaveLength(1);
    expect(find(server({ first: 1, answerMs: 132, probeMs: 128, waitMs: RTT }))).toEqual([]);
  });
});

describe('no slow handshake by losses', () => {
  test('is one whose probes were not needed: all arrived', () => {
    expect(find(client({ probeMs: 1000, arrived: true }))).toEqual([]);
  });

  test('is one that took long while nothing was lost', () => {
    expect(find(server())).toEqual([]);
  });

  test.each([
    ['begins at 1', 1],
    ['goes on after an attempt that the log has nothing of', 3],
  ])('is one of a client that is slow and %s', (_, first) => {
    expect(find(server({ first }))).toEqual([]);
  });

  test.each([
    [1, 0],
    [2, 1],
  ])('is one of a server whose first packet is number %i: %i', (number, count) => {
    const made = new MadeConnection('client').sent('initial', INITIAL).wait(RTT).sent('initial', INITIAL);
    made.wait(200).received('initial', { bytes: 200, frames: [ack(0, 1), crypto(90)], number });
    made.received('handshake', { bytes: 1000, frames: [crypto(900)], number });
    made.sent('handshake', { bytes: 100, frames: [ack(number), crypto(52)] }).sent('1RTT', { bytes: 100 });
    made.wait(RTT).received('1RTT', { frames: [ack(0), { frame_type: 'handshake_done' }], number });
    expect(find(made)).toHaveLength(count);
  });

  test('is one where a packet of another space has the number', () => {
    const made = new MadeConnection('server').received('handshake', { number: 0 });
    made.received('initial', { ...INITIAL, number: 1 }).sent('initial', { bytes: 200, frames: [ack(1)] });
    made.wait(300).received('1RTT', { number: 2 }).sent('1RTT').wait(RTT);
    expect(find(made.received('1RTT', { bytes: 40, frames: [ack(0)] }))).toEqual([]);
  });

  test('is judged where it was not complete', () => {
    const failed = new MadeConnection('client').sent('initial', INITIAL).wait(RTT);
    failed.received('initial', { bytes: 60, frames: [ack(0)] });
    expect(judge(failed).notJudged).toMatchObject([
      { reason: 'the log does not show when the handshake was complete' },
    ]);
  });
});
