/** Counts records that were recognised instead of parsed, and rows that were made by a plan, while a trace is read. */
import { Decoder } from '../../src/engine/input/formats/qlog/decode/decoder.ts';
import { RecordScanner } from '../../src/engine/input/formats/qlog/records/scan/record-scanner.ts';
import type { TracePipeline } from '../../src/engine/reading/stages/pipeline.ts';
import { loadBytes } from './load.ts';

export interface FastRead {
  readonly pipeline: TracePipeline;
  /** Records that were recognised. */
  readonly recognised: number;
  /** Kinds of the events whose rows a plan made. */
  readonly planned: readonly number[];
}

export function fastRead(bytes: Uint8Array): FastRead {
  const { recognised } = Decoder.prototype;
  const { fillRows } = RecordScanner.prototype;
  let records = 0;
  const planned: number[] = [];
  // By hand: a spy of the runner keeps the arguments of every call.
  Decoder.prototype.recognised = function (run, ...place): void {
    records += run.count;
    recognised.call(this, run, ...place);
  };
  RecordScanner.prototype.fillRows = function (...rows): number {
    const done = fillRows.call(this, ...rows);
    const { kind, length } = this.batch!;
    planned.push(...kind.subarray(length - done, length));
    return done;
  };
  try {
    const { pipeline } = loadBytes(bytes);
    return { pipeline, recognised: records, planned };
  } finally {
    Decoder.prototype.recognised = recognised;
    RecordScanner.prototype.fillRows = fillRows;
  }
}
