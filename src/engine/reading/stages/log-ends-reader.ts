/**
 * The ends of a log of one connection, read without replay and columns. Used to find files that belong together before
 * they are read to be judged.
 */
import type { VantagePoint } from '../../../qlog-schema';
import type { EventBatch } from '../../base/columns/event-batch';
import { FORMATS } from '../../input/formats';
import type { TraceFormat } from '../../input/formats/format';
import { isTimeJump } from '../../sender/transport/time-jump';
import type { LogEnds } from '../contract/log-ends';
import { PacketNumbers } from '../segments/packet-numbers';
import { TextScanner } from './text-scanner';

export class LogEndsReader {
  readonly #scanner: TextScanner;
  #connections = 0;
  #vantagePoint: VantagePoint = 'unknown';
  readonly #numbers = new PacketNumbers();
  readonly #times = new EventTimes();

  /** @param formats that a text may have; the last one takes what no other claims. */
  constructor(formats: readonly TraceFormat[] = FORMATS) {
    this.#scanner = new TextScanner(
      {
        onConnection: ({ index, vantagePoint }) => {
          this.#connections = Math.max(this.#connections, index + 1);
          this.#vantagePoint = vantagePoint;
        },
        onBatch: (batch) => {
          this.#numbers.add(batch);
          this.#times.add(batch);
        },
        onProblem: () => undefined,
      },
      formats,
    );
  }

  /** As `TracePipeline.push`. @throws NotATrace, BrokenRun */
  push(chunk: Uint8Array): void {
    this.#scanner.push(chunk);
  }

  /** The text ends here. @throws NotATrace if it was empty. */
  end(): void {
    this.#scanner.end();
    this.#times.end();
  }

  /** Of what was read so far; null where it is no log of one connection. */
  get ends(): LogEnds | null {
    const quality = this.#scanner.facts?.quality(0) ?? null;
    const identity = this.#scanner.facts?.identity(0) ?? null;
    if (this.#connections !== 1 || quality === null || identity === null) return null;
    const { timeFormat, originMs, paths } = quality;
    const { firstUs: fromUs, lastUs: toUs } = this.#times;
    const { sent, received } = this.#numbers;
    return { identity, timeFormat, originMs, fromUs, toUs, sent, received, paths };
  }

  /** As the header says, as far as it was read. */
  get vantagePoint(): VantagePoint {
    return this.#vantagePoint;
  }

  /** More of the header may follow the events, as it does in a contained document. */
  get headerMayGrow(): boolean {
    return this.#scanner.facts?.container === 'JSON';
  }
}

/** First and last time as `Replay` has them: without events that are dated far ahead. */
class EventTimes {
  firstUs = Number.NaN;
  lastUs = Number.NaN;
  /** The newest event: the next one shows whether its time is right. */
  #heldUs = Number.NaN;

  add({ length, timeUs }: EventBatch): void {
    for (let row = 0; row < length; row++) this.#take(timeUs[row]);
  }

  end(): void {
    this.#take(Number.NaN);
  }

  #take(nextUs: number): void {
    const heldUs = this.#heldUs;
    this.#heldUs = nextUs;
    if (Number.isNaN(heldUs)) return;
    const beforeUs = Number.isNaN(this.lastUs) ? nextUs : this.lastUs;
    const us = isTimeJump(this.lastUs, heldUs, nextUs) ? beforeUs : heldUs;
    if (Number.isNaN(this.firstUs)) this.firstUs = us;
    if (!(us < this.lastUs)) this.lastUs = us;
  }
}
