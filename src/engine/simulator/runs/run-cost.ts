/**
 * What a run costs at most, derived from its settings before it is made: packets, time of a core, memory. A flow sends no more than it has, than its
 * link lets through, than its host sends one by one, and, where none of these is a limit, than its window grows to.
 *
 * Calibrated with Node.js 20 on two cores of an Intel Xeon (Chromium's engine is the same): each run alone in a process that had run another one to be warm, CPU
 * time by `process.cpuUsage`, memory by what `maxRSS` rose. Packets sent, s and MB, and the estimates of them:
 *
 * | run | packets | s | MB |
 * |---|---|---|---|
 * | incident, fixed: 100 MB, 1 Gbit/s | 76,380; 109,051 | 0.18; 0.20 | 4; 25 |
 * | idle-burst, uninterrupted: 27 s at 50 ms | 519,393; 560,302 | 0.92; 1.08 | 31; 30 |
 * | buffers, cubic-1: 120 s | 222,221; 266,963 | 0.39; 0.39 | 10; 20 |
 * | buffers, newreno-4: 500 Mbit/s, 30 s | 1,384,705; 1,685,185 | 2.24; 2.91 | 38; 43 |
 * | buffers, cubic-1: 1 Gbit/s, 500 ms | 1,384,061; 2,407,407 | 4.65; 7.10 | 267; 251 |
 * | two-flows, cubic-cubic: 1 Gbit/s, 500 ms, 10 BDP | 2,038,376; 3,240,741 | 5.82; 11.83 | 755; 1,293 |
 * | response, CUBIC at 100 ms: 10^−7 | 359,284; 431,041 | 0.52; 0.63 | 4; 20 |
 * | paper-9, cubic-16 | 194,689; 247,190 | 0.85; 0.72 | 27; 21 |
 * | paper-4: 1 Gbit/s, grain 1, 20 s, 10 BDP | 1,958,977; 2,440,000 | 5.05; 9.09 | 505; 570 |
 * | nginx, 100-cubic-rate-3 | 366,519; 418,994 | 1.02; 0.76 | 74; 51 |
 * | late-host, 0.1 ms, 100 µs: 1 Gbit/s, 20 s | 1,296,438; 2,222,259 | 1.24; 3.22 | 9; 20 |
 *
 * With traces of both ends: 26 to 40 µs and 4.1 kB of memory for each packet of the traced flow. Runs that a spiral or a late host holds down send a fraction
 * of what is estimated; over the variants of each scenario it is 1 to 3 times what is sent (`run-cost.test.ts`).
 */
import type { ControllerSettings } from '../../sender/congestion/controller-settings';
import {
  responseCubic2008,
  responseHstcp,
  responseStandardTcp,
} from '../../sender/congestion/response-functions';
import type { BackgroundSettings } from './background';
import { meanOf } from './distribution';
import { OVERHEAD_BYTES } from './endpoint';
import { bandwidthDelayBytes, bytesPerUs, type LinkSettings } from './link-settings';
import type { FlowSettings, RunSettings } from './run';

export interface RunCost {
  /** Data packets that all flows send, at most. */
  readonly packets: number;
  /** Of one core. */
  readonly seconds: number;
  /** Of memory, while it runs. */
  readonly bytes: number;
}

/** Sent again, in parts of the packets: where none is lost but by a full queue, and at most. */
const SENT_AGAIN = 0.2;
const MOST_AGAIN = 1;
/** Slow start ends when so many times what link and buffer hold was sent. */
const OVERSHOOT = 2;
/** Time of a core for a data packet with all that is done for it, for each ACK, for a line of its own to the shared path both ways, for a packet of others, µs. */
const PACKET_US = 1.1;
const ACK_US = 0.7;
const ACCESS_US = 0.7;
const OTHERS_US = 1.1;
/** More for each packet of a large window, whose packets outlive a young generation of the heap: all of it from so many packets on. */
const LARGE_US = 1.5;
const LARGE_PACKETS = 50_000;
/** A packet on its way, in the sender's and the receiver's books, with what is left of former ones until it is collected; and of any run. */
const FLIGHT_BYTES = 2500;
const RUN_BYTES = 20e6;
/** Of a packet in the traces of both ends: their text, twice while it is joined, and what JSON leaves to be collected. */
const TRACED_BYTES = 4300;
const TRACED_US = 30;
/** Text of the sender's trace for each packet that it sends, at least. */
const TRACE_TEXT_BYTES = 300;

