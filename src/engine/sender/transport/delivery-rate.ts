/**
 * Delivery rate samples (draft-ietf-ccwg-bbr-06 §4.1, formerly draft-cheng-iccrg-delivery-rate-estimation): at each ACK
 * of new data, the bytes delivered since its most recently sent packet left, over the time in which they were sent or
 * acknowledged, whichever is longer. Sizes are UDP payloads; packets are those that count as in flight, of all spaces.
 *
 *   sent     ─┬─────────■       ■ newest packet of the ACK    ┬ packet that was acknowledged last when ■ was sent:
 *             └─ send ──┘         its send time above, the time of its ACK below
 *   acked    ────┬────────────┬
 *                └──── ack ───┘   rate = bytes acknowledged after the first ┬, up to the ACK of ■, ÷ max(send, ack)
 *
 * A sample is application-limited if its packet left before everything was delivered that was in flight at a pause of the
 * application (§4.1.2.4). A pause follows from packets (sender-pauses.ts): the window has room, and nothing is sent for
 * longer than pacing explains. A logged flag that is not set all the while says that the application had data, and there is no
 * pause; that it is set proves none: quiche's turns on once per round trip while data waits (congestion.md §4). A sender
 * that flow control blocks does not pause (§4.1.1.3.1).
 */
import type { Series } from '../../base/columns/series';
import type { InFlightLedger, SpaceLedger } from './ledger';
import type { AckOutcome } from './packet-fate';

/** What a packet remembers of the moment of its sending; the same for all packets between two ACKs. */
interface SendState {
  /** Row of the first such packet in the ledger of its space. */
  readonly row: number;
  readonly deliveredBytes: number;
  /** Time of the last ACK before, and when the newest packet that it acknowledged was sent, µs. */
  readonly deliveredUs: number;
  readonly firstSentUs: number;
  readonly limited: boolean;
}

/** So many states are kept even if their packets are lost or acknowledged: an ACK may come late. */
const LEAST_STATES = 256;
/** Older states are dropped even if a packet is outstanding: a log with gaps never says what became of it. */
const MAX_STATES = 65_536;

class SendStates {
  readonly #states: SendState[] = [];
  #most = LEAST_STATES;

  /** State of the packet that was sent last. */
  get newest(): SendState | undefined {
    return this.#states[this.#states.length - 1];
  }

  add(state: SendState, ledger: SpaceLedger): void {
    this.#states.push(state);
    if (this.#states.length > this.#most) this.#drop(ledger.oldestOutstanding());
  }

  /** The state of a packet, by its row; undefined if it was dropped. */
  of(row: number): SendState | undefined {
    return this.#states[this.#indexOf(row)];
  }

  #indexOf(row: number): number {
    let low = 0;
    let high = this.#states.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.#states[middle].row <= row) low = middle + 1;
      else high = middle;
    }
    return low - 1;
  }

  #drop(oldestRow: number): void {
    const half = this.#most >> 1;
    const unused = oldestRow < 0 ? half : Math.min(half, this.#indexOf(oldestRow));
    if (unused < half / 2 && this.#most < MAX_STATES) this.#most *= 2;
    else this.#states.splice(0, Math.max(unused, half / 2));
  }
}

/** Where samples go: bytes per second, of application-limited ones into a series of their own. */
interface DeliveryRateSeries {
  readonly deliveryRate: Series;
  readonly deliveryRateLimited: Series;
}

export class DeliveryRate {
  readonly #series: DeliveryRateSeries;
  readonly #ledger: InFlightLedger;
  #spaces = [new SendStates(), new SendStates(), new SendStates()];
  #deliveredBytes = Number.NaN;
  #deliveredUs = 0;
  #firstSentUs = 0;
  /** Samples are application-limited until more than this is delivered; 0 if they are not. */
  #limitedUntilBytes = Number.NaN;

  constructor(ledger: InFlightLedger, series: DeliveryRateSeries) {
    this.#ledger = ledger;
    this.#series = series;
    this.#deliveredBytes = 0;
    this.#limitedUntilBytes = 0;
  }

  /** The log is a range, with packets in flight: what they deliver is counted from its start, µs. */
  resume(fromUs: number): void {
    this.#deliveredUs = fromUs;
    this.#firstSentUs = fromUs;
  }

  /** The application pauses. @param inFlightBytes in flight now. */
  paused(inFlightBytes: number): void {
    this.#limitedUntilBytes = Math.max(this.#deliveredBytes + inFlightBytes, 1);
  }

  /**
   * A packet that counts as in flight is about to be added to the ledger.
   * @param inFlightBytes in flight before it.
   */
  sending(nowUs: number, space: number, inFlightBytes: number): void {
    const ledger = this.#ledger.space(space);
    if (ledger === null) return;
    if (inFlightBytes <= 0) {
      this.#firstSentUs = nowUs;
      this.#deliveredUs = nowUs;
    }
    const states = this.#spaces[space];
    if (states === undefined || this.#isState(states.newest)) return;
    states.add(
      {
        row: ledger.sentPackets,
        deliveredBytes: this.#deliveredBytes,
        deliveredUs: this.#deliveredUs,
        firstSentUs: this.#firstSentUs,
        limited: this.#limitedUntilBytes > 0,
      },
      ledger,
    );
  }

  /** Whether a packet that is sent now has the same state. */
  #isState(state: SendState | undefined): boolean {
    return (
      state !== undefined &&
      state.deliveredBytes === this.#deliveredBytes &&
      state.deliveredUs === this.#deliveredUs &&
      state.firstSentUs === this.#firstSentUs &&
      state.limited === this.#limitedUntilBytes > 0
    );
  }

  /**
   * An ACK acknowledged new data.
   * @param minRttUs smallest RTT so far, µs: no shorter interval gives a sample. NaN for none.
   */
  acked(nowUs: number, { space, newestRow, bytes, spuriousBytes }: AckOutcome, minRttUs: number): void {
    if (newestRow < 0) return;
    this.#deliveredBytes += bytes + spuriousBytes;
    this.#deliveredUs = nowUs;
    this.#firstSentUs = this.#ledger.space(space)?.sentUsAt(newestRow) ?? nowUs;
    if (this.#deliveredBytes > this.#limitedUntilBytes) this.#limitedUntilBytes = 0;
    const state = this.#spaces[space]?.of(newestRow);
    if (state === undefined) return;
    const deliveredBytes = this.#deliveredBytes - state.deliveredBytes;
    const elapsedUs = Math.max(this.#firstSentUs - state.firstSentUs, nowUs - state.deliveredUs);
    if (!(elapsedUs > 0) || elapsedUs < minRttUs || deliveredBytes <= 0) return;
    const { deliveryRate, deliveryRateLimited } = this.#series;
    const series = state.limited ? deliveryRateLimited : deliveryRate;
    series.push(nowUs, (deliveredBytes / elapsedUs) * 1e6);
  }

  /** The trace ends: what packets remember is not needed any more. */
  end(): void {
    this.#spaces = [];
  }
}
