/** Windows that are flat while a pacer holds the sender; applications that write evenly, and windows that are configured, look alike. */
import { describe, expect, test } from 'vitest';
import { DetectInput } from '../../../../../src/engine/findings/rule/rule-input.ts';
import { pacedFlatWindow } from '../../../../../src/engine/findings/rules/paced-flat-window.ts';
import { runDetectors } from '../../../../support/held-detectors.ts';
import { loadBytes } from '../../../../support/load.ts';

const RTT = 80;
const DATAGRAM = 1250;

interface Paced {
  readonly ms?: number;
  readonly gapMs?: number;
  /** Of the packet with a number. */
  readonly sizeOf?: (packet: number) => number;
  /** When it is sent beyond its time, ms. */
  readonly lateMs?: (packet: number) => number;
  /** By ms: metrics that are logged beside the window of 12,500 B. */
  readonly metrics?: ReadonlyMap<number, object>;
  /** The window at first. */
  readonly firstWindow?: number;
  readonly ssthresh?: number;
}

/** One packet each 12 ms from 100 ms on, each acknowledged after 80 ms; the window is 12,500 B from 200 ms on. */
function paced({
  ms = 4000,
  gapMs = 12,
  sizeOf = () => DATAGRAM,
  lateMs = () => 0,
  metrics = new Map(),
  firstWindow = 12_500,
  ssthresh = 12_500,
}: Paced = {}): DetectInput {
  const events: { readonly time: number; readonly name: string; readonly data: object }[] = [];
  const add = (time: number, name: string, data: object): number => events.push({ time, name, data });
  const header = (packet_number: number): object => ({ packet_type: '1RTT', packet_number });
  const rtts = { smoothed_rtt: RTT, latest_rtt: RTT, min_rtt: RTT };
  add(99, 'recovery:metrics_updated', { ...rtts, congestion_window: firstWindow, ssthresh });
  add(200, 'recovery:metrics_updated', { congestion_window: 12_500 });
  for (const [time, data] of metrics) add(time, 'recovery:metrics_updated', data);
  for (let [packet, offset] = [0, 0]; packet * gapMs < ms; packet++) {
    const [time, length] = [100 + packet * gapMs + lateMs(packet), sizeOf(packet)];
    const frame = { frame_type: 'stream', stream_id: 0, offset, length: length - 30 };
    add(time, 'transport:packet_sent', { header: header(packet), raw: { length }, frames: [frame] });
    offset += length - 30;
    const frames = [{ frame_type: 'ack', acked_ranges: [[0, packet]] }];
    add(time + RTT + 0.2, 'transport:packet_received', {
      header: header(packet),
      raw: { length: 40 },
      frames,
    });
  }
  const records = [
    { qlog_version: '0.3', qlog_format: 'JSON-SEQ', trace: { vantage_point: { type: 'server' } } },
    ...events.sort((a, b) => a.time - b.time),
  ];
  const text = records.map((one) => `\x1e${JSON.stringify(one)}\n`).join('');
  return new DetectInput(loadBytes(new TextEncoder().encode(text)).pipeline.state);
}

const find = (made: Paced = {}) => runDetectors(paced(made), [pacedFlatWindow]).findings;
const holds = (made: Paced, row: string) => {
  const [finding] = find(made);
  return finding?.evidence.find(({ id }) => id === row)?.holds ?? false;
};

describe('a window that is flat while its pacer holds the sender', () => {
  test('is said with what is sent, and what is in flight', () => {
    const [finding, ...more] = find();
    expect(more).toEqual([]);
    expect(finding).toMatchObject({ variant: 'even', confidence: 0.7 });
    expect(finding?.verdict).toMatch(
      /^The window \(cwnd\) stayed at 12,500 B \(10 packets\) for 4\.08 s, 50 round trips, without a loss, while pacing, not the application, held the sender for .* %/,
    );
    expect(finding?.verdict).toContain('1,250 B every 12.0 ms');
    expect(finding?.verdict).toContain('with 8,750 B in flight at most (the median round trip)');
  });

  test('must last for twenty round trips', () => {
    const untilMs = (end: number) =>
      find({ metrics: new Map([[end, { congestion_window: 13_000 }]]), ms: 2600 }).length;
    expect([untilMs(1690), untilMs(1710)]).toEqual([0, 1]);
  });

  test('is none where it grew up to the largest of the trace, which may be configured', () => {
    expect(find({ firstWindow: 12_000 })).toEqual([]);
    const shrunk = new Map([[3990, { congestion_window: 15_000 }]]);
    expect(find({ firstWindow: 12_000, metrics: shrunk })).toHaveLength(1);
  });

  test('is none where the window is full once in more than a twentieth of the round trips', () => {
    expect(find({ gapMs: 7.5 })).toEqual([]);
  });

  test('is none where nothing shows that losses set the window', () => {
    const estimate = paced({
      ssthresh: Number.MAX_SAFE_INTEGER * 4,
      metrics: new Map([[150, { congestion_window: 13_000 }]]),
    });
    const [finding] = runDetectors(estimate, [pacedFlatWindow]).findings;
    expect(finding?.evidence.find(({ id }) => id === 'controller')?.holds ?? false).toBe(false);
  });
});

describe('that it is the pacer', () => {
  test('shows by full datagrams, where four in five bytes are such', () => {
    const full = (number: number) =>
      find({ sizeOf: (packet) => (packet % 100 < number ? DATAGRAM : 1150) }).length;
    expect([full(76), full(82)]).toEqual([0, 1]);
  });

  test('shows by even sends, for four fifths of the time', () => {
    const even = (number: number) =>
      find({ lateMs: (packet) => (packet % 50 < number ? 0 : (packet % 2) * 5) }).length;
    expect([even(36), even(42)]).toEqual([0, 1]);
  });

  // 104 kB per second are sent.
  test('shows by its logged rate, of which 80 % at least are sent', () => {
    const logged = (pacing_rate: number) =>
      holds({ metrics: new Map([[100, { pacing_rate }]]), lateMs: (packet) => (packet % 2) * 5 }, 'pacer');
    expect([logged(8 * 132_000), logged(8 * 126_000)]).toEqual([false, true]);
  });
});
