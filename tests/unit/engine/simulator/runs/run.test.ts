/** Whole runs: the incident and its repairs, what a run tells of itself, several flows. What holds for any is a property. */
import { describe, expect, test } from 'vitest';
import {
  type ControllerSettings,
  createController,
} from '../../../../../src/engine/sender/congestion/controller-settings.ts';
import { type RunSettings, simulate } from '../../../../../src/engine/simulator/runs/run.ts';
import { isTrapped } from '../../../../../src/engine/simulator/runs/trap-watch.ts';
import { CLIENT, DATAGRAM_BYTES, flowOf, incident, runOf, SERVER } from '../../../../support/simulated.ts';
import { traceOf } from '../../../../support/simulated-trace.ts';

const SEEDS = Array.from({ length: 20 }, (_, i) => i + 1);
const NEWRENO: ControllerSettings = { name: 'newreno' };
const PLAIN = { delayMs: 10 };
/** Of the server in `simulated.ts`. */
const SERVER_TURNAROUND_MS = 0.04;
const CLIENT_TURNAROUND_MS = 0.02;

/** 100 kB over a plain path. */
const short = (changes: Parameters<typeof flowOf>[1] = {}, link = PLAIN): RunSettings =>
  runOf(flowOf(NEWRENO, { writes: [{ atMs: 0, bytes: 100_000 }], ...changes }), link, 1);

describe('the incident', () => {
  const trappedSeeds = (controller: ControllerSettings): readonly number[] =>
    SEEDS.filter((seed) => simulate(incident(controller, seed)).flows[0]?.traps.some(isTrapped));

  test('traps CUBIC that counts idle time from its last send, in most runs', () => {
    expect(trappedSeeds({ name: 'cubic', idleRule: 'shift-from-last-send' }).length).toBeGreaterThanOrEqual(
      10,
    );
  });

  test.each<ControllerSettings>([
    { name: 'cubic', idleRule: 'shift-from-last-activity' },
    { name: 'cubic', idleRule: 'shift-epoch-only' },
    { name: 'cubic', idleRule: 'none' },
    NEWRENO,
  ])('does not trap $name $idleRule, and all data comes', (controller) => {
    const outcomes = SEEDS.map((seed) => simulate(incident(controller, seed)));
    expect(outcomes.filter(({ flows }) => flows[0]?.traps.some(isTrapped))).toEqual([]);
    expect(outcomes.map(({ flows }) => flows[0]?.readBytes)).toEqual(SEEDS.map(() => 10e6));
  });

  test('leaves a trapped sender at its window for seconds, and its data undelivered', () => {
    const { flows, endMs } = simulate(incident({ name: 'cubic', idleRule: 'shift-from-last-send' }, 4));
    const trap = flows[0]?.traps.find(isTrapped);
    expect(flows[0]?.completedMs).toBeNaN();
    expect(endMs).toBe(10_000);
    expect(flows[0]?.readBytes).toBeLessThan(5e6);
    expect((trap?.toUs ?? 0) - (trap?.fromUs ?? 0)).toBeGreaterThan(5e6);
    expect(trap?.cwndBytes).toBeLessThan(10 * DATAGRAM_BYTES);
  });

  test('meets every controller with the same losses of the first packets', () => {
    const lostOf = (controller: ControllerSettings): readonly string[] =>
      traceOf(simulate({ ...incident(controller, 3), limitMs: 500 }, { traced: 0 }).traces?.sender ?? '')
        .lost;
    // Until the first reduction all grow alike.
    expect(lostOf({ name: 'cubic', idleRule: 'none' }).slice(0, 4)).toEqual(lostOf(NEWRENO).slice(0, 4));
  });
});

