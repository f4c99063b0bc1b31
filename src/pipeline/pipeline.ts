/**
 * The stages in their order, as one object: inflated bytes in, transport state out. The worker and
 * every test drive the same pipeline; it knows neither worker nor page.
 */
import { type DecodeProblem, Decoder } from '../decode/decoder';
import type { TraceHeader } from '../qlog-schema';
import type { Container } from '../records/sink';
import { RecordSplitter } from '../records/split';
import { Replay } from '../replay/replay';
import type { TransportState } from '../replay/transport';

export class TracePipeline {
  readonly #replay = new Replay();
  readonly #decoder: Decoder;
  readonly #splitter: RecordSplitter;

  /** @param onProblem called for each record that was not read as it stands. */
  constructor(onProblem: (problem: DecodeProblem) => void) {
    this.#decoder = new Decoder({
      onHeader: () => undefined,
      onBatch: (batch) => this.#replay.consume(batch),
      onProblem,
    });
    this.#splitter = new RecordSplitter(this.#decoder);
  }

  /**
   * Takes the next inflated bytes, cut anywhere. What they complete is in `state` afterwards.
   * @throws NotQlog when the file is no qlog.
   */
  push(chunk: Uint8Array): void {
    this.#splitter.push(chunk);
    this.#decoder.flush();
  }

  /** The file ends here. @throws NotQlog when there was nothing in it. */
  end(): void {
    this.#splitter.end();
    this.#decoder.flush();
    this.#replay.end();
  }

  get state(): TransportState {
    return this.#replay.state;
  }

  get header(): TraceHeader | null {
    return this.#decoder.traceHeader;
  }

  get container(): Container | null {
    return this.#splitter.container;
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
}
