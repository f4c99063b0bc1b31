/** How a connection ended, as the records of stacks say it: frames of either side, the event, a Stateless Reset. */
import { expect, test } from 'vitest';
import { replayEvents, send, type TimedEvent } from '../../../../support/replay-events.ts';

const packet = (ms: number, side: 'sent' | 'received', frame: object): TimedEvent => [
  ms,
  `quic:packet_${side}`,
  { header: { packet_type: '1RTT', packet_number: ms }, raw: { length: 45 }, frames: [frame] },
];
const close = (more: object) => ({ frame_type: 'connection_close', ...more });
const closed = (ms: number, data: object): TimedEvent => [ms, 'quic:connection_closed', data];

function endOf(...events: readonly TimedEvent[]) {
  const { termination } = replayEvents([send(0, 0), ...events]);
  if (termination === null) return null;
  const { how, by, space, code, timeUs } = termination;
  return [how, by, space, code, timeUs / 1000];
}

// What quiche 0.30 and 0.24, aioquic, neqo, noq, kwik and quic-go write.
test.each<[string, TimedEvent, readonly unknown[]]>([
  [
    'an application of the peer',
    packet(
      7,
      'received',
      close({ error_space: 'application', error: 'unknown', error_code: 256, reason: 'x' }),
    ),
    ['close', 'remote', 'application', 256, 7],
  ],
  [
    'an application of the peer, in old words',
    packet(7, 'received', close({ error_space: 'application_error', error_code: 256, error_code_value: 0 })),
    ['close', 'remote', 'application', 256, 7],
  ],
  [
    'an error by its name',
    packet(7, 'sent', close({ error_space: 'transport', error: 'no_error', reason: '' })),
    ['close', 'local', 'transport', 0, 7],
  ],
  [
    'a raw code without a space',
    packet(7, 'sent', close({ raw_error_code: 298, trigger_frame_type: 6 })),
    ['close', 'local', 'unknown', 298, 7],
  ],
  [
    'the frame of early drafts',
    packet(7, 'received', { frame_type: 'application_close', error_code: '0' }),
    ['close', 'remote', 'application', 0, 7],
  ],
  ['a frame that says nothing', packet(7, 'sent', close({})), ['close', 'local', 'unknown', Number.NaN, 7]],
  [
    'the event with a code of the application',
    closed(7, { owner: 'remote', application_code: 256 }),
    ['close', 'remote', 'application', 256, 7],
  ],
  [
    'the event with its code beside an unknown name',
    closed(7, { initiator: 'local', application_error: 'unknown', error_code: 0 }),
    ['close', 'local', 'application', 0, 7],
  ],
  [
    'the event with a transport error',
    closed(7, { initiator: 'remote', connection_error: 'protocol_violation' }),
    ['close', 'remote', 'transport', 10, 7],
  ],
  [
    'the event with the number of a TLS alert in its name',
    closed(7, { initiator: 'remote', connection_error: 'crypto_error_0x178' }),
    ['close', 'remote', 'transport', 0x178, 7],
  ],
  [
    'an idle timeout',
    closed(7, { owner: 'local', trigger: 'idle_timeout' }),
    ['idle-timeout', 'local', 'unknown', Number.NaN, 7],
  ],
  [
    'a trigger that is a close',
    closed(7, { trigger: 'clean' }),
    ['close', 'unknown', 'unknown', Number.NaN, 7],
  ],
  [
    'a Stateless Reset',
    [7, 'quic:packet_received', { header: { packet_type: 'stateless_reset' }, raw: { length: 43 } }],
    ['stateless-reset', 'remote', 'unknown', Number.NaN, 7],
  ],
])('%s ends a connection', (_, event, end) => {
  expect(endOf(event)).toEqual(end);
});

test('the first record counts, and a log without one is still open', () => {
  const answered = [
    packet(5, 'received', close({ error_space: 'application', error_code: 1 })),
    packet(6, 'sent', close({ error_space: 'transport', error_code: 0 })),
    closed(9, { trigger: 'idle_timeout' }),
  ];
  expect(endOf(...answered)).toEqual(['close', 'remote', 'application', 1, 5]);
  expect(endOf(packet(5, 'received', { frame_type: 'reset_stream', error_code: 256 }))).toBeNull();
});
