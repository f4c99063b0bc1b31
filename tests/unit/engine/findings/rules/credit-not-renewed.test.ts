/** Credit that is used up and never renewed; readers that pause, and streams that end at their limit, look alike. */
import { describe, expect, test } from 'vitest';
import { creditNotRenewed } from '../../../../../src/engine/findings/rules/credit-not-renewed.ts';
import { runDetectors } from '../../../../support/held-detectors.ts';
import { ack, MadeConnection, stream } from '../../../../support/made-connection.ts';

const RTT = 30;
const find = (made: MadeConnection) => runDetectors(made.input(), [creditNotRenewed]).findings;

const LIMITS = {
  initial_max_data: 3000,
  initial_max_stream_data_bidi_local: 100_000,
  initial_max_stream_data_bidi_remote: 100_000,
  initial_max_streams_bidi: 2,
};

/** A server whose client grants 3,000 bytes, or other limits. */
const server = (limits: object = LIMITS) =>
  new MadeConnection('server').parameters('remote', limits).serverHandshake(RTT);

/** Sends 3,000 bytes of a stream, which are acknowledged a round trip later. */
const usedUp = (made = server(), fin = false) =>
  made
    .sent('1RTT', { frames: [stream(0, 1500)] })
    .sent('1RTT', { frames: [stream(1500, 1500, fin)] })
    .wait(RTT)
    .received('1RTT', { bytes: 40, frames: [ack(0, 2)] });

const blocked = (limit = 3000) => ({ bytes: 40, frames: [{ frame_type: 'data_blocked', limit }] });
const timedOut = (made: MadeConnection) =>
  made.event('transport:connection_closed', { owner: 'local', trigger: 'idle_timeout' });

describe('credit that is never renewed', () => {
  test('is a warning where it held the connection until its idle timeout', () => {
    const made = usedUp().sent('1RTT', blocked()).wait(RTT);
    const [finding, ...more] = find(
      timedOut(made.received('1RTT', { bytes: 40, frames: [ack(3)] }).wait(1940)),
    );
    expect(more).toEqual([]);
    expect(finding).toMatchObject({
      severity: 'warning',
      variant: 'connection',
      startUs: 30_000,
      endUs: 2_030_000,
    });
    expect(finding?.verdict).toBe(
      'The credit of the connection (3,000 B) was used up at 0.030 s; DATA_BLOCKED was sent at 0.060 s, and no MAX_DATA came in the 2.00 s until the idle timeout ended the connection: a deadlock of flow control (RFC 9000 §4.1).',
    );
  });

  test('shows without a BLOCKED frame by a stream that has not ended', () => {
    const [finding] = find(timedOut(usedUp().wait(2000)));
    expect(finding).toMatchObject({ severity: 'warning', confidence: 0.8 });
    expect(finding?.verdict).toContain(
      'no DATA_BLOCKED was sent, though a stream had not ended, and no MAX_DATA came in the 2.03 s',
    );
    // One that ends at its limit waits for nothing.
    expect(find(timedOut(usedUp(server(), true).wait(2000)))).toEqual([]);
  });

  test('must last for three probe timeouts', () => {
    const waited = (ms: number) =>
      find(usedUp().wait(ms).event('recovery:metrics_updated', { ssthresh: 9000 })).length;
    expect([waited(269), waited(270)]).toEqual([0, 1]);
  });

  test('must last twice as long as any wait that the peer ended before', () => {
    const paused = (ms: number) =>
      find(
        timedOut(
          usedUp()
            .sent('1RTT', blocked())
            .wait(RTT)
            .received('1RTT', { bytes: 40, frames: [ack(3)] })
            .wait(970)
            .received('1RTT', { bytes: 40, frames: [{ frame_type: 'max_data', maximum: 6000 }] })
            .sent('1RTT', { frames: [stream(3000, 3000)] })
            .wait(RTT)
            .received('1RTT', { bytes: 40, frames: [ack(4)] })
            .sent('1RTT', blocked(6000))
            .wait(ms),
        ),
      ).length;
    expect([paused(1969), paused(1970)]).toEqual([0, 1]);
  });

  test('is none where more came, or the peer asked for the stream to stop', () => {
    const renewed = usedUp().received('1RTT', { frames: [{ frame_type: 'max_data', maximum: 3001 }] });
    expect(find(timedOut(renewed.wait(2000)))).toEqual([]);
    const own = server({ ...LIMITS, initial_max_data: 1e6, initial_max_stream_data_bidi_remote: 3000 });
    const stopped = usedUp(own).received('1RTT', {
      frames: [{ frame_type: 'stop_sending', stream_id: 0, error_code: 1 }],
    });
    expect(find(timedOut(stopped.wait(2000)))).toEqual([]);
  });

  test('of a stream is named by the stream, and is info where others went on', () => {
    const made = usedUp(
      server({ ...LIMITS, initial_max_data: 1e6, initial_max_stream_data_bidi_local: 3000 }),
    );
    for (let i = 0; i < 40; i++)
      made
        .sent('1RTT', { frames: [stream(1000 * i, 1000, i === 39, 4)] })
        .wait(RTT)
        .received('1RTT', { bytes: 40, frames: [ack(3 + i)] });
    const [finding] = find(made.close('remote', 'application', 0x100));
    expect(finding).toMatchObject({ severity: 'info', variant: 'stream' });
    expect(finding?.verdict).toBe(
      'The credit of stream 0 (3,000 B) was used up at 0.030 s; no STREAM_DATA_BLOCKED was sent, though its data had not ended, and no MAX_STREAM_DATA came in the 1.23 s to the end of the connection (RFC 9000 §4.1).',
    );
  });

  test('in the log of the receiver is its own', () => {
    const client = new MadeConnection('client').parameters('local', LIMITS).clientHandshake(RTT);
    const filled = client
      .received('1RTT', { frames: [stream(0, 3000)] })
      .sent('1RTT', { bytes: 40, frames: [ack(1)] })
      .received('1RTT', blocked());
    const [finding] = find(timedOut(filled.wait(2000)));
    expect(finding).toMatchObject({ severity: 'warning', variant: 'own' });
    expect(finding?.verdict).toContain(
      'DATA_BLOCKED arrived at 0.060 s, and this host sent no MAX_DATA in the 2.00 s until',
    );
  });
});