/** Of packets of others: what a datagram of theirs has, about, where it may have more. */
const ROUND_BYTES = 4500;
/** A window under loss is at most so many times its mean. */
const LOSSY_WINDOWS = 1.5;
const UNLIMITED = Number.POSITIVE_INFINITY;
const UNBOUNDED = { packets: UNLIMITED, flight: UNLIMITED };
/** Pieces of time over which a window without another limit is followed. */
const PIECES = 200;
/** CUBIC (RFC 9438 §4.2, §4.6): C, segments per s³, and what a reduction leaves. */
const CUBIC_C = 0.4;
const CUBIC_BETA = 0.7;

/** What one run costs without traces. */
export function runCost(settings: RunSettings): RunCost {
  const { flows, down, up, background, limitMs } = settings;
  let [packets, seconds, flight] = [0, 0, 0];
  for (const uploads of [false, true]) {
    const group = flows.filter(({ isUpload }) => isUpload === uploads);
    if (group.length === 0) continue;
    const link = uploads ? up : down;
    const bounds = group.map((flow) => boundsOf(flow, settings, link));
    const wanted = sumOf(bounds, (one) => one.packets);
    const through = throughLink(link, settings, group);
    const sent = Math.min(wanted, through.packets);
    packets += sent;
    flight += Math.min(
      sent,
      sumOf(bounds, (one) => one.flight),
      through.flight,
    );
    seconds += (sent / group.length / 1e6) * sumOf(group, (flow) => packetUs(flow, settings));
  }
  for (const others of [background?.down, background?.up])
    if (others) seconds += (othersPackets(others, limitMs) * OTHERS_US) / 1e6;
  seconds += (packets * LARGE_US * Math.min(1, flight / LARGE_PACKETS)) / 1e6;
  return { packets, seconds, bytes: RUN_BYTES + flight * FLIGHT_BYTES };
}

/** What one run costs with the traces of its first flow, whose text is given up beyond `mostBytes` of one end. */
export function tracedRunCost(settings: RunSettings, mostBytes: number): RunCost {
  const { packets, seconds, bytes } = runCost(settings);
  const { length } = settings.flows;
  // Of several flows the first may have more than its share.
  const ofFirst = length === 1 ? packets : Math.min(packets, (2 * packets) / length);
  const traced = Math.min(ofFirst, mostBytes / TRACE_TEXT_BYTES);
  const share = ofFirst > 0 ? traced / ofFirst : 1;
  return {
    packets: packets * share,
    seconds: seconds * share + (traced * TRACED_US) / 1e6,
    bytes: bytes + traced * TRACED_BYTES,
  };
}

/** Of packets: how many are sent, and how many are on their way at once. */
interface Bounds {
  readonly packets: number;
  readonly flight: number;
}

function sumOf<T>(all: readonly T[], value: (one: T) => number): number {
  return all.reduce((sum, one) => sum + value(one), 0);
}

const senderOf = ({ isUpload, client, server }: FlowSettings): FlowSettings['server'] =>
  isUpload ? client : server;
const receiverOf = ({ isUpload, client, server }: FlowSettings): FlowSettings['server'] =>
  isUpload ? server : client;

function packetUs(flow: FlowSettings, { flows, down, up }: RunSettings): number {
  const hasLine =
    flows.length > 1 || flow.accessDelayMs > 0 || down.queue === 'codel' || up.queue === 'codel';
  return PACKET_US + ACK_US / receiverOf(flow).ackEvery + (hasLine ? ACCESS_US : 0);
}

/** Packets of others: those of a round of a transfer come in few datagrams (background.ts). */
function othersPackets({ rateMbit, datagramBytes }: BackgroundSettings, limitMs: number): number {
  return (bytesPerUs(rateMbit) * limitMs * 1000) / Math.min(datagramBytes, ROUND_BYTES);
}

