/** The tick for outside marks, in each dialog that shares: one for links, digests and reports. Nothing where a set has none. */
import type { ReactNode } from 'react';
import { plural } from '../../engine/base/text/figures';
import { outsideText } from '../../sharing/outside/outside-text';
import type { OpenSet, OpenTrace } from '../state/traces/open-trace';
import { useOfSet } from './use-of-set';

type Ticked = 'none' | 'in' | 'out';

const outsideOf = ({ outside }: OpenTrace): OpenTrace['outside'] => outside;

/** Whether a set has marks, and they are ticked, with how many it has. */
export function useOutsideTick(set: OpenSet): readonly [ticked: Ticked, marks: number] {
  const marks = useOfSet(set, outsideOf, (all) => all.reduce((sum, { marks }) => sum + marks.length, 0));
  const included = useOfSet(set, outsideOf, (all) => all.some(({ shared }) => shared !== ''));
  if (marks === 0) return ['none', 0];
  return [included ? 'in' : 'out', marks];
}

export function OutsideTick({ set }: { readonly set: OpenSet }): ReactNode {
  const [ticked, marks] = useOutsideTick(set);
  if (ticked === 'none') return null;
  const tick = (isTicked: boolean): void => {
    for (const { trace } of set.members)
      trace.outside.update(({ marks }) => ({ marks, shared: isTicked ? outsideText(marks) : '' }));
  };
  return (
    <label>
      <input
        type="checkbox"
        data-tick="outside"
        checked={ticked === 'in'}
        onChange={({ target }) => tick(target.checked)}
      />
      {plural(marks, 'outside mark')}, with {marks === 1 ? 'its name' : 'their names'}; also in the link in
      the address
    </label>
  );
}
