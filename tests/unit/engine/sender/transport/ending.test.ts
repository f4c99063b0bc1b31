/** How a connection ended where its log gives no reason: from the idle timeout and the silence before it, never from a text. */
import { describe, expect, test } from 'vitest';
import { endText } from '../../../../../src/engine/sender/transport/connectivity/life-steps.ts';
import { endOf } from '../../../../../src/engine/sender/transport/ending.ts';
import { ack, MadeConnection, stream } from '../../../../support/made-connection.ts';

const RTT = 30;

/** A server whose response is acknowledged; both sides set a timeout, ms. */
const idle = (own = 30_000, peer = 40_000, rtt = RTT): MadeConnection =>
  new MadeConnection('server')
    .parameters('local', { max_idle_timeout: own })
    .parameters('remote', { max_idle_timeout: peer })
    .serverHandshake(rtt)
    .sent('1RTT', { frames: [stream(0, 1000, true)] })
    .wait(rtt)
    .received('1RTT', { bytes: 40, frames: [ack(0, 1)] });
const closed = (made: MadeConnection, data: object = {}) =>
  made.event('connectivity:connection_closed', data);
const howOf = (made: MadeConnection) => endOf(made.input().state)?.how ?? 'open';

describe('a record that the connection was closed, without a reason', () => {
  // ± 10 ms, and 0.05 % of the timeout late.
  test.each([
    [1500, 1489, 'not-logged'],
    [1500, 1491, 'idle-timeout'],
    [1500, 1510, 'idle-timeout'],
    [1500, 1512, 'not-logged'],
    [30_000, 30_014, 'idle-timeout'],
    [30_000, 30_030, 'not-logged'],
    [30_000, 800, 'not-logged'],
  ])('of a timeout of %i ms, after %f ms: %s', (timeout, ms, how) => {
    expect(howOf(closed(idle(timeout).wait(ms)))).toBe(how);
  });

  test('takes the smaller timeout of both sides', () => {
    expect(howOf(closed(idle(5000, 1500).wait(1500)))).toBe('idle-timeout');
    expect(howOf(closed(idle(5000, 1500).wait(5000)))).toBe('not-logged');
  });

  test('counts from the first packet sent after the last received that asks for an answer', () => {
    const asked = () => idle(1500).wait(1000).sent('1RTT', { bytes: 30 });
    expect(howOf(closed(asked().wait(500)))).toBe('not-logged');
    expect(howOf(closed(asked().wait(1500)))).toBe('idle-timeout');
  });

  // Smoothed RTT 1 s, variation 0.4 s: three PTOs are 8 s, and 75 ms more with the peer's max_ack_delay.
  test('holds three PTOs where those are longer (RFC 9000 §10.1)', () => {
    const slow = () => idle(1500, 1500, 1000);
    const { state } = slow().input();
    const ptoMs = (state.rebuilt.smoothedRtt.last + 4 * state.rebuilt.rttVariation.last) / 1000;
    expect(howOf(closed(slow().wait(3 * ptoMs - 12)))).toBe('not-logged');
    expect(howOf(closed(slow().wait(3 * ptoMs - 8)))).toBe('idle-timeout');
    expect(howOf(closed(slow().wait(3 * ptoMs + 80)))).toBe('idle-timeout');
    expect(howOf(closed(slow().wait(3 * ptoMs + 100)))).toBe('not-logged');
  });

  test('has the code of the frame after it, at its own time', () => {
    const made = closed(idle().wait(200));
    const timeUs = made.nowMs * 1000;
    made.wait(1).close('local', 'application', 0x10a);
    expect(endOf(made.input().state)).toMatchObject({ how: 'close', code: 0x10a, by: 'local', timeUs });
  });

  test.each(['idle timeout', 'Idle timeout', 'timed out'])('is not read from the text "%s"', (reason) => {
    expect(howOf(closed(idle().wait(200), { reason }))).toBe('not-logged');
  });
});