/** What all flows of a direction can bring through its link. */
function throughLink(
  link: LinkSettings,
  { limitMs, down, up }: RunSettings,
  group: readonly FlowSettings[],
): Bounds {
  const { rateMbit, rateSteps = [], bufferBytes, policer } = link;
  if (rateMbit == null) return { packets: UNLIMITED, flight: UNLIMITED };
  const datagramBytes = Math.min(...group.map((flow) => senderOf(flow).datagramBytes));
  const steps = [{ fromMs: 0, rateMbit }, ...rateSteps];
  const limitsMbit = steps.map((step) => Math.min(step.rateMbit, policer?.rateMbit ?? UNLIMITED));
  const sent = sumOf(steps, ({ fromMs }) => {
    const i = steps.findIndex((step) => step.fromMs === fromMs);
    const toMs = Math.min(limitMs, steps[i + 1]?.fromMs ?? limitMs);
    return bytesPerUs(limitsMbit[i]) * Math.max(0, toMs - fromMs) * 1000;
  });
  const rttMs = down.delayMs + up.delayMs + 2 * Math.max(...group.map((flow) => flow.accessDelayMs));
  const mostMbit = Math.max(...steps.map((step) => step.rateMbit));
  const held = bandwidthDelayBytes(mostMbit, rttMs) + (bufferBytes ?? UNLIMITED);
  const credit = sumOf(group, (flow) => receiverOf(flow).receiveWindowBytes ?? UNLIMITED);
  const flight = Math.min(held, credit) / datagramBytes;
  const beyond = Math.min(sent, OVERSHOOT * (Math.min(held, credit) + (policer?.bucketBytes ?? 0)));
  return { packets: ((1 + SENT_AGAIN) * sent + beyond) / datagramBytes, flight };
}

/** What one flow can send by itself. */
function boundsOf(flow: FlowSettings, settings: RunSettings, link: LinkSettings): Bounds {
  const { datagramBytes, host } = senderOf(flow);
  const offered = sumOf(flow.writes, ({ bytes }) => bytes) / (datagramBytes - OVERHEAD_BYTES);
  const gapUs = meanOf(host.gapUs ?? 0);
  const byHost = gapUs > 0 ? ((settings.limitMs - flow.startMs) * 1000) / gapUs : UNLIMITED;
  const byWindow = link.rateMbit == null ? windowBounds(flow, settings, link) : UNBOUNDED;
  const lost = Math.max(0, ...lossesOf(link).map(({ share }) => share));
  const again = Math.min(MOST_AGAIN, Math.max(SENT_AGAIN, lost / (1 - lost)));
  return {
    packets: Math.max(0, Math.min((1 + again) * offered, byHost, byWindow.packets)),
    flight: Math.min(offered, byWindow.flight, hostFlight(gapUs, flow, settings, link)),
  };
}

/** What a host can have on the way that sends a packet each `gapUs`: a round trip of them, and what waits before a link that is slower. */
function hostFlight(
  gapUs: number,
  flow: FlowSettings,
  { limitMs, down, up, flows }: RunSettings,
  link: LinkSettings,
): number {
  if (gapUs === 0) return UNLIMITED;
  const tripMs = sumOf(
    [down, up],
    ({ delayMs, jitterMs = 0, gridMs = 0, reordering }) =>
      delayMs + jitterMs + gridMs + (reordering?.delayMs ?? 0),
  );
  const perMs = 1000 / gapUs;
  const leavePerMs =
    link.rateMbit == null ? UNLIMITED : (bytesPerUs(link.rateMbit) * 1000) / senderOf(flow).datagramBytes;
  // Flows that share the link have less of it each.
  const waiting = Math.max(0, perMs - leavePerMs / flows.length) * limitMs;
  return OVERSHOOT * perMs * (tripMs + 2 * flow.accessDelayMs) + waiting;
}

