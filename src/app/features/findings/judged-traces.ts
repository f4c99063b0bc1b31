/** The traces of a set as its headline asks for them: those of which something was read, with what the user dismissed. */
import { useCallback, useSyncExternalStore } from 'react';
import { laneLetter } from '../../../drawing/surface/lane-styles';
import type { Snapshot } from '../../../engine/reading/contract/snapshot';
import type { HeadlineTrace } from '../../../sharing/report/set-headline';
import { useSelected } from '../../controls/use-store';
import type { OpenSet, OpenTrace } from '../../state/traces/open-trace';

export interface JudgedTrace extends HeadlineTrace {
  readonly trace: OpenTrace;
  readonly snapshot: Snapshot;
  readonly letter: string;
}

export function judgedTraces({ members }: OpenSet): readonly JudgedTrace[] {
  return members.flatMap(({ trace }, place) => {
    const snapshot = trace.snapshot.get();
    if (snapshot === null) return [];
    return [{ trace, snapshot, dismissed: trace.view.get().dismissed, letter: laneLetter(place) }];
  });
}

/** What of them a headline depends on: a pan changes the views with every frame. */
function stateOf(set: OpenSet): string {
  return judgedTraces(set)
    .map(({ trace, snapshot, dismissed }) =>
      [trace.key, snapshot.phase, snapshot.revision, snapshot.findings.length, ...dismissed].join(' '),
    )
    .join('\n');
}

export function useJudgedTraces(set: OpenSet): readonly JudgedTrace[] {
  const lanes = useSelected(set.view, (view) => view.lanes);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the members change with the lanes
  const subscribe = useCallback(
    (listener: () => void) => {
      const ends = set.members.flatMap(({ trace }) => [
        trace.snapshot.subscribe(listener),
        trace.view.subscribe(listener),
      ]);
      return () => {
        for (const end of ends) end();
      };
    },
    [set, lanes],
  );
  const state = (): string => stateOf(set);
  useSyncExternalStore(subscribe, state, state);
  return judgedTraces(set);
}
