/** The tick for outside marks, in each dialog that shares: one for links, digests and reports. Nothing where a set has none. */
import { type ReactNode, useCallback, useSyncExternalStore } from 'react';
import { plural } from '../../engine/base/text/figures';
import { outsideText } from '../../sharing/outside/outside-text';
import type { OpenSet, TraceOutside } from '../state/traces/open-trace';
import { useSelected } from './use-store';

type Ticked = 'none' | 'in' | 'out';

/** Whether a set has marks, and they are ticked, with how many it has. */
export function useOutsideTick(set: OpenSet): readonly [ticked: Ticked, marks: number] {
  const lanes = useSelected(set.view, (view) => view.lanes);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the members are those of the lanes
  const subscribe = useCallback(
    (listener: () => void) => {
      const ends = set.members.map(({ trace }) => trace.outside.subscribe(listener));
      return () => {
        for (const end of ends) end();
      };
    },
    [set, lanes],
  );
  const all = (): readonly TraceOutside[] => set.members.map(({ trace }) => trace.outside.get());
  const count = (): number => all().reduce((sum, { marks }) => sum + marks.length, 0);
  const isIn = (): boolean => all().some(({ shared }) => shared !== '');
  const marks = useSyncExternalStore(subscribe, count, count);
  const included = useSyncExternalStore(subscribe, isIn, isIn);
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