/** What the window of a flow lets it send over a path without a rate. */
function windowBounds(flow: FlowSettings, settings: RunSettings, link: LinkSettings): Bounds {
  const { limitMs, down, up } = settings;
  const rttMs = down.delayMs + up.delayMs + 2 * flow.accessDelayMs;
  const most = Math.min(
    (receiverOf(flow).receiveWindowBytes ?? UNLIMITED) / senderOf(flow).datagramBytes,
    OVERSHOOT * (link.packetLimit ?? UNLIMITED),
  );
  const stepMs = (limitMs - flow.startMs) / PIECES;
  const losses = lossesOf(link);
  let [packets, flight] = [0, 0];
  for (let i = 0; i < PIECES; i++) {
    const atMs = (i + 0.5) * stepMs;
    if (flow.pauses?.some(({ fromMs, toMs }) => atMs >= fromMs && atMs < toMs)) continue;
    const window = Math.min(most, windowAt(flow, { atMs, rttMs, losses }));
    packets += (window * stepMs) / rttMs;
    flight = Math.max(flight, window);
  }
  return { packets, flight };
}

interface LossTime {
  readonly fromMs: number;
  readonly toMs: number;
  /** Of the packets, 0 to 1. */
  readonly share: number;
}

function lossesOf({ losses = [], recorded = [] }: LinkSettings): readonly LossTime[] {
  const shares = recorded.map(({ fromMs, toMs, lost }) => {
    let count = 0;
    for (const one of lost) count += one;
    return { fromMs, toMs, share: count / lost.length };
  });
  return [...losses, ...shares].filter(({ share }) => share > 0);
}

interface Moment {
  /** Since the flow began. */
  readonly atMs: number;
  readonly rttMs: number;
  readonly losses: readonly LossTime[];
}

/** The window, datagrams: slow start to its threshold, then what the controller adds; while packets are lost, no more than losses leave. */
function windowAt({ controller, initialDatagrams = 10, ...flow }: FlowSettings, moment: Moment): number {
  const { atMs, rttMs, losses } = moment;
  const { datagramBytes } = senderOf({ controller, ...flow });
  const segments = datagramBytes / (controller.segmentBytes ?? datagramBytes);
  const threshold = (controller.thresholdSegments ?? UNLIMITED) / segments;
  const slowStart = initialDatagrams * 2 ** (atMs / rttMs);
  const avoidanceMs = atMs - rttMs * Math.max(0, Math.log2(threshold / initialDatagrams));
  const grown =
    avoidanceMs > 0 && controller.staysInSlowStart !== true
      ? threshold +
        growth(controller, threshold * segments, { avoidanceMs, rttMs }, losses.length > 0) / segments
      : slowStart;
  const now = losses.find(({ fromMs, toMs }) => atMs >= fromMs - flow.startMs && atMs < toMs - flow.startMs);
  if (now === undefined) return grown;
  return Math.min(grown, (LOSSY_WINDOWS * responseOf(controller, now.share / segments, rttMs)) / segments);
}

/** What avoidance adds to a window, segments. @param reduces it begins with a reduction: CUBIC comes back to its window first. */
function growth(
  { name }: ControllerSettings,
  window: number,
  { avoidanceMs, rttMs }: { readonly avoidanceMs: number; readonly rttMs: number },
  reduces: boolean,
): number {
  const perRoundTrip = avoidanceMs / rttMs;
  if (name === 'newreno' || name === 'standard-tcp') return perRoundTrip;
  if (!name.startsWith('cubic')) return UNLIMITED;
  const backS = reduces ? Math.cbrt((window * (1 - CUBIC_BETA)) / CUBIC_C) : 0;
  return Math.max(perRoundTrip, CUBIC_C * Math.max(0, avoidanceMs / 1000 - backS) ** 3);
}

/** The mean window of a controller over random losses, segments. */
function responseOf({ name }: ControllerSettings, share: number, rttMs: number): number {
  if (name === 'newreno' || name === 'standard-tcp') return responseStandardTcp(share);
  return name.startsWith('cubic') ? responseCubic2008(share, rttMs / 1000) : responseHstcp(share);
}
