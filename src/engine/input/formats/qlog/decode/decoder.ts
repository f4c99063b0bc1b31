/**
 * Records to batches: parses each record, separates headers from events, finds the connection of each event, and
 * reports unreadable records with their position. Never throws on any record.
 *
 * Not here: shapes of records (event-shape.ts), traces and their clocks (trace-source.ts), the rows of events
 * (event-rows.ts).
 */
import {
  asArray,
  asObject,
  type JsonObject,
  looksLikeHeader,
  readHeader,
  type TraceHeader,
  traceCount,
  traceErrors,
} from '../../../../../qlog-schema';
import { plainLine } from '../../../../base/text/plain';
import type { CommonReason, Place } from '../../decode-problem';
import type { LogIdentity } from '../../log-identity';
import { NameTable } from '../../name-table';
import type { DecodeQuality } from '../../quality';
import { NO_HEADER, PREFIX, TRACE_ERROR } from '../messages';
import type { RecordScanner } from '../records/scan/record-scanner';
import type { ScannedRun } from '../records/scan/run';
import type { RecordSink, SplitProblem } from '../records/sink';
import { MAX_CONNECTIONS } from './connections';
import type { DecoderOutput } from './decoder-output';
import type { EventPlan, planOf } from './event-plan';
import { EventRows } from './event-rows';
import { eventName } from './event-shape';
import { RecordParser } from './record-parser';
import { TraceSource } from './trace-source';

/**
 * Incomplete headers are parsed up to this many bytes in total: a document with very many traces delivers its growing
 * outer text once per trace, and the complete one at the end.
 */
const MAX_PARTIAL_HEADER_BYTES = 64 * 1024 * 1024;

/**
 * Traces that are distinguished, as many as connections: each has a clock and a header. Events of further ones are counted as those
 * of too many connections.
 */
const MAX_TRACES = MAX_CONNECTIONS;

export class Decoder implements RecordSink {
  /** Names of events as logged; rows hold their ids. */
  readonly names = new NameTable();
  readonly #output: DecoderOutput;
  readonly #parser = new RecordParser();
  readonly #rows: EventRows;
  /** Sources of contained traces by their number in the file. */
  readonly #contained = new Map<number, TraceSource>();
  /** The sequence being read; a second header starts another. */
  #sequence: TraceSource | null = null;
  #sequenceEvents = 0;
  /** All traces, in order of appearance. */
  readonly #sources: TraceSource[] = [];
  /** Traces of earlier texts that the newest one has continued so far: the first of them. */
  #continued = 0;
  /** Number of traces before the newest text. */
  #earlier = 0;
  /** Offset of the text's first byte in all texts joined. */
  #baseOffset = 0;
  #records = 0;
  #skipped = 0;
  #headerAssumed = false;
  /** In place of all traces beyond `MAX_TRACES`. */
  #leftOut: TraceSource | null = null;
  #partialHeaderBytes = 0;

  /** Null while every record is parsed. */
  scanner: RecordScanner | null = null;