describe('an attempt that ends at Version Negotiation', () => {
  const CRYPTO = { frame_type: 'crypto', offset: 0, length: 300 };
  const initial = (made = new MadeConnection('client')) => made.sent('initial', { frames: [CRYPTO] });
  /** Without the packet of the server. */
  const unlogged = () => initial().wait(RTT);
  const offered = () => unlogged().received('version_negotiation', { bytes: 40 });
  const chosen = (made: MadeConnection, version = '6b3343cf') =>
    made.event('transport:version_information', { client_versions: ['1'], chosen_version: version });
  const mismatch = (made: MadeConnection) =>
    made.event('transport:connection_closed', { owner: 'local', trigger: 'version_mismatch' });
  const over = (made: MadeConnection) =>
    made.event('connectivity:connection_state_updated', { new: 'closed' });

  test.each<[string, MadeConnection, string]>([
    [
      'and chooses a version goes on in another connection',
      mismatch(chosen(offered())),
      'version-negotiated',
    ],
    ['and chooses one, and gives no reason, too', closed(chosen(offered())), 'version-negotiated'],
    ['and chooses one, and only its state is over, too', over(chosen(offered())), 'version-negotiated'],
    [
      'and chooses one goes on where the packet is not logged, too',
      mismatch(chosen(unlogged())),
      'version-negotiated',
    ],
    [
      'and names its version before all its packets alone, where that is not logged, has none',
      mismatch(initial(chosen(new MadeConnection('client'))).wait(RTT)),
      'version-mismatch',
    ],
    [
      'and has an answer in its own version did not choose for it',
      mismatch(chosen(unlogged().received('initial'))),
      'version-mismatch',
    ],
    [
      'and chooses a version is not told from others without a reason and the packet',
      closed(chosen(unlogged())),
      'not-logged',
    ],
    ['and chooses none has no version in common', mismatch(offered()), 'version-mismatch'],
    [
      'and names its version before alone has none',
      mismatch(chosen(initial()).received('version_negotiation')),
      'version-mismatch',
    ],
    [
      'and goes on in the same log has the end of that',
      closed(initial(chosen(offered()).wait(1)).wait(RTT)),
      'not-logged',
    ],
    [
      'and is closed with a code has that',
      chosen(offered()).close('local', 'transport', 2, 'initial'),
      'close',
    ],
    ['and whose log ends there is open', chosen(offered()), 'open'],
  ])('%s', (_, made, how) => {
    expect(howOf(made)).toBe(how);
  });

  test.each([
    ['6b3343cf', 'v2 (0x6b3343cf)'],
    ['1', 'v1 (0x1)'],
    ['ff00001d', 'draft-29 (0xff00001d)'],
    ['51303530', '0x51303530'],
  ])('says with which version it goes on: %s', (version, words) => {
    const { state } = mismatch(chosen(offered(), version)).input();
    expect(endText(state)).toBe(`Version negotiated: goes on with ${words} in another connection`);
  });
});

test('a CONNECTION_CLOSE frame without a code is a close all the same', () => {
  const made = idle(1500).wait(1500);
  made.received('1RTT', { bytes: 40, frames: [{ frame_type: 'connection_close' }] });
  expect(howOf(made)).toBe('close');
});

test('the state closed alone is an end, reason not logged', () => {
  const made = idle().wait(200).event('connectivity:connection_state_updated', { new: 'closed' });
  expect(endOf(made.input().state)).toMatchObject({ how: 'not-logged', timeUs: made.nowMs * 1000 });
});

test('a log that goes on past the timeout ended when that was due', () => {
  const made = idle(1500);
  const dueUs = (made.nowMs + 1500) * 1000;
  const goesOn = (ms: number) =>
    made.wait(ms).event('recovery:metrics_updated', { congestion_window: 12_000 });
  expect(howOf(goesOn(1480))).toBe('open');
  expect(endOf(goesOn(40).input().state)).toMatchObject({
    how: 'idle-timeout',
    from: 'silence',
    timeUs: dueUs,
  });
});

test('a part of a log, and a capture, have no end that follows from silence', () => {
  for (const flag of ['isPart', 'captured'] as const) {
    const { state } = idle(1500)
      .wait(9000)
      .event('recovery:metrics_updated', { congestion_window: 9 })
      .input();
    state[flag] = true;
    expect(endOf(state)).toBeNull();
  }
});
