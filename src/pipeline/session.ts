/**
 * One open trace, as the worker holds it: reads the source to its end, says how far it is, answers
 * window queries at any time in between, and runs the detectors when everything is read.
 */
import { type Compression, inflate } from '../bytes/inflate';
import { type ByteSource, openSource, type SourceSpec } from '../bytes/source';
import type { Verdicts } from '../detect/detector';
import { runDetectors } from '../detect/runner';
import type { FromWorker, Message, Phase, Query, Snapshot } from '../protocol';
import { NotQlog } from '../records/sink';
import type { TransportState } from '../replay/transport';
import { answerOf } from './answer';
import { contentMessages, failureMessage, ProblemLog } from './messages';
import { TracePipeline } from './pipeline';
import { summarise } from './summary';

/** Between snapshots while reading. */
const SNAPSHOT_MS = 120;
/** After this long without a break the worker looks for queries. */
const SLICE_MS = 20;
/** Bytes handed to the pipeline at once: a few milliseconds of work. */
const PIECE_BYTES = 128 * 1024;

type Post = (message: FromWorker, transfer: readonly ArrayBuffer[]) => void;

export class TraceSession {
  readonly #post: Post;
  readonly #problems = new ProblemLog();
  readonly #pipeline = new TracePipeline((problem) => this.#problems.add(problem));
  #compression: Compression = 'none';
  #phase: Phase = 'opening';
  #revision = 0;
  #readBytes = 0;
  #totalBytes: number | null = null;
  #startedAt = 0;
  #failure: Message | null = null;
  #verdicts: Verdicts = { findings: [], notJudged: [] };

  constructor(post: Post) {
    this.#post = post;
  }

  /** Reads the whole source. Ends with a snapshot in phase `ready` or `failed`; never rejects. */
  async open(spec: SourceSpec): Promise<void> {
    this.#startedAt = performance.now();
    const source = openSource(spec);
    this.#totalBytes = source.sizeBytes;
    let failure: unknown = null;
    try {
      await this.#read(source);
    } catch (error) {
      failure = error;
    }
    try {
      // Also where the source failed: what came before holds a last record, whole or cut.
      if (!(failure instanceof NotQlog)) this.#pipeline.end();
    } catch (error) {
      failure ??= error;
    }
    if (failure !== null) this.#failure = failureMessage(failure, this.#pipeline.events);
    this.#phase = 'analysing';
    this.#sendSnapshot();
    await breathe();
    this.#verdicts = runDetectors(this.#pipeline.state);
    this.#phase = this.#pipeline.events > 0 ? 'ready' : 'failed';
    this.#sendSnapshot();
  }

  answer(query: Query): void {
    const answer = answerOf(this.#pipeline.state, query, this.#revision);
    const { series, states, losses, spacing } = answer;
    const arrays = [...series.map((slice) => slice.values), states.shares, states.changes, losses];
    if (spacing !== null) arrays.push(spacing.counts);
    this.#post(
      { type: 'answer', answer },
      arrays.map((array) => array.buffer),
    );
  }

  async #read(source: ByteSource): Promise<void> {
    let sentAt = this.#startedAt;
    let breathedAt = this.#startedAt;
    const chunks = inflate(source, {
      onRead: (bytes) => {
        this.#readBytes = bytes;
      },
      onCompression: (compression) => {
        this.#compression = compression;
        this.#phase = 'reading';
      },
    });
    for await (const chunk of chunks) {
      for (let at = 0; at < chunk.length; at += PIECE_BYTES) {
        this.#pipeline.push(chunk.subarray(at, at + PIECE_BYTES));
        const now = performance.now();
        if (now - sentAt > SNAPSHOT_MS) {
          sentAt = now;
          this.#sendSnapshot();
        }
        if (now - breathedAt > SLICE_MS) {
          await breathe();
          breathedAt = performance.now();
        }
      }
    }
  }

  #sendSnapshot(): void {
    this.#revision++;
    this.#post({ type: 'snapshot', snapshot: this.#snapshot() }, []);
  }

  #snapshot(): Snapshot {
    const pipeline = this.#pipeline;
    const { state, events, inflatedBytes, skippedRecords } = pipeline;
    const seconds = Math.max(performance.now() - this.#startedAt, 1) / 1000;
    const read = this.#phase !== 'opening' && this.#phase !== 'reading';
    const failed = this.#failure;
    return {
      phase: this.#phase,
      revision: this.#revision,
      progress: {
        readBytes: this.#readBytes,
        totalBytes: this.#totalBytes,
        inflatedBytes,
        megabytesPerSecond: inflatedBytes / 1e6 / seconds,
        events,
        skippedRecords,
      },
      extent: extentOf(state),
      summary: summarise(pipeline, this.#compression, read),
      catalogue: state.filledSeries().map((series) => series.info),
      findings: this.#verdicts.findings,
      notJudged: this.#verdicts.notJudged,
      messages: [
        ...(failed === null ? [] : [failed]),
        ...this.#problems.messages(events),
        ...(read && failed?.level !== 'error'
          ? contentMessages(state, { events, skipped: skippedRecords }, pipeline.header !== null)
          : []),
      ],
    };
  }
}

/**
 * From the trace's start to its last event. A trace that begins long after its reference time (a ring buffer, a
 * log that was switched on late) begins with its first event: else all of it would be the last pixel.
 */
function extentOf({ firstUs, lastUs }: TransportState): Snapshot['extent'] {
  if (Number.isNaN(firstUs)) return { fromUs: 0, toUs: 0 };
  const late = firstUs > lastUs - firstUs;
  return { fromUs: late ? firstUs : Math.min(0, firstUs), toUs: lastUs };
}

/** Lets waiting messages in. A message channel has no minimum delay, unlike a timer. */
function breathe(): Promise<void> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(null);
  });
}
