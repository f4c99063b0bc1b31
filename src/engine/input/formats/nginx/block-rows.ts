/**
 * The rows of one worker until their time is known. A worker reads its clock once when it has waited for events; all that follows
 * until it waits again, a block, has that one time. In a block a timer that is set says it, CUBIC's steps too, else the step since
 * the block before:
 *
 *   epoll timer: 98              the block before ends: the worker waits
 *   *1 quic recvmsg: fd:6 n:43
 *   *1 event timer add: 6: 98:6388122      the clock is 6388122 − 98
 *   timer delta: 13                        and 13 ms later than in the block before
 *
 * So rows wait until one of these comes. Of the first blocks of a log none may say it: they wait for the first that does, and their
 * times are its own less the steps between. With `debug_connection` the lines of the worker are missing, and a block begins with each
 * datagram and with each timer that fires.
 */
import { BATCH_ROWS, EventBatch } from '../../../base/columns/event-batch';
import type { LogClock } from './log-clock';

/** A batch is given where a block ends with so many rows: the next one has room. */
const FULL_ROWS = BATCH_ROWS / 2;
/** Rows that wait; then the seconds of their lines decide. */
const MAX_WAITING = 4 * BATCH_ROWS;

/** Rows of one connection. */
interface Segment<Connection> {
  readonly batch: EventBatch;
  readonly connection: Connection;
  /** The first row whose time is not known: rows from it on are of one block. */
  from: number;
  /** Index of that block in `#steps`. */
  block: number;
}

/** @template Connection whose rows they are; a packet of it that has begun may break off. */
export class BlockRows<Connection extends { breaksOff(): void }> {
  readonly #clock: LogClock;
  readonly #deliver: (batch: EventBatch, connection: Connection) => void;
  readonly #spare: EventBatch[] = [];
  /** Complete segments whose time is not known. */
  #waiting: Segment<Connection>[] = [];
  #waitingRows = 0;
  /** The segment that rows are added to. */
  #current: Segment<Connection> | null = null;
  /** By block from the first that waits to the current one: ms since the block before; NaN where that is not logged. */
  #steps: number[] = [Number.NaN];
  /** The clock of the current block, ms; NaN while it is not known. */
  #nowMs = Number.NaN;
  /** What a timer says of it, while it is not known how long blocks before it waited. */
  #saidMs = Number.NaN;
  /** The clock of the block before; NaN before any is known. */
  #beforeMs = Number.NaN;
  /** The worker's own lines are in the log. */
  #hasLoop = false;
  /** Second of the lines of the current block. */
  seconds = Number.NaN;
  /** Another number: rows that began before are gone. */
  serial = 0;
  /** The last rows are of a packet, or a datagram, that goes on: they are not delivered. */
  isOpen = false;

  constructor(clock: LogClock, deliver: (batch: EventBatch, connection: Connection) => void) {
    this.#clock = clock;
    this.#deliver = deliver;
  }

  /** Begins a row of a connection; it is in `batch` as long as `isOpen`. */
  begin(connection: Connection, kind: number, offset: number, nameId: number): number {
    let current = this.#current;
    if (current?.connection !== connection) {
      this.#complete();
      current = this.#begin(connection, this.#spare.pop() ?? new EventBatch());
    } else if (current.batch.full) {
      if (this.isOpen) current = this.#enlarged(current);
      else {
        this.#complete();
        current = this.#begin(connection, this.#spare.pop() ?? new EventBatch());
      }
    }
    return current.batch.begin(
      kind,
      Number.isNaN(this.#nowMs) ? 0 : this.#clock.toUs(this.#nowMs),
      offset,
      nameId,
    );
  }

  /** Of the current segment: rows are added to it alone. */
  get batch(): EventBatch {
    return (this.#current as Segment<Connection>).batch;
  }

  /** Whether the rows that are added now are of this connection. */
  isOf(connection: Connection): boolean {
    return this.#current?.connection === connection && this.#current.batch.length > 0;
  }

  #begin(connection: Connection, batch: EventBatch): Segment<Connection> {
    this.isOpen = false;
    this.serial++;
    this.#current = { batch, connection, from: 0, block: this.#steps.length - 1 };
    return this.#current;
  }

  /** A packet with more rows than a batch has. */
  #enlarged(segment: Segment<Connection>): Segment<Connection> {
    const { batch } = segment;
    const larger = new EventBatch(2 * batch.length);
    for (let row = 0; row < batch.length; row++) larger.copyRow(batch, row);
    this.#current = { ...segment, batch: larger };
    return this.#current;
  }

