/** What was outstanding at the end where nothing failed: a log that ends first, a peer that leaves, and waits that never ended. */
import { describe, expect, test } from 'vitest';
import { closedWithError } from '../../../../../src/engine/findings/rules/closed-with-error.ts';
import { idleTimeout } from '../../../../../src/engine/findings/rules/idle-timeout.ts';
import { logEnds } from '../../../../../src/engine/findings/rules/log-ends.ts';
import { runDetectors } from '../../../../support/held-detectors.ts';
import { ack, MadeConnection, stream } from '../../../../support/made-connection.ts';

const RTT = 30;
const judge = (made: MadeConnection) => runDetectors(made.input(), [closedWithError, idleTimeout, logEnds]);
const find = (made: MadeConnection) => judge(made).findings;

const server = (parameters: object = {}) =>
  new MadeConnection('server').parameters('remote', parameters).serverHandshake(RTT);
/** The response: some of it arrives, two packets are on their way. */
const sending = (made = server()) =>
  made
    .sent('1RTT', { frames: [stream(0, 1000)] })
    .wait(RTT)
    .received('1RTT', { bytes: 40, frames: [ack(0, 1)] })
    .sent('1RTT', { frames: [stream(1000, 1000)] })
    .sent('1RTT', { frames: [stream(2000, 1000)] });
const answered = (made = server()) =>
  made
    .sent('1RTT', { frames: [stream(0, 1000, true)] })
    .wait(RTT)
    .received('1RTT', { bytes: 40, frames: [ack(0, 1)] });
const client = () =>
  new MadeConnection('client')
    .clientHandshake(RTT)
    .received('1RTT', { bytes: 1200, frames: [stream(0, 1000, true)] });
const asked = (made = client()) =>
  made.sent('1RTT', { bytes: 90, frames: [stream(0, 20, false, 2), stream(0, 40, true, 4)] });
const blocked = (made: MadeConnection) =>
  made
    .sent('1RTT', { frames: [stream(0, 1000)] })
    .sent('1RTT', { bytes: 30, frames: [{ frame_type: 'data_blocked', limit: 1000 }] })
    .wait(RTT)
    .received('1RTT', { bytes: 40, frames: [ack(0, 2)] });

describe('a log that ends first', () => {
  test('says what was in flight, and that the connection did not end', () => {
    const [finding, ...more] = find(sending());
    expect(more).toEqual([]);
    expect(finding).toMatchObject({ severity: 'info', variant: 'log', confidence: 1 });
    expect(finding?.title).toBe('The log ends, not the connection');
    expect(finding?.verdict).toBe(
      'The log ends, not the connection: no record says how that ended; 2 packets with data were not yet acknowledged, 2,400 B in flight, and 1 stream was open.',
    );
  });

  test('is none where all was delivered', () => expect(find(answered())).toEqual([]));

  test('is none of a range, nor of a capture', () => {
    for (const flag of ['isPart', 'captured'] as const) {
      const input = sending().input();
      input.state[flag] = true;
      expect(runDetectors(input, [logEnds])).toMatchObject({ findings: [], notJudged: [{}] });
    }
  });
});

describe('a peer that leaves without an error', () => {
  test('with a stream open is told, and no alarm', () => {
    const [finding] = find(sending().wait(10).close('remote', 'application', 0x100));
    expect(finding).toMatchObject({
      severity: 'info',
      variant: 'left',
      title: 'The peer left with streams open',
    });
    expect(finding?.verdict).toContain(
      'The peer (the client) closed the connection without an error 70.0 ms after the log begins; 2 packets with data were never acknowledged, and 1 stream was open',
    );
  });

  test.each<[string, MadeConnection]>([
    ['when all was answered', answered().close('remote', 'application', 0x100)],
    ['by DOQ_NO_ERROR', answered().close('remote', 'application', 0)],
    ['and this side leaves itself', sending().close('local', 'application', 0x100)],
    ['when its own request is not in the log', client().close('remote', 'application', 0x100)],
    [
      'when what is open is a control stream alone',
      answered()
        .sent('1RTT', { frames: [stream(0, 20, false, 3)] })
        .wait(RTT)
        .received('1RTT', { bytes: 40, frames: [ack(2)] })
        .close('remote', 'application', 0x100),
    ],
    [
      'when it had cancelled the stream',
      sending()
        .received('1RTT', {
          bytes: 40,
          frames: [{ frame_type: 'stop_sending', stream_id: 0, error_code: 0x10c }],
        })
        .close('remote', 'application', 0x100),
    ],
  ])('is nothing %s', (_, made) => expect(find(made)).toEqual([]));

  test('is told by the rule of its error', () => {
    expect(find(sending().close('remote', 'application', 0x10c)).map(({ id }) => id)).toEqual([
      'closed-with-error',
    ]);
  });
});

