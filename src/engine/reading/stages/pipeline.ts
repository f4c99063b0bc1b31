/**
 * The pipeline stages in order, as one object: decompressed bytes in, transport state out. Worker and tests use the
 * same pipeline; it depends on neither worker nor page, and knows no format: the first bytes decide which one reads.
 *
 * A file may hold several connections: each has its own replay, which gets the batches of its events.
 */
import type { EventBatch } from '../../base/columns/event-batch';
import type { TimeRange } from '../../input/bytes/source';
import { FORMATS } from '../../input/formats';
import type { ConnectionFacts } from '../../input/formats/connection-facts';
import type { DecodeProblem } from '../../input/formats/decode-problem';
import type { Container, NoEvents, ReaderOutput, TextFacts, TraceFormat } from '../../input/formats/format';
import { NameTable } from '../../input/formats/name-table';
import type { DecodeQuality } from '../../input/formats/quality';
import type { RecordAccess } from '../../input/formats/record-access';
import type { Missing } from '../../input/formats/records';
import { Replay, type ReplayHints } from '../../sender/transport/replay';
import type { TimeUnit } from '../../sender/transport/rtt-unit';
import { TransportState } from '../../sender/transport/transport';
import { CONNECTION_BYTES, ConnectionBudget } from '../budgets/connection-budget';
import { timed } from '../budgets/stage-clock';
import type { LogEnds } from '../contract/log-ends';
import { midwayNumber } from '../segments/midway';
import { PacketNumbers } from '../segments/packet-numbers';
import { DoubledRows } from './doubled-rows';
import { beginAt } from './range-beginning';
import { isRecorded } from './recorded';
import { type ScannedText, TextScanner } from './text-scanner';
import { RangeLimit } from './time-range';

export interface Connection {
  readonly info: ConnectionFacts;
  readonly state: TransportState;
  /** How well it could be read so far. */
  readonly quality: DecodeQuality;
  /** What shows which other log continues it. */
  readonly ends: LogEnds;
  /** Number of the first packet where the log begins in the middle of the connection; null where it does not. */
  readonly midwayNumber: number | null;
}

class ConnectionReplay implements Connection {
  info: ConnectionFacts;
  readonly state: TransportState;
  /** Null once the last text has ended: what replays takes as much memory as the state of a few packets. */
  #replay: Replay | null;
  /** Of the newest text. */
  numbers = new PacketNumbers();
  /** Of the first text that holds packets. */
  #first = this.numbers;
  readonly #facts: () => TextFacts | null;
  #resumed = false;
  readonly #doubled = new DoubledRows();

  constructor(info: ConnectionFacts, facts: () => TextFacts | null, readsRecords: boolean) {
    this.info = info;
    const replay = new Replay(hintsOf(info));
    this.#replay = replay;
    this.state = replay.state;
    this.state.events.storesOffsets = readsRecords;
    this.#resume(info);
    this.#facts = facts;
  }

  get quality(): DecodeQuality {
    return this.#required(this.#facts()?.quality(this.info.index));
  }

  get ends(): LogEnds {
    const { timeFormat, originMs, paths } = this.quality;
    const { firstUs, lastUs } = this.state;
    const { sent, received } = this.numbers;
    const identity = this.#required(this.#facts()?.identity(this.info.index));
    return { identity, timeFormat, originMs, fromUs: firstUs, toUs: lastUs, sent, received, paths };
  }

