/** Cuts text or bytes into records and keeps everything the splitter says, in order. */

import type { Container } from '../../src/engine/input/formats/format.ts';
import type { SplitProblem } from '../../src/engine/input/formats/qlog/records/sink.ts';
import { RecordSplitter } from '../../src/engine/input/formats/qlog/records/split.ts';

export interface SplitResult {
  readonly container: Container | null;
  /** Records of sequences and events of contained files, as text. */
  readonly texts: readonly string[];
  /** Offset of each of them. */
  readonly offsets: readonly number[];
  /** Trace number of each event of a contained file. */
  readonly traces: readonly number[];
  readonly terminated: readonly boolean[];
  /** Header texts with the mark of the complete one. */
  readonly headers: readonly {
    readonly text: string;
    readonly complete: boolean;
    readonly firstTrace: number;
  }[];
  readonly problems: readonly SplitProblem[];
}

export const utf8 = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text);

/** @throws NotATrace as the splitter does. */
export function splitAll(input: string | Uint8Array, chunkBytes = Number.POSITIVE_INFINITY): SplitResult {
  const bytes = typeof input === 'string' ? utf8(input) : input;
  const texts: string[] = [];
  const offsets: number[] = [];
  const traces: number[] = [];
  const terminated: boolean[] = [];
  const headers: { text: string; complete: boolean; firstTrace: number }[] = [];
  const problems: SplitProblem[] = [];
  const decoder = new TextDecoder();
  const splitter = new RecordSplitter({
    record(record, offset, ended) {
      texts.push(decoder.decode(record));
      offsets.push(offset);
      terminated.push(ended);
    },
    event(event, offset, trace) {
      texts.push(decoder.decode(event));
      offsets.push(offset);
      traces.push(trace);
    },
    header: (header, complete, firstTrace) =>
      headers.push({ text: decoder.decode(header), complete, firstTrace }),
    problem: (problem) => problems.push(problem),
  });
  const step = Math.min(chunkBytes, Math.max(bytes.length, 1));
  // Each chunk is overwritten after the call, as a producer that reuses its buffer would.
  for (let at = 0; at < bytes.length; at += step) {
    const chunk = bytes.slice(at, at + step);
    splitter.push(chunk);
    chunk.fill(0x21);
  }
  splitter.end();
  return { container: splitter.container, texts, offsets, traces, terminated, headers, problems };
}

/** The bytes of a file between two offsets, as text: what a place in a report points at. */
export function textAt(input: string, offset: number, length: number): string {
  return new TextDecoder().decode(utf8(input).subarray(offset, offset + length));
}