describe('a wait of this side that never ended', () => {
  const CREDIT = { initial_max_data: 1000, max_idle_timeout: 1500 };

  // Three PTOs of a smoothed RTT of 30 ms: 3 × (30 + 4 × 11.25 + 25) ms and less, as the variation falls.
  test.each([
    [20, 'info'],
    [2000, 'warning'],
  ])('for the connection’s credit, closed after %i ms, is %s', (ms, severity) => {
    const made = blocked(server({ initial_max_data: 1000 }))
      .wait(ms)
      .close('remote', 'application', 0x100);
    const [finding] = find(made);
    expect(finding?.severity).toBe(severity);
    if (severity === 'warning')
      expect(finding?.verdict).toMatch(/this side had waited 2\.0\d s for the credit of the connection/);
  });

  test('makes the idle timeout after it an alarm', () => {
    const made = blocked(server(CREDIT)).wait(1500);
    const [finding, ...more] = find(
      made.event('transport:connection_closed', { owner: 'local', trigger: 'idle_timeout' }),
    );
    expect(more).toEqual([]);
    expect(finding).toMatchObject({ id: 'idle-timeout', severity: 'warning', variant: 'waiting' });
    expect(finding?.verdict).toContain('though this side had waited 1.53 s for the credit of the connection');
  });

  test('for leave to open a stream', () => {
    const made = client().sent('1RTT', {
      bytes: 30,
      frames: [{ frame_type: 'streams_blocked', stream_type: 'bidirectional', limit: 1 }],
    });
    const [finding] = find(made.wait(2000).close('local', 'application', 0x100));
    expect(finding).toMatchObject({ severity: 'warning', variant: 'waiting' });
    expect(finding?.verdict).toContain('leave to open more than 1 stream (STREAMS_BLOCKED)');
  });

  test.each<[string, (made: MadeConnection) => MadeConnection]>([
    ['the log ends', (made) => made.event('recovery:metrics_updated', { congestion_window: 12_000 })],
    ['this side closes', (made) => made.close('local', 'application', 0x100)],
    ['the peer closes', (made) => made.close('remote', 'application', 0x100)],
  ])('for a response, until %s', (_, end) => {
    const [finding] = find(
      end(
        asked()
          .wait(RTT)
          .received('1RTT', { bytes: 40, frames: [ack(2)] })
          .wait(2000),
      ),
    );
    expect(finding).toMatchObject({ id: 'log-ends', severity: 'warning', variant: 'waiting' });
    expect(finding?.verdict).toContain('this side had waited 2.03 s for a response on stream 4');
  });

  test('is none where the response has begun, or credit has come', () => {
    const begun = asked()
      .wait(RTT)
      .received('1RTT', { bytes: 1200, frames: [ack(2), stream(0, 900, false, 4)] });
    expect(find(begun.wait(2000).close('local', 'application', 0x100))).toEqual([]);
    const granted = blocked(server({ initial_max_data: 1000 }))
      .received('1RTT', { bytes: 40, frames: [{ frame_type: 'max_data', maximum: 9000 }] })
      .wait(2000);
    expect(find(granted.close('remote', 'application', 0x100)).map(({ variant }) => variant)).toEqual([
      'left',
    ]);
  });
});
