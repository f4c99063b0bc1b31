/**
 * What a run costs at most, told from its settings before it is made: packets, time of a core, memory. A flow sends no more than it has, than its
 * link lets through, than its host sends one by one, and, where none of these is a limit, than its window grows to.
 *
 * Calibrated with Node.js 20 on a machine of two cores (AMD EPYC, 2.4 GHz), one run after the other in a warm process, CPU time by `process.cpuUsage`
 * and memory by `maxRSS` of a process with that run alone. Packets sent, s, MB above an empty start, and the estimate of them:
 *
 * | run | measured | estimated |
 * |---|---|---|
TABLE
 *
 * Runs that a spiral or a late host holds down send a fraction of that; over all variants of a scenario with its initial values the estimate is 1 to 3 times the packets
 * that are sent (`run-cost.test.ts`).
 */
import type { ControllerSettings } from '../congestion/controller-settings';
import { responseCubic2008, responseHstcp, responseStandardTcp } from '../congestion/response-functions';
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
    return bytesPerUs(limitsMbit[i] as number) * Math.max(0, toMs - fromMs) * 1000;
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
    flight: Math.min(offered, byWindow.flight),
  };
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