  constructor(output: DecoderOutput) {
    this.#output = {
      ...output,
      onProblem: (problem) => output.onProblem({ ...problem, detail: plainLine(problem.detail) }),
    };
    this.#rows = new EventRows(this.names, this.#output, (...why) => this.#skip(...why));
  }

  /** Further records that repeat are not parsed. @param plan makes the plans of their rows. */
  recogniseWith(scanner: RecordScanner<EventPlan>, plan: typeof planOf): void {
    this.scanner = scanner;
    this.#rows.recogniseWith(scanner, plan);
  }

  /** Events decoded so far, unknown kinds included. */
  get events(): number {
    return this.#rows.events;
  }

  /** Records that could not be read. */
  get skipped(): number {
    return this.#skipped;
  }

  /** Records without an event: skipped, or empty. */
  get fruitless(): number {
    return this.#skipped + this.#rows.empty;
  }

  /** Events of connections beyond those that are distinguished: counted, not decoded. */
  get unplacedEvents(): number {
    return this.#rows.unplaced;
  }

  /** Traces that are distinguished. */
  get traces(): number {
    return this.#sources.length;
  }

  /** The header of the file's first trace, null before it was read or where the file has none. */
  get traceHeader(): TraceHeader | null {
    const [first] = this.#sources;
    return first === undefined || first.assumed ? null : first.header;
  }

  /** How well a connection could be read so far, null for an unknown index. */
  quality(connection: number): DecodeQuality | null {
    return this.#rows.connections.quality(connection);
  }

  identity(connection: number): LogIdentity | null {
    return this.#rows.connections.identity(connection);
  }

  /** The times of the newest text start anew in one of its traces (clock.ts). */
  get startedAnew(): boolean {
    return this.#sources.some(({ clock }) => clock.startedAnew);
  }

  /** Another text begins; its traces continue those of the texts before, in their order. */
  nextText(baseOffset: number): void {
    this.flush();
    this.#baseOffset = baseOffset;
    this.#records = 0;
    this.#contained.clear();
    this.#sequence = null;
    this.#sequenceEvents = 0;
    this.#continued = 0;
    this.#earlier = this.#sources.length;
  }

  record(bytes: Uint8Array, offset: number, terminated: boolean): void {
    const place = { offset, record: this.#records++, sizeBytes: bytes.length };
    this.#parse(bytes, place, null, terminated ? 'broken' : 'cut');
  }

  /** @param trace that contains the record; null for one of a sequence. @param reason why it is skipped where it is no JSON. */
  #parse(bytes: Uint8Array, place: Place, trace: number | null, reason: 'broken' | 'cut'): void {
    const parsed = this.#parser.parse(bytes);
    if (parsed instanceof Error) {
      this.#skip(reason, place, parsed.message);
      return;
    }
    const object = asObject(parsed);
    // A document truncated after a comma has the next document among its events.
    if (object !== null && looksLikeHeader(object) && eventName(object) === null) {
      this.#startSequence(object);
      this.#inlineEvents(object, place);
      if (trace !== null && asArray(object.traces) === null) this.#continueArray(trace);
      return;
    }
    const source = trace === null ? this.#sequenceSource(place) : this.#containedSource(trace, place);
    this.#rows.event(source, parsed, place, this.#parser);
    this.#learn(bytes, parsed);
  }

  recognised(run: ScannedRun, offset: number, trace: number | null): void {
    const { scanner } = this;
    if (scanner === null) return;
    const { count, records } = run;
    if (trace !== null && this.#records === 0) this.#records = 1;
    const number = this.#records;
    this.#records += count;
    const first = { offset: offset + records[1], record: number, sizeBytes: 0 };
    let source: TraceSource;
    if (trace === null) {
      source = this.#sequenceSource(first);
      this.#sequenceEvents += count - 1;
    } else source = this.#containedSource(trace, first);
    this.#rows.recognised(source, run, offset, number);
  }

  #learn(bytes: Uint8Array, parsed: unknown): void {
    const { repaired, replacedCharacters } = this.#parser;
    if (!repaired && replacedCharacters === 0) this.scanner?.learn(bytes, parsed);
  }

  #sequenceSource(place: Place): TraceSource {
    this.#sequence ??= this.#assumeSource(place);
    this.#sequenceEvents++;
    return this.#sequence;
  }

  event(bytes: Uint8Array, offset: number, trace: number): void {
    const place = { offset, record: Math.max(1, this.#records), sizeBytes: bytes.length };
    this.#records = place.record + 1;
    this.#parse(bytes, place, trace, 'broken');
  }

  header(bytes: Uint8Array, complete: boolean, firstTrace: number): void {
    // The outer text is record 0, whenever it is complete.
    if (this.#records === 0) this.#records = 1;
    if (!complete) {
      this.#partialHeaderBytes += bytes.length;
      if (this.#partialHeaderBytes > MAX_PARTIAL_HEADER_BYTES) return;
    }
    const place = { offset: this.#baseOffset, record: 0, sizeBytes: bytes.length };
    const parsed = this.#parser.parse(bytes);
    const file = parsed instanceof Error ? null : asObject(parsed);
    if (file === null) {
      const what = parsed instanceof Error ? parsed.message : 'it is no JSON object';
      if (complete) this.#skip('broken', place, `the header: ${what}`);
      return;
    }
    const traces = traceCount(file);
    // While the document is open only its newest trace is new; at its end all traces may have further keys.
    const end = Math.min(traces, MAX_TRACES - firstTrace);
    for (let n = complete ? 0 : Math.max(0, traces - 1); n < end; n++)
      this.#describe(firstTrace + n, readHeader(file, n));
    if (!complete) return;
    if (this.#sources.length === 0) this.#newSource(readHeader(file), false);
    this.#reportTraceErrors(file, place);
  }

  #reportTraceErrors(file: JsonObject, place: Place): void {
    for (const text of traceErrors(file)) {
      const detail = `a trace of this file could not be made: ${text}`;
      this.#output.onProblem({ ...place, reason: 'trace-error', message: TRACE_ERROR, detail });
    }
  }

  problem(problem: SplitProblem): void {
    const record = this.#records;
    // Problems between records (no bytes): nothing is skipped, a comma is missing or there is an extra bracket.
    if (problem.sizeBytes > 0) {
      this.#skipped++;
      this.#records++;
    }
    if (problem.reason === 'prefix') this.#output.onProblem({ ...problem, record, message: PREFIX });
    else this.#output.onProblem({ ...problem, reason: problem.reason, record });
  }

  /** Delivers the rows of the batch, so that none waits for more input. */
  flush(): void {
    this.#rows.flush();
  }

  /** The source of a trace of this text: the one that it continues, else a new one. */
  #newSource(header: TraceHeader, assumed: boolean, number?: number): TraceSource {
    if (number === undefined && this.#continued < this.#earlier) {
      const source = this.#sources[this.#continued++];
      source.continueIn(assumed ? null : header);
      this.#rows.connections.refresh(source);
      return source;
    }
    const at = number ?? this.#sources.length;
    if (at >= MAX_TRACES) {
      this.#leftOut ??= new TraceSource(at, readHeader({}), true, 1, true);
      return this.#leftOut;
    }
    const source = new TraceSource(at, header, assumed, this.#output.timeFactor);
    this.#sources[at] = source;
    return source;
  }

  /** A header of a sequence. Before the first event it replaces an earlier one; after events it starts a new trace. */
  #startSequence(file: JsonObject): void {
    const again = this.#sequence !== null && this.#sequenceEvents === 0 ? this.#sequence : null;
    const header = readHeader(file);
    // One that continues an earlier text has the same connections.
    if (again !== null && again.connections.size > 0) again.continueIn(header);
    else this.#sequence = this.#newSource(header, false, again?.number);
    this.#sequenceEvents = 0;
  }

  /** The records of sequences as elements of one array, as `jq -s` writes them: those after a header are of its trace. */
  #continueArray(trace: number): void {
    if (this.#sequence === null) return;
    this.#contain(trace, this.#sequence);
    this.#sequenceEvents++;
  }

  /** A whole contained document as one record of a sequence, with its events inside. */
  #inlineEvents(file: JsonObject, place: Place): void {
    this.#reportTraceErrors(file, place);
    const entries = asArray(file.traces) ?? [];
    let n = 0;
    for (const entry of entries) {
      const events = asArray(asObject(entry)?.events);
      if (events === null) continue;
      const source = n === 0 ? this.#sequence : this.#newSource(readHeader(file, n), false);
      n++;
      if (source === null) continue;
      for (const event of events) {
        this.#sequenceEvents++;
        this.#rows.event(source, event, place, this.#parser);
      }
    }
  }

  #describe(trace: number, header: TraceHeader): void {
    const source = this.#contained.get(trace);
    if (source === undefined) {
      this.#contain(trace, this.#newSource(header, false));
      return;
    }
    source.complete(header);
    this.#rows.connections.refresh(source);
  }

  #containedSource(trace: number, place: Place): TraceSource {
    const existing = this.#contained.get(trace);
    if (existing !== undefined) return existing;
    // A document may hold more traces than its header was parsed for: these get the header of the last parsed one.
    const before = this.#contained.get(trace - 1);
    const alike = before === undefined || before.assumed ? null : before.header;
    const source =
      alike === null
        ? this.#assumeSource(place)
        : this.#newSource({ ...alike, title: null, groupId: null, groupIds: null, odcid: null }, false);
    this.#contain(trace, source);
    return source;
  }

  #contain(trace: number, source: TraceSource): void {
    if (!source.isLeftOut) this.#contained.set(trace, source);
  }

  #assumeSource(place: Place): TraceSource {
    // A text without a header of its own, after one with it.
    const source = this.#continued < this.#earlier ? this.#sources[this.#continued] : undefined;
    if (!this.#headerAssumed && source?.assumed !== false) {
      this.#headerAssumed = true;
      const detail = 'no qlog header stands before this event; times are taken as they stand';
      this.#output.onProblem({ ...place, sizeBytes: 0, reason: 'no-header', message: NO_HEADER, detail });
    }
    return this.#newSource(readHeader({}), true);
  }

  #skip(reason: CommonReason, place: Place, detail: string): void {
    this.#skipped++;
    this.#output.onProblem({ ...place, reason, detail });
  }
}
