/** Logs that are dense in something of streams, credit and requests, and what a peer sends. */
import { crypto, DenseLog, LONG_RTT_MS, SHORT_RTT_MS, stream, within } from './dense-log.ts';
import type { Made } from './made.ts';

export const STREAMS: Made = {
  'blocked frames': (n) =>
    within(LONG_RTT_MS, n, (log, i) =>
      log.sendFrames([
        { frame_type: 'data_blocked', limit: 1000 + i },
        { frame_type: 'stream_data_blocked', stream_id: 4 * (i % 500), limit: 1000 + i },
        { frame_type: 'streams_blocked', stream_type: 'bidirectional', limit: 10 + i },
      ]),
    ),
  'grants of credit': (n) =>
    within(LONG_RTT_MS, n, (log, i) => {
      log.sendFrames([stream(4 * (i % 300), 10 * i, 10), { frame_type: 'data_blocked', limit: 1000 + i }]);
      log.receive([
        { frame_type: 'max_data', maximum: 1001 + i },
        { frame_type: 'max_stream_data', stream_id: 4 * (i % 300), maximum: 100 + i },
        { frame_type: 'max_streams', stream_type: 'bidirectional', maximum: 10 + i },
      ]);
    }),
  'resets of streams': (n) =>
    within(LONG_RTT_MS, n, (log, i) => {
      log.sendFrames([
        stream(4 * i, 0, 100),
        { frame_type: 'reset_stream', stream_id: 4 * i, final_size: 100, error_code: 7 },
      ]);
      log.receive([{ frame_type: 'stop_sending', stream_id: 4 * i, error_code: 9 }]);
    }),
  streams: (n) => within(LONG_RTT_MS, n, (log, i) => log.sendFrames([stream(4 * i, 0, 1000, true)])),
  'streams that are open together': (n) => {
    const log = within(LONG_RTT_MS, n, (to, i) => to.sendFrames([stream(4 * i, 0, 100)]));
    for (let i = n - 1; i >= 0; i--) log.wait(1).sendFrames([stream(4 * i, 100, 100, true)]);
    return log.wait(10).ack([[0, log.next - 1]]);
  },
  'streams of the peer': (n) =>
    within(LONG_RTT_MS, n, (log, i) =>
      log
        .receive([stream(4 * i, 0, 1000, true)], 1200)
        .sendFrames([{ frame_type: 'ack', acked_ranges: [[0, i]] }]),
    ),
  'frames of one byte': (n) =>
    within(LONG_RTT_MS, n / 8, (log, i) =>
      log.sendFrames(Array.from({ length: 8 }, (_, k) => stream(4 * (k % 4), 8 * i + (7 - k), 1))),
    ),
  'gaps in a stream': (n) =>
    within(LONG_RTT_MS, n, (log, i) => {
      log.receive([stream(0, 2 * (n - i), 1)]).sendFrames([stream(0, 2 * (n - i), 1)]);
      if (i % 2 === 0) log.ack([[log.next - 1, log.next - 1]]);
    }),
  'packets received twice': (n) =>
    within(LONG_RTT_MS, n, (log, i) => {
      log.receive([stream(4, 100 * i, 100)], 1200).event('transport:packet_dropped', {
        trigger: 'duplicate',
        header: { packet_type: '1RTT', packet_number: i },
      });
    }),
  'bursts of the peer': (n) => {
    const log = new DenseLog('client').sendFrames([crypto()], { type: 'initial' }).wait(SHORT_RTT_MS);
    log.receive([crypto(), { frame_type: 'ack', acked_ranges: [[0, 0]] }], 1200, 'initial').rtt(SHORT_RTT_MS);
    for (let i = 0; i < n; i++) {
      log
        .wait(SHORT_RTT_MS)
        .receive([stream(0, 2000 * i, 1000)], 1200)
        .receive([stream(0, 2000 * i + 1000, 1000)], 1200);
      log.sendFrames([{ frame_type: 'ack', acked_ranges: [[0, 2 * i]] }], { length: 40 });
    }
    return log;
  },
  'packets of the peer that are lost': (n) =>
    within(SHORT_RTT_MS, n, (log, i) => {
      log.skip(1 + (i % 2)).receive([stream(4, 1000 * i, 1000)], 1200);
      if (i % 2 === 1) log.sendFrames([{ frame_type: 'ack', acked_ranges: [[0, i]] }], { length: 40 });
    }),
  requests: (n) =>
    within(LONG_RTT_MS, n, (log, i) => {
      const headers = [
        { name: ':method', value: 'GET' },
        { name: ':path', value: `/${i}` },
        { name: ':status', value: '200' },
      ];
      log.event('http:frame_parsed', { stream_id: 4 * i, frame: { frame_type: 'headers', headers } });
      log.event('http:frame_created', {
        stream_id: 4 * i,
        length: 900,
        frame: { frame_type: 'headers', headers },
      });
      log.event('http:frame_created', { stream_id: 4 * i, length: 900, frame: { frame_type: 'data' } });
      log.receive([stream(4 * i, 0, 60, true)]).sendFrames([stream(4 * i, 0, 900, true)]);
    }),
  'frames of one request': (n) =>
    within(LONG_RTT_MS, n, (log, i) => {
      log.event('http:frame_created', { stream_id: 0, length: 100, frame: { frame_type: 'data' } });
      log.event('http:priority_updated', { stream_id: 4 * i, new: 'u=1' });
      log.event('http:frame_parsed', {
        stream_id: 2,
        frame: { frame_type: 'priority_update', prioritized_element_id: 4 * i, priority_field_value: 'u=3' },
      });
    }),
};