  /** The current segment ends. */
  #complete(): void {
    const segment = this.#current;
    if (segment === null) return;
    segment.connection.breaksOff();
    this.#current = null;
    this.isOpen = false;
    if (Number.isNaN(this.#nowMs) && segment.from < segment.batch.length) {
      this.#waiting.push(segment);
      this.#waitingRows += segment.batch.length;
      if (this.#waitingRows > MAX_WAITING) this.#know(this.#bySeconds());
    } else this.#give(segment);
  }

  #give({ batch, connection }: Segment<Connection>): void {
    if (batch.length > 0) this.#deliver(batch, connection);
    batch.clear();
    if (batch.kind.length === BATCH_ROWS) this.#spare.push(batch);
  }

  /** The worker waits: the block ends. @param isLoop by its own line. */
  waits(isLoop: boolean): void {
    if (isLoop) this.#hasLoop = true;
    else if (this.#hasLoop) return;
    this.#current?.connection.breaksOff();
    this.isOpen = false;
    this.#settle();
    if (Number.isNaN(this.#nowMs)) {
      this.#complete();
      this.#steps.push(Number.NaN);
      return;
    }
    if (this.#current !== null && this.#current.batch.length > FULL_ROWS) this.#complete();
    this.#beforeMs = this.#nowMs;
    this.#nowMs = Number.NaN;
    this.#steps.length = 1;
    this.#steps[0] = Number.NaN;
    if (this.#current === null) return;
    this.#current.from = this.#current.batch.length;
    this.#current.block = 0;
  }

  /** No line of the block can say more of its time. */
  #settle(): void {
    if (!Number.isNaN(this.#nowMs)) return;
    if (!Number.isNaN(this.#saidMs)) this.#know(this.#saidMs);
    else if (!Number.isNaN(this.#beforeMs)) this.#know(this.#beforeMs);
  }

  /** The worker's line says how long after the block before this one is, ms. */
  step(ms: number): void {
    this.#hasLoop = true;
    if (!(ms >= 0) || !Number.isNaN(this.#nowMs)) return;
    this.#steps[this.#steps.length - 1] = ms;
    if (!Number.isNaN(this.#saidMs)) this.#know(this.#saidMs);
    else if (!Number.isNaN(this.#beforeMs)) this.#know(this.#beforeMs + ms);
  }

  /** A line says the clock of the block, ms. */
  says(clockMs: number): void {
    if (!Number.isNaN(this.#nowMs) || !(clockMs >= 0) || clockMs < this.#beforeMs) return;
    if (!this.#clock.fits(clockMs, this.seconds)) return;
    // Blocks before it are placed by the step to this one, which comes later.
    const waitsForStep =
      Number.isNaN(this.#beforeMs) && this.#steps.length > 1 && Number.isNaN(this.#steps.at(-1) ?? 0);
    if (waitsForStep) this.#saidMs = clockMs;
    else this.#know(clockMs);
  }

  /** A line states the time in UTC, ms since 1970. */
  dates(utcMs: number): void {
    this.#clock.stated(utcMs, this.seconds);
  }

  /** What a timer that stays as it is shows, ms: where the log lacks the worker's own lines. */
  shows(clockMs: number): void {
    if (!this.#hasLoop && clockMs >= this.#beforeMs) this.says(clockMs);
  }

  #bySeconds(): number {
    const ms = this.#clock.bySeconds(this.seconds);
    return ms >= this.#beforeMs || Number.isNaN(this.#beforeMs) ? ms : this.#beforeMs;
  }

  /** The clock of the current block is known: what waits has its time. */
  #know(clockMs: number): void {
    this.#saidMs = Number.NaN;
    this.#nowMs = clockMs;
    this.#clock.note(clockMs, this.seconds);
    for (const segment of this.#waiting) {
      const { batch, from, block } = segment;
      batch.timeUs.fill(this.#clock.toUs(clockMs - this.#stepsAfter(block)), from, batch.length);
      this.#give(segment);
    }
    this.#waiting = [];
    this.#waitingRows = 0;
    const current = this.#current;
    if (current !== null && current.from < current.batch.length)
      current.batch.timeUs.fill(this.#clock.toUs(clockMs), current.from, current.batch.length);
  }

  /** From a block to the current one, ms. */
  #stepsAfter(block: number): number {
    let ms = 0;
    for (let i = block + 1; i < this.#steps.length; i++) ms += this.#steps[i] || 0;
    return ms;
  }

  /** Gives what is complete. */
  flush(): void {
    const segment = this.#current;
    if (segment === null || this.isOpen || this.#waiting.length > 0) return;
    if (Number.isNaN(this.#nowMs) && segment.from < segment.batch.length) return;
    if (segment.batch.length > 0) this.#deliver(segment.batch, segment.connection);
    segment.batch.clear();
    segment.from = 0;
    this.serial++;
  }

  /** The text ends. */
  end(): void {
    this.#settle();
    this.#complete();
    if (this.#waiting.length > 0) this.#know(this.#bySeconds());
  }
}