describe('what a run tells', () => {
  test('of a path without losses: times, packets, and nothing lost', () => {
    const { flows, down, up, endMs, seed } = simulate(short());
    const [flow] = flows;
    // 2.5 round trips to the first data; the window of 10 doubles twice; the last bytes travel, and the close back.
    expect(endMs).toBeCloseTo((flow?.completedMs ?? 0) + PLAIN.delayMs + CLIENT_TURNAROUND_MS, 6);
    expect(flow?.completedMs).toBeGreaterThan(80);
    expect(flow?.completedMs).toBeLessThan(121);
    expect(flow).toMatchObject({ readBytes: 100_000, lostPackets: 0, spuriousPackets: 0, reductions: 0 });
    expect(flow).toMatchObject({ timeouts: 0, persistentCongestions: 0, traps: [] });
    // 77 packets of data, 1 that ends the handshake with data in it, and those of the handshake.
    expect(flow?.sentPackets).toBeGreaterThanOrEqual(77 + 3);
    expect(flow?.sentPackets).toBeLessThan(77 + 8);
    expect([down.lost, up.lost]).toEqual([
      { random: 0, policed: 0, limited: 0, queue: 0 },
      { random: 0, policed: 0, limited: 0, queue: 0 },
    ]);
    expect(down.delivered + down.inside).toBe(down.taken);
    expect(seed).toBe(1);
  });

  test('a run that does not come to its end is over at its limit', () => {
    const { flows, endMs } = simulate({ ...short(), limitMs: 90 });
    expect(endMs).toBe(90);
    expect(flows[0]?.completedMs).toBeNaN();
    expect(flows[0]?.readBytes).toBeLessThan(100_000);
    expect(flows[0]?.readBytes).toBeGreaterThan(0);
  });

  test('the initial window is 10 datagrams, or by RFC 9002 §7.2, or as set', () => {
    const firstOf = (changes: Parameters<typeof flowOf>[1]): number | undefined =>
      simulate(short(changes), { samples: 3 }).flows[0]?.samples.windowBytes[0];
    expect(firstOf({})).toBe(13_500);
    expect(firstOf({ initialDatagrams: 32 })).toBe(43_200);
    const { initialDatagrams: _, ...flow } = flowOf(NEWRENO, {
      server: { ...SERVER, datagramBytes: 1500 },
      writes: [{ atMs: 0, bytes: 1000 }],
    });
    expect(simulate(runOf(flow, PLAIN, 1), { samples: 1 }).flows[0]?.samples.windowBytes[0]).toBe(14_720);
  });

  test('samples of the window lie evenly over the limit, and the last window stays', () => {
    const settings = { ...short(), limitMs: 400 };
    const windowBytes = [...(simulate(settings, { samples: 401 }).flows[0]?.samples.windowBytes ?? [])];
    const { sender } = simulate(settings, { traced: 0 }).traces ?? { sender: '' };
    const due = new Array<number>(401).fill(13_500);
    for (const { time, data } of traceOf(sender).records)
      if (data.congestion_window !== undefined) due.fill(data.congestion_window, Math.ceil(time));
    expect(windowBytes).toEqual(due);
    expect(new Set(windowBytes).size).toBeGreaterThan(3);
    expect(simulate(settings).flows[0]?.samples.windowBytes).toEqual(new Float32Array(0));
  });

  test('packet events count packets and the events of the queue', () => {
    const { packetEvents, down, up } = simulate(short());
    const packets = down.taken + up.taken + down.delivered + up.delivered;
    expect(packetEvents).toBeGreaterThan(packets);
    expect(packetEvents).toBeLessThan(3 * packets);
  });

  test('the data goes up where the client sends it', () => {
    const { flows, down, up } = simulate(short({ isUpload: true }));
    expect(flows[0]?.readBytes).toBe(100_000);
    expect(up.deliveredBytes).toBeGreaterThan(100_000);
    expect(down.deliveredBytes).toBeLessThan(20_000);
  });

  test('a flow begins at its time, and its own line adds to the delay both ways', () => {
    const one = simulate(short({ writes: [{ atMs: 0, bytes: 1000 }] })).endMs;
    expect(simulate(short({ writes: [{ atMs: 0, bytes: 1000 }], startMs: 70 })).endMs).toBeCloseTo(
      one + 70,
      6,
    );
    // Five ways of the path to the end: hello, answer, request, data, close; the first takes two packets at once.
    const far = simulate(short({ writes: [{ atMs: 0, bytes: 1000 }], accessDelayMs: 5 })).endMs;
    expect((far - one) / 5).toBeCloseTo(5, 6);
  });
});

