/** What rewrites events in tests of exports: nothing ticked, and no habit of any stack. */
import { LeftOut } from '../../src/engine/answers/export/left-out.ts';
import type { RecordWriter } from '../../src/engine/answers/export/record-writer.ts';
import { SHARE_NOTHING } from '../../src/engine/contract/share-options.ts';
import { stateMask } from '../../src/engine/redaction/redact.ts';

export function writer(changes: Partial<RecordWriter> = {}): RecordWriter {
  const states = stateMask([], SHARE_NOTHING);
  return {
    options: SHARE_NOTHING,
    leftOut: new LeftOut(),
    effects: {},
    unitsPerMs: 1,
    rttFactor: 1,
    lostBefore: 0,
    stateName: (logged) => states.redact(logged),
    ...changes,
  };
}
