/** What rewrites events in tests of exports: nothing ticked, and no habit of any stack. */

import type { RecordWriter } from '../../src/engine/input/formats/qlog/write/record-writer.ts';
import { SHARE_NOTHING } from '../../src/engine/reading/contract/share-options.ts';
import { LeftOutCounter } from '../../src/engine/service/answers/export/left-out.ts';
import { stateMask } from '../../src/engine/service/redaction/redact.ts';

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
    delayFactor: 1,
    lostBefore: 0,
    stateName: (logged) => states.redact(logged),
    tupleNumber: () => undefined,
    ...changes,
  };
}
