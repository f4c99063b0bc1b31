/**
 * Finds the steps of a close-up in the columns of a trace: the next or the last ACK, sent packet, loss, timeout or change
 * of the window from a time on, each with its time and its words. What the trace does not hold is null.
 */
import { EventKind, PacketFlag } from '../../../qlog-schema';
import type { Numbers } from '../../base/columns/block-reader';
import { lowerBound, upperBound } from '../../base/columns/growable';
import { bytes, duration, plural } from '../../base/text/figures';
import type { TransportState } from '../../sender/transport/transport';
import type { CloseUpKind, CloseUpStep } from '../finding/finding';

/** The first of ascending times at or after a time; NaN for none. */
export function nextIn(timesUs: Float64Array | Numbers, fromUs: number): number {
  return timesUs.at(lowerBound(timesUs, fromUs)) ?? Number.NaN;
}

/** The last of ascending times at or before a time; NaN for none. */
export function lastIn(timesUs: Float64Array | Numbers, untilUs: number): number {
  const after = upperBound(timesUs, untilUs);
  return after === 0 ? Number.NaN : (timesUs.at(after - 1) as number);
}

/** A step at a time that the rule itself knows; null for NaN. */
export function step(kind: CloseUpKind, timeUs: number, text: string): CloseUpStep | null {
  return Number.isNaN(timeUs) ? null : { timeUs, kind, text };
}

/**
 * Each method gives a step, or null where there is none. `note` continues its sentence: `, and nothing follows it`.
 */
export class StepFinder {
  readonly #state: TransportState;

  constructor(state: TransportState) {
    this.#state = state;
  }

  /** The first ACK of new data at or after a time. */
  ackFrom(us: number, note = ''): CloseUpStep | null {
    return this.#ack(nextIn(this.#state.series.ackedTotal.timesUs, us), note);
  }

  /** The last ACK of new data up to a time. */
  ackUpTo(us: number, note = ''): CloseUpStep | null {
    return this.#ack(lastIn(this.#state.series.ackedTotal.timesUs, us), note);
  }

