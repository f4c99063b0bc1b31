/**
 * One run: connections over a path that they share, until all have their data and are closed, or the time is over. What it was about is given as data, what
 * came of it is data: the same settings and the same seed give the same run.
 */
import type { RttEstimate } from '../../../qlog-schema';
import { type Controller, initialWindowBytes, REGIONS } from '../../sender/congestion/controller';
import { type ControllerSettings, createController } from '../../sender/congestion/controller-settings';
import type { Pause, Write } from './application';
import { Background, type BackgroundSettings } from './background';
import { Endpoint } from './endpoint';
import type { EndpointSettings } from './endpoint-settings';
import { EventQueue, type Part } from './event-queue';
import type { HandshakeSettings } from './handshake';
import { Link, type LinkCounts, PacketLimit } from './link';
import type { LinkSettings } from './link-settings';
import { NO_FLOW, type Packet, type Sink } from './packet';
import { type TraceHead, TraceWriter } from './trace-writer';
import type { Trap } from './trap-watch';

export interface FlowSettings {
  readonly controller: ControllerSettings;
  /** The initial window, datagrams; RFC 9002 §7.2 by default. */
  readonly initialDatagrams?: number;
  readonly server: EndpointSettings;
  readonly client: EndpointSettings;
  readonly handshake: HandshakeSettings;
  /** The client sends the data. */
  readonly isUpload: boolean;
  readonly writes: readonly Write[];
  /** Of the application that sends the data. */
  readonly pauses?: readonly Pause[];
  /** When the client begins, ms. */
  readonly startMs: number;
  /** One way, between this flow's hosts and the path that all share, ms. */
  readonly accessDelayMs: number;
  /** The connection exists: there is no handshake, and the sender begins with this estimate of the RTT. */
  readonly resumes?: RttEstimate;
}

export interface RunSettings {
  readonly seed: number;
  readonly limitMs: number;
  /** From server to client, and back. */
  readonly down: LinkSettings;
  readonly up: LinkSettings;
  readonly flows: readonly FlowSettings[];
  /** Traffic of others into each direction; none by default. */
  readonly background?: { readonly down: BackgroundSettings | null; readonly up: BackgroundSettings | null };
}

export interface FlowOutcome {
  /** When the receiver had read everything, ms from the start of the run; NaN where it had not. */
  readonly completedMs: number;
  readonly readBytes: number;
  readonly sentPackets: number;
  readonly lostPackets: number;
  readonly spuriousPackets: number;
  readonly reductions: number;
  readonly timeouts: number;
  readonly persistentCongestions: number;
  /** Times without growth by the recovery boundary, two round trips or longer; see trap-watch.ts. */
  readonly traps: readonly Trap[];
  readonly samples: FlowSamples;
}

/** A flow at the samples' times, evenly over the limit of the run; empty without samples. */
export interface FlowSamples {
  readonly windowBytes: Float32Array<ArrayBuffer>;
  /** What the receiver has read since the start, in order. */
  readonly readBytes: Float64Array<ArrayBuffer>;
  /** Where the sender's window grows: an index of `REGIONS`. */
  readonly regions: Uint8Array<ArrayBuffer>;
}

export interface RunOutcome {
  readonly seed: number;
  /** When the run ended, ms: the last sender learned that its connection is closed, or the limit. */
  readonly endMs: number;
  readonly flows: readonly FlowOutcome[];
  readonly down: LinkCounts;
  readonly up: LinkCounts;
  /** Packets sent, delivered, and events handled: what the cost of a run is measured by. */
  readonly packetEvents: number;
  /** qlog of the traced flow's sender and receiver. */
  readonly traces: { readonly sender: string; readonly receiver: string } | null;
}

export interface RunOptions {
  /** The flow whose ends are traced. */
  readonly traced?: number | null;
  readonly words?: { readonly title: string; readonly description: string };
  /** A recorded sender is run again under another controller; the traces say so. */
  readonly isWhatIf?: boolean;
  /** Of the trace of either end; any number by default. A larger one is a RangeError. */
  readonly mostTraceBytes?: number;
  /** Samples of every flow, evenly over the limit of the run; none by default. */
  readonly samples?: number;
  /** The controller of the first flow's sender as it stands, in place of a new one. */
  readonly controller?: Controller;
  /** Called with the application's bytes that the first flow's sender knows to have arrived, when they rise. */
  readonly onAcked?: (bytes: number, nowUs: number) => void;
}

/** Gives packets to the flow that they are of; those of none end here. */
class Fork implements Sink {
  readonly ends: Sink[] = [];

