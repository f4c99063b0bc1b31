/**
 * Records to batches: parses each record, tells the header from the events, keeps the trace's clock,
 * and reports what could not be read, each with its place. It never throws on any record.
 */
import { asNumber, asObject, looksLikeHeader, readHeader, type TraceHeader } from '../qlog-schema';
import type { RecordSink, SplitProblem } from '../records/sink';
import { EventBatch } from '../series/event-batch';
import { TraceClock } from './clock';
import { decodeEvent, eventName } from './event-decoder';
import { StreamProgress } from './stream-progress';

/** A record that was not read, or only with a reservation. Record 0 is the header. */
export interface DecodeProblem {
  readonly reason: SplitProblem['reason'] | 'large' | 'other-trace' | 'no-header';
  readonly offset: number;
  /** Number of the record in its file, the header being 0. */
  readonly record: number;
  readonly sizeBytes: number;
  readonly detail: string;
}

export interface DecoderOutput {
  readonly onHeader: (header: TraceHeader) => void;
  readonly onBatch: (batch: EventBatch) => void;
  readonly onProblem: (problem: DecodeProblem) => void;
}

/** A record larger than this is read, and named: no event of a healthy trace comes near it. */
const LARGE_RECORD_BYTES = 4 * 1024 * 1024;

export class Decoder implements RecordSink {
  readonly #output: DecoderOutput;
  readonly #text = new TextDecoder('utf-8', { fatal: false });
  readonly #batch = new EventBatch();
  readonly #streams = new StreamProgress();
  #clock: TraceClock | null = null;
  #unitsPerMs = 1;
  #header: TraceHeader | null = null;
  #headerAssumed = false;
  #records = 0;
  #events = 0;
  #skipped = 0;
  #otherTraces = new Set<number>();
  #secondDocument = false;

  constructor(output: DecoderOutput) {
    this.#output = output;
  }

  /** Events decoded so far, unknown kinds included. */
  get events(): number {
    return this.#events;
  }

  /** Records that could not be read. */
  get skipped(): number {
    return this.#skipped;
  }

  /** The header read so far, null before it came or where the file has none. */
  get traceHeader(): TraceHeader | null {
    return this.#headerAssumed ? null : this.#header;
  }

  record(bytes: Uint8Array, offset: number, terminated: boolean): void {
    if (this.#secondDocument) return;
    const number = this.#records++;
    const parsed = this.#parse(bytes, offset, number, terminated);
    if (parsed === null) return;
    if (looksLikeHeader(parsed) && (this.#header === null || eventName(parsed) === null)) {
      if (this.#events === 0) this.#setHeader(readHeader(parsed));
      else this.#stopAtSecondDocument(offset, number);
      return;
    }
    if (this.#header === null) this.#assumeHeader(offset, number);
    this.#event(parsed, offset, number, bytes.length);
  }

  event(bytes: Uint8Array, offset: number, trace: number): void {
    const number = this.#records++;
    if (trace > 0) {
      this.#noteOtherTrace(trace, offset, number);
      return;
    }
    const parsed = this.#parse(bytes, offset, number, true);
    if (parsed !== null) this.#event(parsed, offset, number, bytes.length);
  }

  header(bytes: Uint8Array, complete: boolean): void {
    // The outer text is record 0, whenever it is complete.
    if (this.#records === 0) this.#records = 1;
    const parsed = parseObject(this.#text.decode(bytes));
    if (!(parsed instanceof Error)) this.#setHeader(readHeader(parsed));
    else if (complete) this.#skip('broken', 0, 0, bytes.length, `the header: ${parsed.message}`);
  }

  problem(problem: SplitProblem): void {
    const record = this.#records;
    // Between records (no bytes) nothing is left out: a comma is missing or a bracket is too many.
    if (problem.reason !== 'second-document' && problem.sizeBytes > 0) {
      this.#skipped++;
      this.#records++;
    }
    this.#output.onProblem({ ...problem, record });
  }

  /** Hands on what the batch holds, so that nothing waits for more input. */
  flush(): void {
    if (this.#batch.length === 0) return;
    this.#output.onBatch(this.#batch);
    this.#batch.clear();
  }

  #setHeader(header: TraceHeader): void {
    this.#header = header;
    // Keys may come in any order: a header completed after the events must not restart the clock.
    if (this.#clock === null || this.#events === 0) {
      this.#clock = new TraceClock(header);
      this.#unitsPerMs = header.unitsPerMs;
    }
    this.#output.onHeader(header);
  }

  #assumeHeader(offset: number, record: number): void {
    this.#headerAssumed = true;
    this.#setHeader(readHeader({}));
    this.#output.onProblem({
      reason: 'no-header',
      offset,
      record,
      sizeBytes: 0,
      detail: 'the first record is no qlog header; times are taken as they stand',
    });
  }

  /** A header behind events: sequences were joined. Times and packet numbers begin anew there. */
  #stopAtSecondDocument(offset: number, record: number): void {
    this.#secondDocument = true;
    const detail = 'a second header stands here; only what is before it is read';
    this.#output.onProblem({ reason: 'second-document', offset, record, sizeBytes: 0, detail });
  }

  #noteOtherTrace(trace: number, offset: number, record: number): void {
    if (this.#otherTraces.has(trace)) return;
    this.#otherTraces.add(trace);
    this.#output.onProblem({
      reason: 'other-trace',
      offset,
      record,
      sizeBytes: 0,
      detail: `the file holds trace ${trace + 1} as well; only the first is shown`,
    });
  }

  #parse(bytes: Uint8Array, offset: number, record: number, terminated: boolean) {
    const parsed = parseObject(this.#text.decode(bytes));
    if (!(parsed instanceof Error)) return parsed;
    this.#skip(terminated ? 'broken' : 'cut', offset, record, bytes.length, parsed.message);
    return null;
  }

  #skip(
    reason: DecodeProblem['reason'],
    offset: number,
    record: number,
    sizeBytes: number,
    detail: string,
  ): void {
    this.#skipped++;
    this.#output.onProblem({ reason, offset, record, sizeBytes, detail });
  }

  #event(
    event: { readonly [key: string]: unknown },
    offset: number,
    record: number,
    sizeBytes: number,
  ): void {
    // A trailing {} is legal where a writer dodges the last comma (draft-02, 0.3).
    if (Object.keys(event).length === 0) return;
    const name = eventName(event);
    const time = asNumber(event.time);
    if (name === null || time === null) {
      const missing = name === null ? 'name' : 'time';
      this.#skip('broken', offset, record, sizeBytes, `the event has no ${missing}`);
      return;
    }
    if (sizeBytes > LARGE_RECORD_BYTES) {
      const detail = `${name} is ${(sizeBytes / 1e6).toFixed(1)} MB long; it was read`;
      this.#output.onProblem({ reason: 'large', offset, record, sizeBytes, detail });
    }
    this.#clock ??= new TraceClock({ timeFormat: null, unitsPerMs: 1 });
    const timeUs = this.#clock.toUs(time);
    if (Number.isNaN(timeUs)) {
      this.#skip('broken', offset, record, sizeBytes, `the event's time ${time} is out of range`);
      return;
    }
    this.#events++;
    const data = asObject(event.data) ?? {};
    decodeEvent(this.#batch, name, data, timeUs, offset, this.#unitsPerMs, this.#streams);
    if (this.#batch.full) this.flush();
  }
}

function parseObject(text: string): { readonly [key: string]: unknown } | Error {
  try {
    const object = asObject(JSON.parse(text));
    return object ?? new Error('the record is not a JSON object');
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
  }
}