  get midwayNumber(): number | null {
    return midwayNumber(this.#first.sent, this.#first.received);
  }

  /** More is known of the connection. */
  learn(info: ConnectionFacts): void {
    this.info = info;
    this.#replay?.configure(hintsOf(info));
    this.#resume(info);
  }

  /** An exported range begins in a state of its own. */
  #resume({ range }: ConnectionFacts): void {
    const replay = this.#replay;
    if (range == null || replay === null || this.#resumed || this.state.events.length > 0) return;
    this.#resumed = true;
    beginAt(range, replay);
  }

  consume(logged: EventBatch): void {
    const batch = this.#doubled.take(logged, () => isOnePath(this.quality));
    this.state.doubledRecords = this.#doubled.leftOut;
    this.numbers.add(batch);
    const replay = this.#replay;
    if (replay !== null) timed('replay', () => replay.consume(batch));
  }

  /** The last text has ended. */
  end(): void {
    const replay = this.#replay;
    if (replay === null) return;
    timed('replay', () => replay.end());
    this.#replay = null;
    // Quality costs as much as a thousand events, and there may be thousands of connections that nothing is asked of.
    if (isRecorded(this)) this.state.pathCount = pathCountOf(this.quality, this.state);
  }

  /** See `TracePipeline`. */
  timesTurnedOut(): TimeUnit | null {
    this.#replay?.settleUnits();
    return this.state.units.times;
  }

  /** Another text begins. */
  nextText(): void {
    this.numbers = new PacketNumbers();
    if (this.#first.isEmpty) this.#first = this.numbers;
  }

  #required<T>(fact: T | null | undefined): T {
    if (fact === null || fact === undefined)
      throw new Error(`connection ${this.info.index} is not known to its reader`);
    return fact;
  }
}

const isOnePath = ({ paths, tuplePackets }: DecodeQuality): boolean =>
  paths.length <= 1 && tuplePackets.length <= 1;

/** At least so much of what is sent beside the tuple with most packets repeats numbers, where each tuple has numbers of its own. */
const REPEATED_SHARE = 0.5;

/** Paths by their ids; without ids tuples of addresses, where packet numbers do not go on from one to the other, as after a migration. */
function pathCountOf(
  { paths, tuplePackets: [, ...others] }: DecodeQuality,
  { ledger }: TransportState,
): number {
  const beside = others.reduce((sum, count) => sum + count, 0);
  const areNumbered = paths.length === 0 && ledger.application.outOfOrder > REPEATED_SHARE * beside;
  return Math.max(1, areNumbered ? others.length + 1 : paths.length);
}

function hintsOf({ effects, vantagePoint }: ConnectionFacts): ReplayHints {
  const isEnd = vantagePoint === 'client' || vantagePoint === 'server';
  return { ...effects, ...(isEnd && effects.vantageUnreliable !== true && { role: vantagePoint }) };
}

/** Scans the text in another thread, and gives what it finds to the output. */
export interface RemoteScan extends ScannedText {
  output: ReaderOutput | null;
}

export class TracePipeline {
  readonly #connections: ConnectionReplay[] = [];
  /** Scans what is pushed. */
  readonly #scanner: TextScanner;
  /** The text, scanned here or in another thread. */
  readonly #text: ScannedText;
  /** Used until a format is chosen. */
  readonly #noNames = new NameTable();
  /** Used until a connection appears. */
  readonly #nothing = new TransportState();
  readonly #limit: RangeLimit | null;
  readonly #budget: ConnectionBudget;
  readonly #readsRecords: boolean;
  /** See `TextSettings`. */
  readonly timeUnit: TimeUnit | null;

  /**
   * @param onProblem called for each record that was not read, or only after a repair.
   * @param range events outside it are not replayed; null takes all.
   * @param formats that a text may have; the last one takes what no other claims.
   * @param remote scans the text in another thread: nothing is pushed here. Null for none.
   * @param budget of the connections of all texts of the file. @param readsRecords, timeUnit see `TextSettings`.
   */
  constructor(
    onProblem: (problem: DecodeProblem) => void,
    range: TimeRange | null = null,
    formats: readonly TraceFormat[] = FORMATS,
    remote: RemoteScan | null = null,
    budget = new ConnectionBudget(),
    readsRecords = true,
    timeUnit: TimeUnit | null = null,
  ) {
    this.#limit = range === null ? null : new RangeLimit(range);
    this.#budget = budget;
    this.#readsRecords = readsRecords;
    this.timeUnit = timeUnit;
    const output: ReaderOutput = {
      onConnection: (info) => this.#learn(info),
      // An entry of an archive is not hidden by one before it.
      mayOpen: () => this.#connections.length === 0 || budget.isLeft,
      onBatch: (batch, connection) => this.#replay(this.#limit?.take(batch) ?? batch, connection),
      onProblem,
      ...(timeUnit !== null && { timeFactor: timeUnit.factor }),
    };
    this.#scanner = new TextScanner(output, formats);
    if (remote !== null) remote.output = output;
    this.#text = remote ?? this.#scanner;
  }