  take(packet: Packet, atUs: number): void {
    if (packet.flow === NO_FLOW) return;
    this.ends[packet.flow].take(packet, atUs);
  }
}

/** Notes all flows at evenly spaced times. */
class Sampler implements Part {
  readonly samples: readonly FlowSamples[];
  readonly #id: number;
  #next = 0;

  constructor(
    readonly events: EventQueue,
    readonly flows: readonly Pick<Flow, 'sender' | 'receiver'>[],
    readonly count: number,
    readonly stepUs: number,
  ) {
    this.samples = flows.map(() => ({
      windowBytes: new Float32Array(count),
      readBytes: new Float64Array(count),
      regions: new Uint8Array(count),
    }));
    this.#id = events.add(this);
    if (count > 0) events.schedule(this.#id, 0);
  }

  fire(nowUs: number): void {
    const at = this.#next++;
    this.flows.forEach(({ sender, receiver }, flow) => {
      const { windowBytes, readBytes, regions } = this.samples[flow];
      const { controller } = sender.recovery;
      windowBytes[at] = controller.cwndBytes;
      readBytes[at] = receiver.readBytes;
      regions[at] = REGIONS.indexOf(controller.region);
    });
    if (this.#next < this.count) this.events.schedule(this.#id, nowUs + this.stepUs);
  }

  /** After the end all stays as it was, but for what was read after the last sample. */
  fill(): void {
    const next = this.#next;
    if (next === 0) return;
    this.samples.forEach(({ windowBytes, readBytes, regions }, flow) => {
      windowBytes.fill(windowBytes[next - 1], next);
      readBytes.fill((this.flows[flow] as Flow).receiver.readBytes, next);
      regions.fill(regions[next - 1], next);
    });
  }
}

interface Flow {
  readonly sender: Endpoint;
  readonly receiver: Endpoint;
  readonly totalBytes: number;
  completedUs: number;
  readonly writers: readonly [TraceWriter, TraceWriter] | null;
}

export function simulate(settings: RunSettings, options: RunOptions = {}): RunOutcome {
  const events = new EventQueue();
  const { seed } = settings;
  const limit = settings.down.packetLimit ?? settings.up.packetLimit ?? null;
  const packetLimit = limit === null ? null : new PacketLimit(limit);
  const clients = new Fork();
  const servers = new Fork();
  const down = new Link(events, settings.down, { seed, name: 'down', to: clients, limit: packetLimit });
  const up = new Link(events, settings.up, { seed, name: 'up', to: servers, limit: packetLimit });
  let open = settings.flows.length;
  const flows = settings.flows.map((flow, index) => {
    const made = connect(events, settings, { flow, index, down, up, clients, servers }, options);
    made.receiver.onRead = (bytes, nowUs) => {
      if (bytes < made.totalBytes || !Number.isNaN(made.completedUs)) return;
      made.completedUs = nowUs;
      made.receiver.close();
    };
    let isOver = false;
    const over = (): void => {
      if (isOver) return;
      isOver = true;
      if (--open === 0) events.end();
    };
    for (const end of [made.sender, made.receiver]) end.onOver = over;
    return made;
  });
  const { background } = settings;
  if (background?.down) new Background(events, background.down, { seed, name: 'down', to: down });
  if (background?.up) new Background(events, background.up, { seed, name: 'up', to: up });
  const samples = options.samples ?? 0;
  const sampler = new Sampler(events, flows, samples, (settings.limitMs * 1000) / Math.max(1, samples - 1));
  events.run(settings.limitMs * 1000);
  sampler.fill();
  const traced = options.traced == null ? null : (flows[options.traced]?.writers ?? null);
  return {
    seed,
    endMs: events.nowUs / 1000,
    flows: flows.map((flow, index) => outcomeOf(flow, sampler.samples[index])),
    down: down.counts,
    up: up.counts,
    packetEvents:
      down.counts.taken + up.counts.taken + down.counts.delivered + up.counts.delivered + events.events,
    traces: traced === null ? null : { sender: traced[0].text(), receiver: traced[1].text() },
  };
}

interface Place {
  readonly flow: FlowSettings;
  readonly index: number;
  readonly down: Link;
  readonly up: Link;
  readonly clients: Fork;
  readonly servers: Fork;
}

function firstWindowBytes({ initialDatagrams }: FlowSettings, datagramBytes: number): number {
  return initialDatagrams === undefined
    ? initialWindowBytes(datagramBytes)
    : initialDatagrams * datagramBytes;
}

/** What the trace of one end says of it. */
function headOf(
  flow: FlowSettings,
  isClient: boolean,
  words: RunOptions['words'],
  isWhatIf: boolean,
): TraceHead {
  const [own, peer] = isClient ? [flow.client, flow.server] : [flow.server, flow.client];
  return {
    title: words?.title ?? 'simulation',
    description: words?.description ?? '',
    isWhatIf,
    role: isClient ? 'client' : 'server',
    datagramBytes: own.datagramBytes,
    initialCwndBytes: firstWindowBytes(flow, own.datagramBytes),
    minimumCwndBytes: (flow.controller.minimumDatagrams ?? 2) * own.datagramBytes,
    packetThreshold: own.recovery.packetThreshold ?? 3,
    maxAckDelayMs: own.maxAckDelayMs,
    peerMaxAckDelayMs: peer.maxAckDelayMs,
    receiveWindowBytes: own.receiveWindowBytes,
    peerReceiveWindowBytes: peer.receiveWindowBytes,
  };
}

function connect(
  events: EventQueue,
  { seed, flows }: RunSettings,
  place: Place,
  {
    traced = null,
    words,
    isWhatIf = false,
    mostTraceBytes = Number.POSITIVE_INFINITY,
    controller,
    onAcked,
  }: RunOptions,
): Flow {
  const { flow, index, down, up, clients, servers } = place;
  const { isUpload, writes, handshake } = flow;
  const needsOrder = [down, up].some((link) => link.looksAtTime);
  /** Where several flows meet, each has a line of its own to the path: their packets come to it in order. */
  const access = (to: Sink, name: string): Sink =>
    flows.length === 1 && flow.accessDelayMs === 0 && !needsOrder
      ? to
      : new Link(
          events,
          { delayMs: flow.accessDelayMs },
          { seed, name: `${name} ${index}`, to, limit: null },
        );
  const writerOf = (isClient: boolean): TraceWriter | null =>
    traced !== index ? null : new TraceWriter(headOf(flow, isClient, words, isWhatIf), mostTraceBytes);
  const endOf = (isClient: boolean, to: Sink, writer: TraceWriter | null): Endpoint => {
    const settings = isClient ? flow.client : flow.server;
    return new Endpoint({
      events,
      flow: index,
      isClient,
      settings,
      handshake,
      controller:
        controller !== undefined && index === 0 && isClient === isUpload
          ? controller
          : createController(
              flow.controller,
              settings.datagramBytes,
              firstWindowBytes(flow, settings.datagramBytes),
              settings,
            ),
      seed,
      name: `${isClient ? 'client' : 'server'} ${index}`,
      to,
      writes: isClient === isUpload ? writes : null,
      pauses: isClient === isUpload ? (flow.pauses ?? []) : [],
      isUpload,
      observer: writer,
    });
  };
  const writers = [writerOf(false), writerOf(true)] as const;
  const server = endOf(false, access(down, 'server access'), writers[0]);
  const client = endOf(true, access(up, 'client access'), writers[1]);
  server.meet(client);
  client.meet(server);
  servers.ends.push(server);
  clients.ends.push(client);
  const totalBytes = writes.reduce((sum, { bytes }) => sum + bytes, 0);
  const [sender, receiver] = isUpload ? [client, server] : [server, client];
  if (index === 0 && onAcked !== undefined) sender.onAcked = onAcked;
  if (flow.resumes === undefined) client.begin(flow.startMs * 1000);
  else for (const end of [receiver, sender]) end.resume(flow.startMs * 1000, flow.resumes);
  const [ofServer, ofClient] = writers;
  const traces = ofServer === null || ofClient === null ? null : ([ofServer, ofClient] as const);
  return {
    sender,
    receiver,
    totalBytes,
    completedUs: Number.NaN,
    writers: traces === null ? null : isUpload ? [traces[1], traces[0]] : traces,
  };
}

function outcomeOf({ sender, receiver, completedUs }: Flow, samples: FlowSamples): FlowOutcome {
  const { recovery } = sender;
  recovery.watch.end(recovery.controller.cwndBytes, recovery.rtt.smoothedUs);
  return {
    completedMs: completedUs / 1000,
    readBytes: receiver.readBytes,
    sentPackets: recovery.sentCount,
    lostPackets: recovery.lostCount,
    spuriousPackets: recovery.spuriousCount,
    reductions: recovery.reductions,
    timeouts: recovery.timeouts,
    persistentCongestions: recovery.persistentCongestions,
    traps: recovery.watch.traps,
    samples,
  };
}
