/** What rewrites events in tests of exports: nothing ticked, and no habit of any stack. */
import { LeftOutCounter } from '../../src/engine/answers/export/left-out.ts';
import { SHARE_NOTHING } from '../../src/engine/contract/share-options.ts';
import type { RecordWriter } from '../../src/engine/formats/qlog/write/record-writer.ts';
import { stateMask } from '../../src/engine/redaction/redact.ts';

export interface CountingWriter extends RecordWriter {
  readonly leftOut: LeftOutCounter;
}

export function writer(changes: Partial<CountingWriter> = {}): CountingWriter {
  const states = stateMask([], SHARE_NOTHING);
  return {
    options: SHARE_NOTHING,
    leftOut: new LeftOutCounter(),
    effects: {},
    unitsPerMs: 1,
    rttFactor: 1,
    lostBefore: 0,
    stateName: (logged) => states.redact(logged),
    ...changes,
  };
}
