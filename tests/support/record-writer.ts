/** What rewrites events in tests of cuts: nothing ticked, and no habit of any stack. */
import { LeftOut } from '../../src/engine/answers/export/left-out.ts';
import type { RecordWriter } from '../../src/engine/answers/export/record-writer.ts';
import { NOTHING_TICKED } from '../../src/engine/contract/ticks.ts';
import { StateMask } from '../../src/engine/redaction/state-names.ts';

export function writer(changes: Partial<RecordWriter> = {}): RecordWriter {
  const states = new StateMask();
  return {
    ticks: NOTHING_TICKED,
    leftOut: new LeftOut(),
    effects: {},
    unitsPerMs: 1,
    rttFactor: 1,
    lostBefore: 0,
    states,
    stateName: (logged) => states.redact(logged),
    ...changes,
  };
}
