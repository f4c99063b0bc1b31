/**
 * The stages in their order, as one object: inflated bytes in, transport state out. The worker and
 * every test drive the same pipeline; it knows neither worker nor page.
 *
 * A file may hold several connections: each has a replay of its own, fed with the batches of its events.
 */

import type { TraceHeader } from '../../qlog-schema';
import type { TimeRange } from '../bytes/source';
import type { DecodeProblem } from '../formats/qlog/decode/decode-problem';
import { Decoder } from '../formats/qlog/decode/decoder';
import type { NameTable } from '../formats/qlog/decode/name-table';
import type { DecodeQuality } from '../formats/qlog/decode/quality';
import type { ConnectionInfo } from '../formats/qlog/decode/trace-source';
import type { Container } from '../formats/qlog/records/sink';
import { RecordSplitter } from '../formats/qlog/records/split';
import { Replay } from '../transport/replay';
import { TransportState } from '../transport/transport';
import { BrokenRunWatch } from './broken-run';
import { timed } from './stage-clock';
import { RangeLimit } from './time-range';

/** One connection of the file. */
export interface Connection {
  readonly info: ConnectionInfo;
  readonly state: TransportState;
  /** How well it could be read, as it stands now. */
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
  /** Shown while no connection has appeared. */
  readonly #nothing = new TransportState();
  readonly #limit: RangeLimit | null;
  readonly #watch = new BrokenRunWatch();

  /**
   * @param onProblem called for each record that was not read as it stands.
   * @param range events outside it do not reach the replay; null keeps all.
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
   * Takes the next inflated bytes, cut anywhere. What they complete is in `state` afterwards.
   * @throws NotQlog when the file is no qlog; BrokenRun when nothing could be read for too long.
   */
  push(chunk: Uint8Array): void {
    this.#splitter.push(chunk);
    this.#decoder.flush();
    this.#watch.look(this.#decoder.events, this.#decoder.fruitless);
  }

  /** The file ends here. @throws NotQlog when there was nothing in it. */
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

  /** Header of the main connection's trace, null before it came or where the file has none. */
  get header(): TraceHeader | null {
    const info = this.main?.info;
    if (info === undefined) return this.#decoder.traceHeader;
    return info.headerAssumed ? null : info.header;
  }

  get container(): Container | null {
    return this.#splitter.container;
  }

  /** The range that was asked for and the events that it left out; null where all was asked for. */
  get rangeLimit(): Pick<RangeLimit, 'range' | 'leftOut'> | null {
    return this.#limit;
  }

  /** Bytes that the columns of all connections hold. */
  get columnBytes(): number {
    return this.#connections.reduce((sum, { state }) => sum + state.byteLength, 0);
  }

  /** Event names as logged; `EventColumns.nameId` points into it. */
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