describe('a connection that exists', () => {
  const RTT = { latestUs: 21_000, minUs: 20_000, smoothedUs: 22_000, variationUs: 500 };
  const resumed = (options: Parameters<typeof simulate>[1] = {}) =>
    simulate(short({ startMs: 500, resumes: RTT }), { traced: 0, ...options });

  test('has no handshake: its data leaves at once, and only packets of the application do', () => {
    const { traces, flows } = resumed();
    const { records } = traceOf(traces?.sender ?? '');
    const sent = records.filter(({ name }) => name === 'quic:packet_sent');
    expect(sent[0]?.time).toBe(500 + SERVER_TURNAROUND_MS);
    expect(sent.filter(({ data }) => data.header?.packet_type !== '1RTT')).toEqual([]);
    expect(flows[0]?.readBytes).toBe(100_000);
  });

  test('goes on with its estimate of the RTT', () => {
    const { records } = traceOf(resumed().traces?.sender ?? '');
    const [first] = records.filter(({ name }) => name === 'recovery:metrics_updated');
    expect(first?.data).toMatchObject({ smoothed_rtt: 22, min_rtt: 20, rtt_variance: 0.5 });
  });

  test('goes on with a controller as it stands', () => {
    const controller = createController(NEWRENO, DATAGRAM_BYTES, 10 * DATAGRAM_BYTES);
    controller.restart({
      nowUs: 400_000,
      priorCwndBytes: 8 * DATAGRAM_BYTES,
      cwndBytes: 4 * DATAGRAM_BYTES,
      ssthreshBytes: 4 * DATAGRAM_BYTES,
    });
    const { flows } = resumed({ controller });
    const slow = (flows[0]?.completedMs ?? 0) - 500;
    const fast = (resumed().flows[0]?.completedMs ?? 0) - 500;
    // 74 packets: 4, 5, 6 … per round trip of avoidance against 10, 20, 40 and the rest of slow start.
    expect(Math.round(slow / fast)).toBeGreaterThanOrEqual(2);
    expect(controller.cwndBytes).toBeGreaterThan(8 * DATAGRAM_BYTES);
  });

  test('tells what the sender knows to have arrived, as it rises', () => {
    const told: (readonly [number, number])[] = [];
    resumed({ onAcked: (bytes, nowUs) => told.push([bytes, nowUs]) });
    const bytes = told.map(([acked]) => acked);
    expect(bytes).toEqual([...bytes].sort((a, b) => a - b));
    expect(told[0]?.[1]).toBeGreaterThanOrEqual(520_000);
    // The close brings the last ACK.
    expect(bytes.at(-1)).toBe(100_000);
  });
});

describe('traces', () => {
  test('none without being asked for', () => {
    expect(simulate(short()).traces).toBeNull();
  });

  test('those of both ends of the flow that is named, and of no other', () => {
    const path = { delayMs: 10, rateMbit: 10, bufferBytes: 50_000 };
    const flows = [60_000, 20_000].map((bytes) => flowOf(NEWRENO, { writes: [{ atMs: 0, bytes }] }));
    const { traces } = simulate({ seed: 1, limitMs: 5000, down: path, up: path, flows }, { traced: 1 });
    const ends = (text: string): number => Math.max(...traceOf(text).sentEnds.map(({ end }) => end));
    expect(ends(traces?.sender ?? '')).toBe(20_000);
    expect(ends(traces?.receiver ?? '')).toBe(124);
    expect(traceOf(traces?.receiver ?? '').received.length).toBeGreaterThan(15);
  });

  test('the sender of an upload is the client', () => {
    const words = { title: 'an upload', description: 'of 100 kB' };
    const { sender, receiver } = simulate(short({ isUpload: true }), { traced: 0, words }).traces ?? {
      sender: '',
      receiver: '',
    };
    const headOf = (text: string): unknown => JSON.parse(text.split('\x1e')[1] ?? '');
    const trace = (type: string): unknown => ({ trace: { vantage_point: { type } } });
    expect(headOf(sender)).toMatchObject({ ...words, ...(trace('client') as object) });
    expect(headOf(receiver)).toMatchObject({ ...words, ...(trace('server') as object) });
  });
});