  #ack(timeUs: number, note: string): CloseUpStep | null {
    const { ackedTotal } = this.#state.series;
    const acked = ackedTotal.valueAt(timeUs) - (ackedTotal.valueAt(timeUs - 1) || 0);
    return step('ack', timeUs, `An ACK arrives for ${bytes(acked)}${note}`);
  }

  /** The first packet that counts as in flight sent at or after a time. */
  sendFrom(us: number, note = ''): CloseUpStep | null {
    return step('send', this.sentFrom(us), `The next packet is sent${note}`);
  }

  /** The last such packet sent up to a time. */
  sendUpTo(us: number, note = ''): CloseUpStep | null {
    return step('send', this.sentUpTo(us), `A packet is sent${note}`);
  }

  /** A packet that is received at a time; null where none is. */
  receiveAt(us: number, text: string): CloseUpStep | null {
    const { timeUs, kind } = this.#state.events;
    const times = timeUs.reader();
    for (let row = lowerBound(times, us); times.at(row) === us; row++) {
      if (kind.at(row) === EventKind.packetReceived) return step('receive', us, text);
    }
    return null;
  }

  /** Time of that packet, µs; NaN for none. */
  sentFrom(us: number): number {
    const times = this.#state.events.timeUs.reader();
    let row = lowerBound(times, us);
    while (row < times.length && !this.#isSend(row)) row++;
    return times.at(row);
  }

  sentUpTo(us: number): number {
    const times = this.#state.events.timeUs.reader();
    let row = upperBound(times, us) - 1;
    while (row >= 0 && !this.#isSend(row)) row--;
    return times.at(row);
  }

  #isSend(row: number): boolean {
    const { kind, flags } = this.#state.events;
    return kind.at(row) === EventKind.packetSent && (flags.at(row) & PacketFlag.inFlight) !== 0;
  }

  /** The first time in [fromUs, untilUs] at which nothing is in flight. */
  emptyWithin(fromUs: number, untilUs: number): CloseUpStep | null {
    const { timesUs, values } = this.#state.inFlight;
    let i = Math.max(0, upperBound(timesUs, fromUs) - 1);
    // The last of several values at one time holds; an earlier one is on the way to it.
    while (timesUs.at(i) <= untilUs && values.at(i) !== 0) i++;
    const timeUs = Math.max(fromUs, timesUs.at(i));
    return timeUs <= untilUs ? step('nothing-in-flight', timeUs, 'Nothing is in flight any more') : null;
  }

  lossFrom(us: number, note = ''): CloseUpStep | null {
    const { timesUs, packets } = this.#state.losses;
    const i = lowerBound(timesUs, us);
    const lost = packets[i] ?? 0;
    const are = lost === 1 ? 'is' : 'are';
    const words = lost > 0 ? `${plural(lost, 'packet')} ${are} taken for lost` : 'Packets are taken for lost';
    return step('loss', timesUs[i] ?? Number.NaN, words + note);
  }

  /** The first change of the window in (fromUs, untilUs] that makes it smaller. */
  cutWithin(fromUs: number, untilUs: number, note = ''): CloseUpStep | null {
    const i = this.#windowChange(fromUs, untilUs, (before, after) => after < before);
    return this.#change('window-cut', i, 'is cut', note);
  }

  grownWithin(fromUs: number, untilUs: number, note = ''): CloseUpStep | null {
    const i = this.#windowChange(fromUs, untilUs, (before, after) => after > before);
    return this.#change('window-grown', i, 'grows', note);
  }

  /** Index of the first point of the window in (fromUs, untilUs] that differs so from the one before; −1 for none. */
  #windowChange(fromUs: number, untilUs: number, is: (before: number, after: number) => boolean): number {
    const { timesUs, values } = this.#state.series.congestionWindow;
    for (let i = Math.max(1, upperBound(timesUs, fromUs)); timesUs.at(i) <= untilUs; i++) {
      if (is(values.at(i - 1), values.at(i))) return i;
    }
    return -1;
  }

  #change(kind: 'window-cut' | 'window-grown', i: number, does: string, note: string): CloseUpStep | null {
    if (i < 0) return null;
    const { timesUs, values } = this.#state.series.congestionWindow;
    const [before, after] = [values.at(i - 1), values.at(i)];
    const words = `The window ${does} from ${bytes(before)} to ${bytes(after)}`;
    return step(kind, timesUs.at(i), words + note);
  }

  /** At a time the window is what it was at an earlier one; null where it is not, or not known. */
  heldAt(us: number, sinceUs: number, text: string): CloseUpStep | null {
    const { congestionWindow } = this.#state.series;
    const isHeld = congestionWindow.valueAt(us) === congestionWindow.valueAt(sinceUs);
    return isHeld ? step('window-held', Math.round(us), text) : null;
  }

  /** The first time in [fromUs, untilUs] at which the window has no room for another packet. */
  fullWithin(fromUs: number, untilUs: number): CloseUpStep | null {
    const { inFlight, series, datagramBytes } = this.#state;
    const { timesUs, values } = inFlight;
    for (let i = lowerBound(timesUs, fromUs); timesUs.at(i) <= untilUs; i++) {
      const timeUs = timesUs.at(i);
      const window = series.congestionWindow.valueAt(timeUs);
      const flight = values.at(i);
      if (flight + datagramBytes > window)
        return step(
          'window-full',
          timeUs,
          `${bytes(flight)} are in flight: the window of ${bytes(window)} is full`,
        );
    }
    return null;
  }

  ptoFrom(us: number, note = ''): CloseUpStep | null {
    const words = 'Nothing is acknowledged for so long that the sender probes (PTO)';
    return step('pto', nextIn(this.#state.ptos.timesUs, us), words + note);
  }

  markFrom(us: number, note = ''): CloseUpStep | null {
    const words = 'An ACK reports packets marked as congested (CE)';
    return step('ce-mark', nextIn(this.#state.ceMarksUs, us), words + note);
  }
}

/** `, 85 µs later`; empty where one of the times is not known. */
export function later(fromUs: number, toUs: number): string {
  return toUs >= fromUs ? `, ${duration(toUs - fromUs)} later` : '';
}
