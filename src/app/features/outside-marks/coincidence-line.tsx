/** In the answer: what began outside within a round trip before the onset. */
import { type ReactNode, useEffect, useState } from 'react';
import { coincidenceWords } from '../../../sharing/outside/coincidence';
import { useSelected, useStore } from '../../controls/use-store';
import type { TraceProps } from '../../workbench/slots';
import { askOnset, type OnsetWithRtt } from './onset';

export function CoincidenceLine({ trace, snapshot }: TraceProps): ReactNode {
  const { marks } = useStore(trace.outside);
  const dismissed = useSelected(trace.view, (view) => view.dismissed);
  const [onset, setOnset] = useState<OnsetWithRtt | null>(null);
  const isWanted = marks.length > 0 && snapshot.phase === 'ready';
  // biome-ignore lint/correctness/useExhaustiveDependencies: another finding is the worst where one is dismissed
  useEffect(() => {
    if (!isWanted) return;
    let isCurrent = true;
    void askOnset(trace, snapshot).then((asked) => {
      if (isCurrent) setOnset(asked);
    });
    return () => {
      isCurrent = false;
    };
  }, [trace, snapshot, dismissed, isWanted]);
  const words = isWanted && onset !== null ? coincidenceWords(marks, onset.onset, onset.rttUs) : '';
  return (
    words !== '' && (
      <p className="coincidence" data-testid="coincidence" role="status" title={words}>
        {words}
      </p>
    )
  );
}
