/**
 * Cuts a log into several, as a writer that rotates its file by size does: each has the header, and a whole number of
 * records; a contained document is closed again.
 */
import { RecordSplitter } from '../../src/engine/input/formats/qlog/records/split.ts';

interface Range {
  readonly from: number;
  readonly to: number;
}

/** The events of a log, and what stands before and after them. */
export interface CutLog {
  readonly before: Uint8Array;
  readonly events: readonly Uint8Array[];
  /** Between two events. */
  readonly between: Uint8Array;
  readonly after: Uint8Array;
}

const RS = 0x1e;

/** @param bytes a log of one trace with one header before its events. */
export function cutLog(bytes: Uint8Array): CutLog {
  const found: Range[] = [];
  let headers = 0;
  let isContained = false;
  const take = (record: Uint8Array, offset: number): number =>
    found.push({ from: offset, to: offset + record.length });
  const splitter = new RecordSplitter({
    record(record, offset) {
      // The first record of a sequence is its header.
      if (headers++ > 0) take(record, offset);
    },
    event(event, offset) {
      isContained = true;
      take(event, offset);
    },
    header: () => undefined,
    problem: ({ detail }) => {
      throw new Error(`the log is damaged: ${detail}`);
    },
  });
  splitter.push(bytes);
  splitter.end();
  const [first, last] = [found[0] as Range, found.at(-1) as Range];
  const start = bytes[first.from - 1] === RS ? first.from - 1 : first.from;
  return {
    before: bytes.subarray(0, start),
    events: found.map(({ from, to }) => bytes.subarray(bytes[from - 1] === RS ? from - 1 : from, to)),
    between: new TextEncoder().encode(isContained ? ',\n' : '\n'),
    after: isContained ? bytes.subarray(last.to) : new TextEncoder().encode('\n'),
  };
}

/**
 * @param cuts indexes of events, ascending, at which the next part begins.
 * @returns one log more than cuts.
 */
export function partsOf(
  { before, events, between, after }: CutLog,
  cuts: readonly number[],
): readonly Uint8Array[] {
  const bounds = [0, ...cuts, events.length];
  return bounds.slice(1).map((end, i) => {
    const inside = events.slice(bounds[i], end).flatMap((event, n) => (n === 0 ? [event] : [between, event]));
    return new Uint8Array(Buffer.concat([before, ...inside, after]));
  });
}