  /**
   * Processes the next decompressed bytes; chunks may end anywhere. `state` is updated with the complete records.
   * @throws NotATrace when the text is not of its format; BrokenRun when nothing was readable for too long.
   */
  push(chunk: Uint8Array): void {
    this.#scanner.push(chunk);
  }

  /** The text ends here; another may follow. Nothing is left to do where another thread scans. @throws NotATrace if it was empty. */
  endText(): void {
    if (this.#text === this.#scanner) this.#scanner.end();
  }

  /** Another text continues the one that has ended. Offsets count on. */
  nextText(): void {
    if (this.#text === this.#scanner) this.#scanner.nextText();
    for (const connection of this.#connections) connection.nextText();
  }

  /** The unit of the times that what was read shows, where it is not the one that they were taken in; else null. */
  timesTurnedOut(): TimeUnit | null {
    return this.#main?.timesTurnedOut() ?? null;
  }

  /** The last text has ended. */
  finish(): void {
    for (const connection of this.#connections) connection.end();
  }

  /** The only text ends here. @throws NotATrace if it was empty. */
  end(): void {
    this.endText();
    this.finish();
  }

  /** The times of the newest text start anew, and nothing says when. */
  get startedAnew(): boolean {
    return this.#text.facts?.startedAnew === true;
  }

  /** The format of the text; null before its first bytes have shown it. */
  get format(): TraceFormat | null {
    return this.#text.format;
  }

  /** All connections of the file, in order of appearance. */
  get connections(): readonly Connection[] {
    return this.#connections;
  }

  /** The connection that sent the most bytes in flight, else the one with the most events; null for none. */
  get main(): Connection | null {
    return this.#main;
  }

  get #main(): ConnectionReplay | null {
    let main: ConnectionReplay | null = null;
    for (const connection of this.#connections) {
      if (main === null || outweighs(connection.state, main.state)) main = connection;
    }
    return main;
  }

  get state(): TransportState {
    return this.main?.state ?? this.#nothing;
  }

  /** False where the text has no header, or that of the main connection has not been read. */
  get hasHeader(): boolean {
    const info = this.main?.info;
    return info === undefined ? this.#text.facts?.hasHeader === true : !info.headerAssumed;
  }

  get container(): Container | null {
    return this.#text.facts?.container ?? null;
  }

  /** The message about a text without events; null before its format is known. */
  get noEvents(): NoEvents | null {
    const { hasHeader, skippedRecords } = this;
    return this.format?.withoutEvents({ hasHeader, skippedRecords }) ?? null;
  }

  /** The requested range and the number of events left out; null if everything was requested. */
  get rangeLimit(): Pick<RangeLimit, 'range' | 'leftOut'> | null {
    return this.#limit;
  }

  /** Bytes of memory of all connections, their columns above all. */
  get columnBytes(): number {
    return this.#connections.reduce((sum, { state }) => sum + CONNECTION_BYTES + state.byteLength, 0);
  }

  /** Event names as logged; indexed by `EventColumns.nameId`. */
  get names(): NameTable {
    return this.#text.facts?.names ?? this.#noNames;
  }

  get events(): number {
    return this.#text.facts?.events ?? 0;
  }

  get skippedRecords(): number {
    return this.#text.facts?.skippedRecords ?? 0;
  }

  get inflatedBytes(): number {
    return this.#text.scannedBytes;
  }

  /** The records of the rows. Rejects where the code that reads them cannot be fetched. */
  async records(): Promise<RecordAccess | Missing> {
    const infos = this.#connections.map(({ info }) => info);
    return (await this.format?.records(infos)) ?? { missing: 'nothing of the file was read' };
  }

  #replay(batch: EventBatch, index: number): void {
    this.#connections[index]?.consume(batch);
  }

  #learn(info: ConnectionFacts): void {
    let connection = this.#connections[info.index];
    if (connection === undefined) {
      connection = new ConnectionReplay(info, () => this.#text.facts, this.#readsRecords);
      this.#connections.push(connection);
      this.#budget.opened();
    } else {
      connection.learn(info);
    }
    connection.state.captured = info.vantagePoint === 'network';
  }
}

function outweighs(a: TransportState, b: TransportState): boolean {
  if (a.sentInFlightBytes !== b.sentInFlightBytes) return a.sentInFlightBytes > b.sentInFlightBytes;
  return a.sentInFlightBytes === 0 && a.events.length > b.events.length;
}
