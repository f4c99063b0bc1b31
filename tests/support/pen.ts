/** What rewrites events in tests of cuts: nothing ticked, and no habit of any stack. */
import { LeftOut } from '../../src/engine/answers/export/left-out.ts';
import type { Pen } from '../../src/engine/answers/export/pen.ts';
import { NOTHING_TICKED } from '../../src/engine/contract/ticks.ts';
import { StateMask } from '../../src/engine/redaction/state-names.ts';

export function pen(changes: Partial<Pen> = {}): Pen {
  const states = new StateMask();
  return {
    ticks: NOTHING_TICKED,
    leftOut: new LeftOut(),
    effects: {},
    unitsPerMs: 1,
    rttFactor: 1,
    lostBefore: 0,
    states,
    stateName: (logged) => states.told(logged),
    ...changes,
  };
}
