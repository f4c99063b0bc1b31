/** Counts records that were recognised instead of parsed, and rows that were made by a plan, while a trace is read. */
import { Decoder } from '../../src/engine/formats/qlog/decode/decoder.ts';
import { EventPlan } from '../../src/engine/formats/qlog/decode/event-plan.ts';
import type { TracePipeline } from '../../src/engine/reading/pipeline.ts';
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
  const { addRow } = EventPlan.prototype;
  let records = 0;
  const planned: number[] = [];
  // By hand: a spy of the runner keeps the arguments of every call.
  Decoder.prototype.recognised = function (run, ...place): void {
    records += run.count;
    recognised.call(this, run, ...place);
  };
  EventPlan.prototype.addRow = function (...row): void {
    planned.push(this.name.kind);
    addRow.call(this, ...row);
  };
  try {
    const { pipeline } = loadBytes(bytes);
    return { pipeline, recognised: records, planned };
  } finally {
    Decoder.prototype.recognised = recognised;
    EventPlan.prototype.addRow = addRow;
  }
}
