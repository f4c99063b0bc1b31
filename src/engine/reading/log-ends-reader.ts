/**
 * The ends of a log of one connection, read without replay and columns. Used to find files that belong together before
 * they are read to be judged.
 */
import type { VantagePoint } from '../../qlog-schema';
import { concat } from '../bytes/chunks';
import type { EventBatch } from '../columns/event-batch';
import type { LogEnds } from '../contract/log-ends';
import { FORMATS, formatOf } from '../formats';
import type { FormatReader, TraceFormat } from '../formats/format';
import { PacketNumbers } from '../segments/packet-numbers';
import { isTimeJump } from '../transport/time-jump';
import { BrokenRunWatch } from './broken-run';

export class LogEndsReader {
  readonly #formats: readonly TraceFormat[];
  /** The first bytes, until they show the format. */
  #head: Uint8Array<ArrayBuffer> = new Uint8Array(0);
  #reader: FormatReader | null = null;
  #watch: BrokenRunWatch | null = null;
  #connections = 0;
  #vantagePoint: VantagePoint = 'unknown';
  readonly #numbers = new PacketNumbers();
  readonly #times = new EventTimes();

  /** @param formats that a text may have; the last one takes what no other claims. */
  constructor(formats: readonly TraceFormat[] = FORMATS) {
    this.#formats = formats;
  }

  /** As `TracePipeline.push`. @throws NotATrace, BrokenRun */
  push(chunk: Uint8Array): void {
    if (this.#reader === null) this.#choose(chunk, false);
    else this.#read(this.#reader, chunk);
  }

  /** The text ends here. @throws NotATrace if it was empty. */
  end(): void {
    if (this.#reader === null) this.#choose(new Uint8Array(0), true);
    this.#reader?.end();
    this.#times.end();
  }

  /** Of what was read so far; null where it is no log of one connection. */
  get ends(): LogEnds | null {
    const quality = this.#reader?.quality(0) ?? null;
    const identity = this.#reader?.identity(0) ?? null;
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
    return this.#reader?.container === 'JSON';
  }

  #choose(chunk: Uint8Array, isWhole: boolean): void {
    const head = concat([this.#head, chunk]);
    const format = formatOf(head, isWhole, this.#formats);
    this.#head = format === null ? head : new Uint8Array(0);
    if (format === null) return;
    this.#watch = new BrokenRunWatch(format.name);
    this.#reader = format.reader({
      onConnection: ({ index, vantagePoint }) => {
        this.#connections = Math.max(this.#connections, index + 1);
        this.#vantagePoint = vantagePoint;
      },
      onBatch: (batch) => {
        this.#numbers.add(batch);
        this.#times.add(batch);
      },
      onProblem: () => undefined,
    });
    this.#read(this.#reader, head);
  }

  #read(reader: FormatReader, chunk: Uint8Array): void {
    reader.push(chunk);
    this.#watch?.look(reader.events, reader.fruitlessRecords);
  }
}

/** First and last time as `Replay` has them: without events that are dated far ahead. */
class EventTimes {
  firstUs = Number.NaN;
  lastUs = Number.NaN;
  /** The newest event: the next one shows whether its time is right. */
  #heldUs = Number.NaN;

  add({ length, timeUs }: EventBatch): void {
    for (let row = 0; row < length; row++) this.#take(timeUs[row] as number);
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
