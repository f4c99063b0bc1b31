/**
 * Drives the reading of one text: in this thread, or by one that scans it. The command line and the worker of a file read
 * alike.
 */
import type { ByteSource } from '../../input/bytes/byte-source';
import type { TextPart } from '../../input/bytes/inflate';
import { WORTH_BYTES } from '../../input/bytes/large-file';
import { fetchFor } from '../../input/formats';
import { NotATrace } from '../../input/formats/not-a-trace';
import type { TimeUnit } from '../../sender/transport/rtt-unit';
import type { FileText } from '../stages/file-text';
import type { RemoteScan } from '../stages/pipeline';
import { fetchResumption } from '../stages/range-beginning';
import type { ScanPort, ScanThread } from './scan-thread';

/** Bytes pushed to the pipeline at once: a few milliseconds of work. */
const PIECE_BYTES = 128 * 1024;

export interface ReadingSteps {
  /** Makes the text that is read. @param remote scans it in another thread; null for none. @param timeUnit see `TextSettings`. */
  readonly begin: (remote: RemoteScan | null, timeUnit: TimeUnit | null) => FileText;
  /** The text is read again from its beginning: what was read of it is of no use. */
  readonly drop: (text: FileText) => void;
  /**
   * More of the text was read. Reading goes on when the promise resolves, if there is one.
   * @throws what ends the reading.
   */
  readonly onStep: (text: FileText, bytes: number) => Promise<void> | null;
  /** More may come, or the source stands still. */
  readonly onWait?: () => void;
  /** Starts a thread that scans; null for none. May throw where none can be started. */
  readonly startScan: (() => ScanPort<unknown>) | null;
}

/**
 * Reads a text to its end, once more where its times turn out to be in another unit than they should be. A file that is no log and lists some is a text without events, with a `ListingFound`.
 * @returns it, and why it ended early; null where it did not.
 */
export async function readText(
  { whole, sizeBytes }: Pick<ByteSource, 'whole' | 'sizeBytes'>,
  part: TextPart,
  steps: ReadingSteps,
): Promise<{ readonly text: FileText; readonly failure: unknown }> {
  const { text, failure } = await readOnce({ whole, sizeBytes }, part, steps);
  const times = text.pipeline.timesTurnedOut();
  // What is not on this device would be fetched once more.
  if (times === null || whole === undefined) return { text, failure };
  steps.drop(text);
  const again = steps.begin(null, times);
  return { text: again, failure: await pushChunks(part, again, steps) };
}

async function readOnce(
  { whole, sizeBytes }: Pick<ByteSource, 'whole' | 'sizeBytes'>,
  part: TextPart,
  steps: ReadingSteps,
): Promise<{ readonly text: FileText; readonly failure: unknown }> {
  const isWorth = whole !== undefined && part.form === 'stored' && (sizeBytes ?? 0) >= WORTH_BYTES;
  const thread = isWorth ? await startedScan(steps.startScan) : null;
  if (thread !== null) {
    const text = steps.begin(thread, null);
    const failure = await replayScanned(thread, whole, text, steps);
    thread.stop();
    if (failure === null || !thread.hasFailed) return { text, failure };
    steps.drop(text);
  }
  const text = steps.begin(null, null);
  const failure = await pushChunks(part, text, steps);
  // A file of a tool that is known has been named.
  const isOther =
    text.isForeign && (failure === null || (failure instanceof NotATrace && failure.instead === null));
  // What is not on this device would be fetched once more.
  const listing =
    isOther && whole !== undefined ? await listingOf(part, text.pipeline.format?.name ?? '') : null;
  if (listing === null) return { text, failure };
  steps.drop(text);
  return { text: steps.begin(null, null), failure: listing };
}

/** Its code is loaded with the first file that is no log. */
async function listingOf(part: TextPart, format: string): Promise<NotATrace | null> {
  const code = await import('../stages/listing-found').catch(() => null);
  return code === null ? null : code.listingIn(part, format);
}

/** Fetches what reads a large file by a thread, so that the first one does not wait for it. Never rejects. */
export async function fetchScan(): Promise<void> {
  await import('./scan-thread').catch(() => null);
}

async function startedScan(start: ReadingSteps['startScan']): Promise<ScanThread<unknown> | null> {
  if (start === null) return null;
  try {
    const { ScanThread } = await import('./scan-thread');
    return new ScanThread(start());
  } catch {
    // The code cannot be fetched, or the browser does not let a worker start another one.
    return null;
  }
}

/** @returns why the text ended early; null where it did not. */
async function replayScanned(
  thread: ScanThread<unknown>,
  whole: unknown,
  text: FileText,
  { onStep, onWait }: ReadingSteps,
): Promise<unknown> {
  try {
    await Promise.all([thread.ready(), fetchResumption(null)]);
    for await (const bytes of thread.scan(whole)) {
      text.passed(bytes);
      const pause = onStep(text, bytes);
      if (pause !== null) await pause;
      onWait?.();
    }
  } catch (error) {
    return error;
  }
  return null;
}

/** Reads the chunks of a part in this thread. @returns why it ended early; null where it did not. */
export async function pushChunks(
  part: TextPart,
  text: FileText,
  { onStep, onWait }: Pick<ReadingSteps, 'onStep' | 'onWait'>,
): Promise<unknown> {
  let isHead = true;
  try {
    for await (const chunk of part.chunks()) {
      if (isHead) await Promise.all([fetchResumption(chunk), fetchFor(chunk)]);
      isHead = false;
      for (let at = 0; at < chunk.length; at += PIECE_BYTES) {
        const piece = chunk.subarray(at, at + PIECE_BYTES);
        text.push(piece);
        const pause = onStep(text, piece.length);
        if (pause !== null) await pause;
      }
      onWait?.();
    }
  } catch (error) {
    return error;
  }
  return null;
}
