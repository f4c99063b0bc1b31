/**
 * Plays a path between a client and a server on this machine, without root: the client sends to the relay's port, the relay sends on what
 * the path delivers, when it delivers it. Each address of a client has a port of its own towards the server, so that one that changes its
 * port is seen to. Time begins with the first datagram.
 *
 * The event loop has timers of whole ms: where something is due sooner than two of them, it turns without sleeping. While it sleeps it wakes each ms,
 * so that a host that does not let it run is noticed, and what waited meanwhile counts as late.
 */
import { createSocket, type RemoteInfo, type Socket } from 'node:dgram';
import { once } from 'node:events';
import { performance } from 'node:perf_hooks';
import type { LinkCounts } from '../../engine/simulator/runs/link';
import { Datagram, type Direction, type PathSettings, PlayedPath } from './played-path';
import { udpPorts } from './udp-ports';

export const LOOPBACK = { udp4: '127.0.0.1', udp6: '::1' } as const;
export type Family = keyof typeof LOOPBACK;

/** What the path did. */
export interface Played {
  readonly datagrams: readonly Datagram[];
  readonly counts: { readonly [direction in Direction]: LinkCounts };
  /** Datagrams that the system dropped before the relay read them; null where it does not say. */
  readonly unread: number | null;
  /** The first datagram that could not be sent on, in words; null for none. */
  readonly failure: string | null;
}

/** An address of a client. */
interface Client {
  readonly index: number;
  readonly address: string;
  readonly port: number;
  readonly toServer: Socket;
}

const NEAR_US = 2000;
const TICK_MS = 1;
const BUFFER_BYTES = 8 * 1024 ** 2;

const monotonicUs = (): number => performance.now() * 1000;

/** Addresses are given as numbers: none is looked up. */
function socketOf(type: Family): Socket {
  return createSocket({
    type,
    recvBufferSize: BUFFER_BYTES,
    sendBufferSize: BUFFER_BYTES,
    lookup: (address, _, callback) => callback(null, address, type === 'udp4' ? 4 : 6),
  });
}

export class Relay {
  readonly #family: Family;
  readonly #serverPort: number;
  readonly #clockUs: () => number;
  readonly #toClients: Socket;
  readonly #path: PlayedPath;
  readonly #clients: Client[] = [];
  readonly #byAddress = new Map<string, Client>();
  #startUs = Number.NaN;
  /** The event loop comes back by then, if it is let. */
  #wakeUs = Number.POSITIVE_INFINITY;
  #timer: NodeJS.Timeout | null = null;
  #failure: string | null = null;
  #isOpen = true;

  private constructor(settings: PathSettings, family: Family, serverPort: number, clockUs: () => number) {
    this.#family = family;
    this.#serverPort = serverPort;
    this.#clockUs = clockUs;
    this.#path = new PlayedPath(settings, (datagram, message) => this.#sendOn(datagram, message));
    this.#toClients = this.#socket();
    this.#toClients.on('message', (message, from) => {
      const client = this.#byAddress.get(`${from.address} ${from.port}`) ?? this.#newClient(from);
      this.#take('up', client, message);
    });
  }

  /**
   * @param serverPort on the loopback address of the family; need not be open yet.
   * @param clockUs a clock that never goes back, µs. @throws Error where no port is free.
   */
  static async open(
    settings: PathSettings,
    serverPort: number,
    family: Family = 'udp4',
    clockUs: () => number = monotonicUs,
  ): Promise<Relay> {
    const relay = new Relay(settings, family, serverPort, clockUs);
    const listening = once(relay.#toClients, 'listening');
    relay.#toClients.bind({ address: LOOPBACK[family] });
    await listening;
    relay.#plan();
    return relay;
  }

  /** Where clients send. */
  get port(): number {
    return this.#toClients.address().port;
  }

  /** Datagrams so far, both ways. */
  get taken(): number {
    return this.#path.datagrams.length;
  }

  /** Ends it: what is under way stays there. */
  async close(): Promise<Played> {
    this.#isOpen = false;
    if (this.#timer !== null) clearTimeout(this.#timer);
    const sockets = [this.#toClients, ...this.#clients.map(({ toServer }) => toServer)];
    const ports = await udpPorts();
    const own = sockets.map((socket) => ports?.get(socket.address().port)?.drops ?? 0);
    const unread = ports === null ? null : own.reduce((all, drops) => all + drops, 0);
    for (const socket of sockets) socket.close();
    return { datagrams: this.#path.datagrams, counts: this.#path.counts, unread, failure: this.#failure };
  }

  #socket(): Socket {
    const socket = socketOf(this.#family);
    socket.on('error', (error) => this.#fails(error));
    return socket;
  }

  #newClient({ address, port }: RemoteInfo): Client {
    const toServer = this.#socket();
    const client = { index: this.#clients.length, address, port, toServer };
    toServer.on('message', (message, from) => {
      if (from.port === this.#serverPort) this.#take('down', client, message);
    });
    toServer.bind({ address: LOOPBACK[this.#family] });
    this.#clients.push(client);
    this.#byAddress.set(`${address} ${port}`, client);
    return client;
  }

  #take(direction: Direction, { index }: Client, message: Uint8Array): void {
    const clockUs = this.#clockUs();
    if (Number.isNaN(this.#startUs)) this.#startUs = clockUs;
    const unreadUs = Math.max(0, clockUs - this.#wakeUs);
    const atUs = clockUs - this.#startUs;
    this.#path.take(new Datagram(direction, index, message.length, atUs, unreadUs, message));
    if (this.#timer !== null && this.#path.dueUs - atUs < NEAR_US) this.#plan();
  }

  #sendOn(datagram: Datagram, message: Uint8Array): void {
    const { toServer, address, port } = this.#clients[datagram.client] as Client;
    datagram.deliveredUs = this.#clockUs() - this.#startUs;
    const sent = (error: Error | null): void => {
      if (error !== null) this.#fails(error);
    };
    if (datagram.direction === 'down') this.#toClients.send(message, port, address, sent);
    else toServer.send(message, this.#serverPort, LOOPBACK[this.#family], sent);
  }

  #fails(error: Error): void {
    this.#failure ??= error.message;
  }

  #turn(): void {
    if (!this.#isOpen) return;
    if (!Number.isNaN(this.#startUs)) this.#path.run(this.#clockUs() - this.#startUs);
    this.#plan();
  }

  /** Comes back at once where something is due soon, else after a tick. */
  #plan(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
    const nowUs = this.#clockUs();
    const isNear = this.#path.dueUs - (nowUs - this.#startUs) < NEAR_US;
    this.#wakeUs = isNear ? nowUs : nowUs + NEAR_US;
    if (isNear) setImmediate(() => this.#turn());
    else this.#timer = setTimeout(() => this.#turn(), TICK_MS);
  }
}
