/**
 * Recovery and congestion control: window, threshold and flight at every packet that is acknowledged or lost, RTT samples, losses,
 * probe timeouts, and whether the queue is empty. NGINX names no states; its lines name the branch that was taken, which is one.
 */
import { EventFact, MetricField, PacketSpace, StateTrigger } from '../../../../../qlog-schema';
import { Line } from '../lines/line-kinds';
import { keyOf, type LineText } from '../lines/line-text';
import type { RowName } from '../names';

import type { OfConnection } from './of-connection';

const US_PER_MS = 1000;
const WINDOW = keyOf('in');
const THRESHOLD = keyOf('ss');
const FLIGHT = keyOf('if');
const CLOCK = keyOf(' t');
const WAIT = keyOf('it');
const LEVEL = keyOf('el');

/** By the branch that a line names. */
const STATES: { readonly [kind: number]: string | undefined } = {
  [Line.ackSlowStart]: 'slow_start',
  [Line.ackAvoidance]: 'congestion_avoidance',
  [Line.ackRecovery]: 'recovery',
  [Line.ackIdle]: 'application_limited',
  [Line.cut]: 'recovery',
  [Line.lostAgain]: 'recovery',
  [Line.persistent]: 'recovery',
};

export class RecoveryLines {
  readonly #connection: OfConnection;
  #state: string | null = null;
  #threshold = Number.NaN;
  #isIdle = Number.NaN;
  /** Of the packet that is examined. */
  #space: PacketSpace = PacketSpace.application;
  #examined = Number.NaN;
  #examinedOffset = 0;
  #isTooOld = false;
  /** After the last datagram, and where its line is; NaN once its row has begun. */
  #flightBytes = 0;
  #flightOffset = Number.NaN;

  constructor(connection: OfConnection) {
    this.#connection = connection;
  }

  line(kind: number, text: LineText): void {
    switch (kind) {
      case Line.inFlight:
        this.#flight(text);
        break;
      case Line.idle:
        this.#queue(text.number(), text.offset);
        break;
      case Line.rtt:
        this.#rtt(text);
        break;
      case Line.examined:
        this.#examine(text);
        break;
      case Line.resent:
        this.#lost(text.number());
        break;
      case Line.ptoFired: {
        this.#connection.rows.waits(false);
        const row = this.#begin('quic pto timer', text.offset);
        this.#connection.batch.addPair(row, EventFact.ptoExpired, 1);
        break;
      }
      case Line.lossTimer:
        // Set where a colon follows; else it fired, or is unset.
        if (text.at >= text.end) this.#connection.rows.waits(false);
        break;
      default:
        this.#window(kind, text);
        break;
    }
  }

  #begin(name: RowName, offset: number): number {
    const { names } = this.#connection;
    return this.#connection.begin(names[name], offset);
  }

  /** `t:6388024 win:13198 ss:-1 if:11980`, in this order; `c:` is CUBIC's target. */
  #window(kind: number, text: LineText): void {
    const isAck = kind < Line.lostProbe;
    let [clockMs, window, threshold, flight] = [Number.NaN, Number.NaN, Number.NaN, Number.NaN];
    text.at--;
    while (text.next()) {
      if (text.key === WINDOW) window = text.number();
      else if (text.key === FLIGHT) flight = text.number();
      else if (text.key === CLOCK) clockMs = text.number();
      else if (text.key === THRESHOLD) threshold = text.number();
    }
    const connection = this.#connection;
    connection.rows.says(clockMs);
    if (kind === Line.persistent) {
      const row = this.#begin('quic congestion persistent', text.offset);
      connection.batch.addPair(row, EventFact.stateTrigger, StateTrigger.persistentCongestion);
    }
    const row = this.#begin(isAck ? 'quic congestion ack' : 'quic congestion lost', text.offset);
    const { batch } = connection;
    this.#metric(row, MetricField.congestionWindow, window);
    this.#metric(row, MetricField.bytesInFlight, flight);
    if (threshold > 0 && threshold !== this.#threshold) {
      this.#threshold = threshold;
      this.#metric(row, MetricField.ssthresh, threshold);
    }
    const state = STATES[kind];
    if (state === undefined || state === this.#state) return;
    batch.names.set(row, state);
    this.#state = state;
  }

  #metric(row: number, field: MetricField, value: number): void {
    if (!(value >= 0)) return;
    this.#connection.batch.addPair(row, field, value);
    this.#connection.tally.metricBits |= 1 << field;
  }

  /** After a datagram; 1.26 has a line per packet number space, of which the last one counts. */
  #flight(text: LineText): void {
    this.#connection.sent.left();
    this.#flightBytes = text.number();
    this.#flightOffset = text.offset;
  }

  /** The flight after a datagram, once another line has come. */
  settle(): void {
    if (Number.isNaN(this.#flightOffset)) return;
    const row = this.#begin('quic congestion send', this.#flightOffset);
    this.#flightOffset = Number.NaN;
    this.#metric(row, MetricField.bytesInFlight, this.#flightBytes);
  }

  /** Whether the queue is empty: while it is, ACKs do not grow the window. */
  #queue(isIdle: number, offset: number): void {
    this.#connection.requests.queue(isIdle === 1);
    if (!(isIdle >= 0) || isIdle === this.#isIdle) return;
    this.#isIdle = isIdle;
    const row = this.#begin('quic congestion idle', offset);
    this.#metric(row, MetricField.appLimited, isIdle === 1 ? 1 : 0);
  }

  /** `latest:36 min:28 avg:29 var:11`, ms. */
  #rtt(text: LineText): void {
    const row = this.#begin('quic rtt sample', text.offset);
    this.#metric(row, MetricField.latestRtt, text.value() * US_PER_MS);
    this.#metric(row, MetricField.minRtt, text.value() * US_PER_MS);
    this.#metric(row, MetricField.smoothedRtt, text.value() * US_PER_MS);
    this.#metric(row, MetricField.rttVariance, text.value() * US_PER_MS);
  }

  /** `pnum:303 thr:88 pthr:162 wait:0 level:3`; versions before 1.27.5 lack `pthr`. */
  #examine(text: LineText): void {
    this.#examinedOffset = text.offset;
    this.#examined = text.number();
    let wait = Number.NaN;
    let level = Number.NaN;
    while (text.next()) {
      if (text.key === WAIT) wait = text.number();
      else if (text.key === LEVEL) level = text.number();
    }
    this.#isTooOld = wait <= 0;
    this.#space =
      level === 0 ? PacketSpace.initial : level === 2 ? PacketSpace.handshake : PacketSpace.application;
  }

  /** Without an examination before it handshake data is only sent again early. */
  #lost(number: number): void {
    if (number !== this.#examined) return;
    this.#examined = Number.NaN;
    const row = this.#begin('quic resend packet', this.#examinedOffset);
    const { batch } = this.#connection;
    batch.space[row] = this.#space;
    batch.packetNumber[row] = number;
    batch.lossTriggers.set(row, this.#isTooOld ? 'time threshold' : 'packet threshold');
  }
}