describe('several flows over one path', () => {
  const path = { delayMs: 10, rateMbit: 8, bufferBytes: 30_000 };
  const pair = (changes: Parameters<typeof flowOf>[1][]): RunSettings => ({
    seed: 1,
    limitMs: 60_000,
    down: path,
    up: path,
    flows: changes.map((one) => flowOf(NEWRENO, { writes: [{ atMs: 0, bytes: 1e6 }], ...one })),
  });

  test('all come to their end, no faster than the path', () => {
    const { flows, down, endMs } = simulate(pair([{}, { startMs: 200 }]));
    expect(flows.map(({ readBytes }) => readBytes)).toEqual([1e6, 1e6]);
    expect(endMs).toBeGreaterThan(Math.max(...flows.map(({ completedMs }) => completedMs)) + path.delayMs);
    expect(down.deliveredBytes).toBeLessThanOrEqual(endMs * 1000);
    // A byte per µs: the path is busy all the time.
    expect(endMs).toBeLessThan(2600);
    expect(down.lost.queue).toBeGreaterThan(0);
  });

  test('each has a share of it, and is slower than alone', () => {
    const alone = simulate(pair([{}])).flows[0]?.completedMs ?? 0;
    const both = simulate(pair([{}, {}])).flows.map(({ completedMs }) => completedMs);
    expect(Math.min(...both)).toBeGreaterThan(1.4 * alone);
    expect(Math.max(...both)).toBeLessThan(2.4 * alone);
  });

  test('downloads and uploads go side by side', () => {
    const { flows, down, up } = simulate(pair([{}, { isUpload: true }]));
    expect(flows.map(({ readBytes }) => readBytes)).toEqual([1e6, 1e6]);
    expect([down.deliveredBytes > 1e6, up.deliveredBytes > 1e6]).toEqual([true, true]);
  });
});

describe('flow control', () => {
  test('what is under way and not read never exceeds the window', () => {
    const receiveWindowBytes = 15_000;
    const settings = short({
      client: { ...CLIENT, receiveWindowBytes },
      writes: [{ atMs: 0, bytes: 400_000 }],
    });
    const { traces, flows } = simulate(settings, { traced: 0 });
    const [sent, received] = [traceOf(traces?.sender ?? ''), traceOf(traces?.receiver ?? '')];
    expect(flows[0]?.readBytes).toBe(400_000);
    expect(Math.max(...sent.sentEnds.map(({ end, credit }) => end - credit))).toBe(0);
    // Nothing is lost, so that what came is read: a byte leaves no sooner than when 15,000 before it were.
    const readAt: { time: number; bytes: number }[] = [];
    for (const { name, time, data } of received.records)
      for (const frame of name === 'quic:packet_received' ? (data.frames ?? []) : [])
        if (frame.frame_type === 'stream')
          readAt.push({ time, bytes: (frame.offset ?? 0) + (frame.length ?? 0) });
    const unread = sent.records.flatMap(({ name, time, data }) =>
      (name === 'quic:packet_sent' ? (data.frames ?? []) : [])
        .filter(({ frame_type }) => frame_type === 'stream')
        .map(({ offset = 0, length = 0 }) => {
          const read = readAt.findLast((one) => one.time <= time)?.bytes ?? 0;
          return offset + length - read;
        }),
    );
    expect(Math.max(...unread)).toBeLessThanOrEqual(receiveWindowBytes);
    expect(Math.max(...unread)).toBeGreaterThan(receiveWindowBytes / 2);
  });
});
