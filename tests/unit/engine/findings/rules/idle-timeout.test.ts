/** Ends by the idle timeout: logged and inferred ones, what waited by then, and logs that end before it. */
import { describe, expect, test } from 'vitest';
import { idleTimeout } from '../../../../../src/engine/findings/rules/idle-timeout.ts';
import { peerGone } from '../../../../../src/engine/findings/rules/peer-gone.ts';
import { runDetectors } from '../../../../support/held-detectors.ts';
import { ack, MadeConnection, stream } from '../../../../support/made-connection.ts';

const RTT = 30;
const TIMEOUT = 1500;
const judge = (made: MadeConnection) => runDetectors(made.input(), [idleTimeout]);
const find = (made: MadeConnection) => judge(made).findings;

const connected = (own: number | null = TIMEOUT, peer: number | null = 5000) => {
  const made = new MadeConnection('server');
  if (own !== null) made.parameters('local', { max_idle_timeout: own });
  if (peer !== null) made.parameters('remote', { max_idle_timeout: peer });
  return made.serverHandshake(RTT);
};
/** A response that is acknowledged: the last packet is one that arrives. */
const delivered = (made = connected()) =>
  made
    .sent('1RTT', { frames: [stream(0, 1000, true)] })
    .wait(RTT)
    .received('1RTT', { bytes: 40, frames: [ack(0, 1)] });
const timedOut = (made: MadeConnection) =>
  made.event('transport:connection_closed', { owner: 'local', trigger: 'idle_timeout' });
/** An event that is no packet. */
const goesOn = (made: MadeConnection) =>
  made.event('recovery:metrics_updated', { congestion_window: 12_000 });

describe('a logged idle timeout', () => {
  test('after all was delivered is no alarm, from the last packet received on', () => {
    const made = delivered();
    const startUs = made.nowMs * 1000;
    const [finding, ...more] = find(timedOut(made.wait(TIMEOUT)));
    expect(more).toEqual([]);
    expect(finding).toMatchObject({
      severity: 'info',
      variant: 'idle',
      startUs,
      endUs: startUs + TIMEOUT * 1000,
      confidence: 1,
    });
    expect(finding?.verdict).toBe(
      'Nothing was received for the last 1.50 s, and nothing that was sent waited for an answer; the idle timeout is 1.50 s: the connection ended by the idle timeout (RFC 9000 §10.1).',
    );
  });

  test('without a known timeout is told all the same', () => {
    const [finding] = find(timedOut(delivered(connected(null, 0)).wait(TIMEOUT)));
    expect(finding?.verdict).toContain('waited for an answer: the connection ended by the idle timeout (RFC');
  });

  // Timers and clocks are off by less than 10 ms, for a peer that is gone as well.
  test.each([
    [1499.8, true],
    [1490, true],
    [1489, false],
  ])('comes at its time after %f ms: %s', (ms, holds) => {
    const idle = find(timedOut(delivered().wait(ms)))[0];
    const sending = delivered()
      .sent('1RTT')
      .sent('1RTT', { frames: [stream(1000, 1000)] });
    const gone = runDetectors(
      timedOut(sending.sent('1RTT', { frames: [stream(2000, 1000)] }).wait(ms)).input(),
      [peerGone],
    );
    for (const finding of [idle, gone.findings[0]])
      expect(finding?.evidence.find(({ id }) => id === 'silence')).toMatchObject({
        holds,
        threshold: '≥ 1.49 s, the idle timeout less 10 ms',
      });
  });

  // One packet may cross the peer's own end; its probe may not.
  test.each([
    [1, 'info'],
    [2, 'warning'],
  ])('with %i packets with data in vain is %s', (packets, severity) => {
    const made = delivered();
    for (let i = 0; i < packets; i++)
      made.wait(100).sent('1RTT', { frames: [stream(1000 + i * 1000, 1000)] });
    const [finding] = find(timedOut(made.wait(TIMEOUT)));
    expect(finding?.severity).toBe(severity);
    expect(finding?.verdict).toMatch(
      severity === 'info'
        ? /^Nothing was received for the last 1\.60 s; 1 packet sent in that time was not answered; the idle timeout/
        : /^Nothing was received for the last 1\.70 s, though 2 packets sent in that time asked for an answer; 2 packets with data were never acknowledged; the idle/,
    );
  });

  test('with probes in vain while nothing waits is no alarm', () => {
    const made = delivered();
    for (let i = 0; i < 4; i++) made.wait(100).sent('1RTT', { bytes: 30 });
    expect(find(timedOut(made.wait(TIMEOUT)))[0]?.severity).toBe('info');
  });

  test('in a handshake that nothing answers is an alarm, whatever the idle timeout', () => {
    const deaf = new MadeConnection('client').parameters('local', { max_idle_timeout: 30_000 });
    for (const ms of [0, 200, 400]) {
      deaf.wait(ms).sent('initial', { frames: [{ frame_type: 'crypto', offset: 0, length: 300 }] });
    }
    const [finding] = find(timedOut(deaf.wait(1400)));
    expect(finding).toMatchObject({
      severity: 'warning',
      variant: 'handshake',
      startUs: 0,
      endUs: 2_000_000,
    });
    expect(finding?.verdict).toBe(
      'Nothing was received at all in the 2.00 s since the first packet was sent, though 3 packets sent in that time asked for an answer; 3 packets with data were never acknowledged: the handshake was given up (RFC 9000 §10.1).',
    );
  });
});

describe('a log that goes on after its last packet', () => {
  // 1.5 s is the smaller timeout of both.
  test.each([
    [TIMEOUT * 0.97, 0],
    [TIMEOUT, 1],
  ])('for %f ms shows an idle timeout: %i', (ms, count) => {
    const found = find(goesOn(delivered().wait(ms)));
    expect(found).toHaveLength(count);
    for (const { severity, confidence, verdict } of found) {
      expect([severity, confidence]).toEqual(['info', 0.8]);
      expect(verdict).toContain('the connection ended silently, which is inferred: no record says it');
    }
  });

  test('is held against three PTOs where those are longer (RFC 9000 §10.1)', () => {
    // Smoothed RTT 1 s, variation 500 ms: a PTO of 3 s.
    const slow = () =>
      new MadeConnection('server')
        .parameters('local', { max_idle_timeout: TIMEOUT })
        .serverHandshake(1000)
        .wait(1);
    expect(find(goesOn(slow().wait(8600)))).toEqual([]);
    expect(find(goesOn(slow().wait(9100)))).toHaveLength(1);
  });

  test('counts from the first packet that was sent after the last one received', () => {
    const asked = () => delivered().wait(1000).sent('1RTT', { bytes: 30 });
    expect(find(goesOn(asked().wait(1400)))).toEqual([]);
    expect(find(goesOn(asked().wait(1500)))).toHaveLength(1);
  });
});

describe('no idle timeout', () => {
  test('where a close is logged, however late', () => {
    expect(find(delivered().wait(9000).close('remote', 'application', 0x100))).toEqual([]);
  });

  test('is judged without an end and without a timeout', () => {
    expect(judge(goesOn(delivered(connected(0, null)).wait(60_000))).notJudged).toMatchObject([
      { reason: 'neither an end nor an idle timeout (max_idle_timeout) is logged' },
    ]);
  });

  test('is told of a range that begins after the last packet received', () => {
    const input = timedOut(new MadeConnection('server').sent('1RTT').wait(TIMEOUT)).input();
    input.state.beginsMidway = true;
    expect(runDetectors(input, [idleTimeout]).findings).toEqual([]);
  });
});