describe('streams that may not be opened', () => {
  const client = () => new MadeConnection('client').parameters('remote', LIMITS).clientHandshake(RTT);
  const served = (made: MadeConnection, id: number, packet: number) =>
    made
      .sent('1RTT', { frames: [stream(0, 100, true, id)] })
      .wait(RTT)
      .received('1RTT', { frames: [ack(0, packet), stream(0, 500, true, id)] });

  test('are missed by STREAMS_BLOCKED', () => {
    const made = served(client().received('1RTT', { frames: [stream(0, 500, true)] }), 4, 1);
    made.sent('1RTT', {
      bytes: 40,
      frames: [{ frame_type: 'streams_blocked', stream_type: 'bidirectional', limit: 2 }],
    });
    const [finding] = find(timedOut(made.wait(2000)));
    expect(finding?.verdict).toBe(
      'All 2 bidirectional streams that the peer allows were open at 0.060 s; STREAMS_BLOCKED was sent at 0.090 s, and no MAX_STREAMS came in the 2.03 s until the idle timeout ended the connection: a deadlock of flow control (RFC 9000 §4.6).',
    );
  });

  test('are unsaid where all of them have ended, and none where one goes on', () => {
    const ended = served(client().received('1RTT', { frames: [stream(0, 500, true)] }), 4, 1);
    const [finding] = find(timedOut(ended.wait(2000)));
    expect(finding).toMatchObject({ severity: 'info', variant: 'streams', confidence: 0.6 });
    expect(finding?.verdict).toContain(
      'All 2 bidirectional streams that the peer allows had been opened, and had ended, at 0.090 s; no STREAMS_BLOCKED was sent, and',
    );
    expect(find(timedOut(served(client(), 4, 1).wait(2000)))).toEqual([]);
    expect(
      find(
        timedOut(
          client()
            .received('1RTT', { frames: [stream(0, 500, true)] })
            .wait(2000),
        ),
      ),
    ).toEqual([]);
  });
});

test('a log without frames of streams is not judged', () => {
  const { notJudged } = runDetectors(new MadeConnection('server').received('1RTT').sent('1RTT').input(), [
    creditNotRenewed,
  ]);
  expect(notJudged[0]?.reason).toBe('no frames of streams are logged');
});
