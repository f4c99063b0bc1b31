/**
 * The pipeline stages in order, as one object: decompressed bytes in, transport state out. Worker and tests use the
 * same pipeline; it depends on neither worker nor page.
 *
 * A file may hold several connections: each has its own replay, which gets the batches of its events.
 */

import type { TraceHeader } from '../../qlog-schema';
import type { TimeRange } from '../bytes/source';
import type { DecodeProblem } from '../formats/decode-problem';
import type { NameTable } from '../formats/name-table';
import { Decoder } from '../formats/qlog/decode/decoder';
import type { ConnectionInfo } from '../formats/qlog/decode/trace-source';
import type { Container } from '../formats/qlog/records/sink';
import { RecordSplitter } from '../formats/qlog/records/split';
import type { DecodeQuality } from '../formats/quality';
import { Replay } from '../transport/replay';
import { TransportState } from '../transport/transport';
import { BrokenRunWatch } from './broken-run';
import { timed } from './stage-clock';
import { RangeLimit } from './time-range';

/** One connection of the file. */
export interface Connection {
  readonly info: ConnectionInfo;
  readonly state: TransportState;
  /** How well it could be read so far. */
  readonly quality: DecodeQuality;
}

class ConnectionReplay implements Connection {
  info: ConnectionInfo;
  readonly replay: Replay;
  readonly #decoder: () => Decoder;

  constructor(info: ConnectionInfo, decoder: () => Decoder) {
    this.info = info;
    this.replay = new Replay(info.effects);
    this.#decoder = decoder;
  }

  get state(): TransportState {
    return this.replay.state;
  }

  get quality(): DecodeQuality {
    const quality = this.#decoder().quality(this.info.index);
    if (quality === null) throw new Error(`connection ${this.info.index} is not known to the decoder`);
    return quality;
  }
}

export class TracePipeline {
  readonly #connections: ConnectionReplay[] = [];
  readonly #decoder: Decoder;
  readonly #splitter: RecordSplitter;
  /** Used until a connection appears. */
  readonly #nothing = new TransportState();
  readonly #limit: RangeLimit | null;
  readonly #watch = new BrokenRunWatch();

  /**
   * @param onProblem called for each record that was not read, or only after a repair.
   * @param range events outside it are not replayed; null keeps all.
   */
  constructor(onProblem: (problem: DecodeProblem) => void, range: TimeRange | null = null) {
    this.#limit = range === null ? null : new RangeLimit(range);
    this.#decoder = new Decoder({
      onConnection: (info) => this.#learn(info),
      onBatch: (batch, connection) =>
        timed('replay', () =>
          this.#connections[connection]?.replay.consume(this.#limit?.take(batch) ?? batch),
        ),
      onProblem,
    });
    this.#splitter = new RecordSplitter(this.#decoder);
  }

  /**
   * Processes the next decompressed bytes; chunks may end anywhere. `state` is updated with the complete records.
   * @throws NotQlog when the file is not qlog; BrokenRun when nothing was readable for too long.
   */
  push(chunk: Uint8Array): void {
    this.#splitter.push(chunk);
    this.#decoder.flush();
    this.#watch.look(this.#decoder.events, this.#decoder.fruitless);
  }

  /** The file ends here. @throws NotQlog if it was empty. */
  end(): void {
    this.#splitter.end();
    this.#decoder.flush();
    for (const { replay, quality } of this.#connections) {
      timed('replay', () => replay.end());
      replay.state.pathCount = Math.max(1, quality.paths.length);
    }
  }

  /** All connections of the file, in order of appearance. */
  get connections(): readonly Connection[] {
    return this.#connections;
  }

  /** The connection that sent the most bytes in flight, else the one with the most events; null for none. */
  get main(): Connection | null {
    let main: Connection | null = null;
    for (const connection of this.#connections) {
      if (main === null || outweighs(connection.state, main.state)) main = connection;
    }
    return main;
  }

  /** Transport state of the main connection. */
  get state(): TransportState {
    return this.main?.state ?? this.#nothing;
  }

  /** Header of the main connection's trace, null before it was read or if the file has none. */
  get header(): TraceHeader | null {
    const info = this.main?.info;
    if (info === undefined) return this.#decoder.traceHeader;
    return info.headerAssumed ? null : info.header;
  }

  get container(): Container | null {
    return this.#splitter.container;
  }

  /** The requested range and the number of events left out; null if everything was requested. */
  get rangeLimit(): Pick<RangeLimit, 'range' | 'leftOut'> | null {
    return this.#limit;
  }

  /** Bytes of memory of all connections' columns. */
  get columnBytes(): number {
    return this.#connections.reduce((sum, { state }) => sum + state.byteLength, 0);
  }

  /** Event names as logged; indexed by `EventColumns.nameId`. */
  get names(): NameTable {
    return this.#decoder.names;
  }

  get events(): number {
    return this.#decoder.events;
  }

  get skippedRecords(): number {
    return this.#decoder.skipped;
  }

  get inflatedBytes(): number {
    return this.#splitter.bytes;
  }

  #learn(info: ConnectionInfo): void {
    let known = this.#connections[info.index];
    if (known === undefined) {
      known = new ConnectionReplay(info, () => this.#decoder);
      this.#connections.push(known);
    } else {
      known.info = info;
      known.replay.configure(info.effects);
    }
    known.state.captured = info.header.vantagePoint === 'network';
  }
}

function outweighs(a: TransportState, b: TransportState): boolean {
  if (a.sentInFlightBytes !== b.sentInFlightBytes) return a.sentInFlightBytes > b.sentInFlightBytes;
  return a.sentInFlightBytes === 0 && a.events.length > b.events.length;
}
