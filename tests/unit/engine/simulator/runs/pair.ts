/** Two ends of a connection over a plain delay, and what they send. */
import { NewReno } from '../../../../../src/engine/sender/congestion/newreno.ts';
import type { Pause, Write } from '../../../../../src/engine/simulator/runs/application';
import { Endpoint } from '../../../../../src/engine/simulator/runs/endpoint.ts';
import type { EndpointSettings } from '../../../../../src/engine/simulator/runs/endpoint-settings';
import { EventQueue } from '../../../../../src/engine/simulator/runs/event-queue.ts';
import { Link } from '../../../../../src/engine/simulator/runs/link.ts';
import type { Packet, Sink, Space } from '../../../../../src/engine/simulator/runs/packet.ts';
import { DATAGRAM_BYTES, HANDSHAKE, SERVER } from '../../../../support/simulated.ts';

const DELAY_MS = 10;
export const RTT_US = 2 * DELAY_MS * 1000;
/** The first packets of a connection, as they should be. */
const QUIET: EndpointSettings = { ...SERVER, host: {} };

export interface Sent {
  readonly packet: Packet;
  readonly atUs: number;
  /** As a client sent it, or a server. */
  readonly from: 'client' | 'server';
  /** Bytes in flight of the sender, this packet included, and its window. */
  readonly flightBytes: number;
  readonly cwndBytes: number;
}

export interface PairOptions {
  readonly server?: Partial<EndpointSettings>;
  readonly client?: Partial<EndpointSettings>;
  readonly writes?: readonly Write[];
  readonly pauses?: readonly Pause[];
  readonly isUpload?: boolean;
  /** The receiver closes when it has read all. */
  readonly closes?: boolean;
  readonly initialDatagrams?: number;
  /** @param index of the packet among all of both ends. @returns whether it is lost. */
  readonly loses?: (packet: Packet, from: 'client' | 'server', index: number) => boolean;
  readonly marks?: (packet: Packet) => boolean;
}

/** Both ends, and all that they sent, lost packets included. */
export class Pair {
  readonly events = new EventQueue();
  readonly sent: Sent[] = [];
  readonly client: Endpoint;
  readonly server: Endpoint;
  /** When which end was told that its connection is over. */
  readonly over: { readonly from: 'client' | 'server'; readonly atUs: number }[] = [];
  /** When the receiver had read how much. */
  readonly read: { readonly bytes: number; readonly atUs: number }[] = [];

  constructor(readonly options: PairOptions = {}) {
    const { writes = [{ atMs: 0, bytes: 50_000 }], isUpload = false, initialDatagrams = 10 } = options;
    const endOf = (isClient: boolean): Endpoint => {
      const settings = { ...QUIET, ...(isClient ? options.client : options.server) };
      return new Endpoint({
        events: this.events,
        flow: 0,
        isClient,
        settings,
        handshake: HANDSHAKE,
        controller: new NewReno(DATAGRAM_BYTES, initialDatagrams * DATAGRAM_BYTES),
        seed: 1,
        name: isClient ? 'client' : 'server',
        to: this.#wire(isClient ? 'client' : 'server'),
        writes: isClient === isUpload ? writes : null,
        pauses: isClient === isUpload ? (options.pauses ?? []) : [],
        isUpload,
        observer: null,
      });
    };
    this.server = endOf(false);
    this.client = endOf(true);
    this.server.meet(this.client);
    this.client.meet(this.server);
    const allBytes = writes.reduce((sum, { bytes }) => sum + bytes, 0);
    this.receiver.onRead = (bytes, atUs) => {
      this.read.push({ bytes, atUs });
      if (options.closes === true && bytes === allBytes) this.receiver.close();
    };
    this.client.onOver = (atUs) => void this.over.push({ from: 'client', atUs });
    this.server.onOver = (atUs) => void this.over.push({ from: 'server', atUs });
    this.client.begin(0);
  }

  get receiver(): Endpoint {
    return this.options.isUpload === true ? this.server : this.client;
  }

  run(untilMs = 20_000): this {
    this.events.run(untilMs * 1000);
    return this;
  }

  of(from: 'client' | 'server', space?: Space): readonly Sent[] {
    return this.sent.filter(
      (one) => one.from === from && (space === undefined || one.packet.space === space),
    );
  }

  #wire(from: 'client' | 'server'): Sink {
    const to: Sink = {
      take: (packet, atUs) => (from === 'client' ? this.server : this.client).take(packet, atUs),
    };
    const line = new Link(this.events, { delayMs: DELAY_MS }, { seed: 1, name: from, to, limit: null });
    return {
      take: (packet, atUs) => {
        const { recovery } = from === 'client' ? this.client : this.server;
        const [flightBytes, { cwndBytes }] = [recovery.inFlightBytes, recovery.controller];
        const index = this.sent.push({ packet, atUs, from, flightBytes, cwndBytes }) - 1;
        if (this.options.loses?.(packet, from, index) === true) return;
        if (this.options.marks?.(packet) === true) packet.isMarked = true;
        line.take(packet, atUs);
      },
    };
  }
}
