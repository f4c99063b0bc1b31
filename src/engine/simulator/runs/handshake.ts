/**
 * The handshake of one end (RFC 9001 §4): which keys it has, what it writes as the peer's messages come, when it is complete and
 * confirmed. Messages are bytes, without what they say.
 */
import { Space } from './packet';
import type { HandshakeState } from './recovery';
import type { SendStream } from './send-stream';

/** Bytes of the handshake's messages, and of the request after it. */
export interface HandshakeSettings {
  readonly clientHelloBytes: number;
  readonly serverHelloBytes: number;
  readonly certificateBytes: number;
  readonly finishedBytes: number;
  /** Of the request, and of the streams that HTTP/3 opens before it: bytes of each packet. */
  readonly requestBytes: readonly number[];
}

export interface HandshakeOptions {
  readonly isClient: boolean;
  /** The client sends the data, and no request. */
  readonly isUpload: boolean;
  readonly settings: HandshakeSettings;
  /** By space. */
  readonly streams: readonly SendStream[];
  /** The keys of a space are gone, and its packets with them. */
  readonly onDiscard: (space: Space) => void;
}

export class Handshake implements HandshakeState {
  isComplete = false;
  isConfirmed = false;
  /** HANDSHAKE_DONE is to be sent. */
  owesDone = false;
  readonly #options: HandshakeOptions;
  /** By space: keys are there, and not discarded. */
  readonly #hasKeys = [true, false, false];
  /** The peer has acknowledged a packet of the handshake's space. */
  #isAcked = false;

  constructor(options: HandshakeOptions) {
    this.#options = options;
  }

  /** A client learns it from an ACK of its Handshake packets, at the latest from HANDSHAKE_DONE (RFC 9002 §6.2.2.1). */
  get isValidated(): boolean {
    return !this.#options.isClient || this.#isAcked || this.isConfirmed;
  }

  /**
   * Of a client until the handshake is confirmed. Once its address is validated only for Finished, for which the server waits: it may
   * wait itself, for a window full of 1-RTT packets that set no timer yet.
   */
  get probedSpace(): Space | null {
    if (!this.#options.isClient || this.isConfirmed || (this.#isAcked && !this.isComplete)) return null;
    return this.hasKeys(Space.handshake) ? Space.handshake : Space.initial;
  }

  hasKeys(space: Space): boolean {
    return this.#hasKeys[space];
  }

  /** The client's first message. */
  begin(): void {
    this.#stream(Space.initial).write(this.#options.settings.clientHelloBytes);
  }

  /** It was completed and confirmed before. */
  skip(): void {
    this.#complete();
    this.confirm();
  }

  readAck(space: Space): void {
    if (space === Space.handshake) this.#isAcked = true;
  }

  /** A packet of a space was read, or sent: what of the keys goes with that (RFC 9001 §4.9.1). */
  readPacket(space: Space): void {
    if (space === Space.handshake && !this.#options.isClient) this.#discard(Space.initial);
  }

  sentPacket(space: Space): void {
    if (space === Space.handshake && this.#options.isClient) this.#discard(Space.initial);
  }

  /** @param bytes of the space's handshake data that were read in order. @returns whether this completes it. */
  read(space: Space, bytes: number): boolean {
    return this.#options.isClient ? this.#clientRead(space, bytes) : this.#serverRead(space, bytes);
  }

  /** RFC 9001 §4.1.2 and §4.9.2. */
  confirm(): void {
    if (this.isConfirmed) return;
    this.isConfirmed = true;
    this.#discard(Space.initial);
    this.#discard(Space.handshake);
  }

  #serverRead(space: Space, bytes: number): boolean {
    const { settings } = this.#options;
    const certificate = this.#stream(Space.handshake);
    if (space === Space.initial) {
      if (bytes < settings.clientHelloBytes || certificate.written > 0) return false;
      this.#stream(Space.initial).write(settings.serverHelloBytes);
      certificate.write(settings.certificateBytes);
      this.#hasKeys[Space.handshake] = true;
      return false;
    }
    if (bytes < settings.finishedBytes || this.isComplete) return false;
    this.#complete();
    this.owesDone = true;
    this.confirm();
    return true;
  }

  #clientRead(space: Space, bytes: number): boolean {
    const { settings, isUpload } = this.#options;
    if (space === Space.initial) {
      if (bytes >= settings.serverHelloBytes) this.#hasKeys[Space.handshake] = true;
      return false;
    }
    if (bytes < settings.certificateBytes || this.isComplete) return false;
    this.#complete();
    this.#stream(Space.handshake).write(settings.finishedBytes);
    if (!isUpload)
      for (const size of settings.requestBytes) this.#stream(Space.application).write(size, true);
    return true;
  }

  #complete(): void {
    this.isComplete = true;
    this.#hasKeys[Space.application] = true;
  }

  #discard(space: Space): void {
    if (!this.hasKeys(space)) return;
    this.#hasKeys[space] = false;
    this.#options.onDiscard(space);
  }

  #stream(space: Space): SendStream {
    return this.#options.streams[space];
  }
}

export function requestBytes({ requestBytes }: HandshakeSettings): number {
  return requestBytes.reduce((sum, bytes) => sum + bytes, 0);
}
