/** Settings of simulated runs, those of the incident first, and packets to hand to the parts of one. */
import type { ControllerSettings } from '../../src/engine/sender/congestion/controller-settings.ts';
import type { EndpointSettings } from '../../src/engine/simulator/runs/endpoint-settings';
import type { HandshakeSettings } from '../../src/engine/simulator/runs/handshake.ts';
import type { LinkSettings } from '../../src/engine/simulator/runs/link-settings.ts';
import { type Packet, type Sink, Space } from '../../src/engine/simulator/runs/packet.ts';
import type { FlowSettings, RunSettings } from '../../src/engine/simulator/runs/run.ts';

export const DATAGRAM_BYTES = 1350;

/** The sizes of a recording of quiche. */
export const HANDSHAKE: HandshakeSettings = {
  clientHelloBytes: 1489,
  serverHelloBytes: 1178,
  certificateBytes: 636,
  finishedBytes: 52,
  requestBytes: [24, 10, 10, 80],
};

const END: EndpointSettings = {
  datagramBytes: DATAGRAM_BYTES,
  host: {},
  recovery: { persistentCongestion: false, maxAckDelayMs: 25 },
  paces: false,
  usesEcn: false,
  ackEvery: 1,
  maxAckDelayMs: 25,
  receiveWindowBytes: null,
};

export const SERVER: EndpointSettings = { ...END, host: { gapUs: 12, turnaroundUs: 40 } };
export const CLIENT: EndpointSettings = { ...END, host: { gapUs: 8, turnaroundUs: 20 } };

/** A download of 10 MB over a path that looks for packets once per ms. */
export function flowOf(controller: ControllerSettings, changes: Partial<FlowSettings> = {}): FlowSettings {
  return {
    controller,
    initialDatagrams: 10,
    server: SERVER,
    client: CLIENT,
    handshake: HANDSHAKE,
    isUpload: false,
    writes: [{ atMs: 0, bytes: 10e6 }],
    startMs: 0,
    accessDelayMs: 0,
    ...changes,
  };
}

/** One flow over a path that is the same both ways. */
export function runOf(flow: FlowSettings, link: LinkSettings, seed: number, limitMs = 10_000): RunSettings {
  return { seed, limitMs, down: link, up: link, flows: [flow] };
}

const INCIDENT_LINK: LinkSettings = {
  delayMs: 6,
  gridMs: 1,
  losses: [{ fromMs: 60, toMs: 2000, share: 0.3 }],
};

/** The incident: losses until the second second, and a boundary that ran away after them. */
export function incident(controller: ControllerSettings, seed: number): RunSettings {
  return runOf(flowOf(controller), INCIDENT_LINK, seed);
}

/** An ack-eliciting packet of the application, full of data. */
export function packetOf(changes: Partial<Packet> = {}): Packet {
  return {
    flow: 0,
    space: Space.application,
    number: 0,
    sizeBytes: 1000,
    isAckEliciting: true,
    offset: 0,
    dataBytes: 960,
    ack: null,
    maxData: 0,
    isPing: false,
    isHandshakeDone: false,
    isClose: false,
    isEcnCapable: false,
    joins: false,
    isMarked: false,
    ...changes,
  };
}

/** Where packets end: it notes when each came. */
export class Arrivals implements Sink {
  readonly packets: Packet[] = [];
  readonly atUs: number[] = [];

  take(packet: Packet, atUs: number): void {
    this.packets.push(packet);
    this.atUs.push(atUs);
  }

  get numbers(): readonly number[] {
    return this.packets.map(({ number }) => number);
  }
}
