/** In the range bar the stream that is shaded on the pictures, and the way back: what held the sender, and findings, are marked in their lists. */
import type { ReactNode } from 'react';
import { subjectOf } from '../../../drawing/view/chosen';
import { count } from '../../../engine/base/text/figures';
import { Button } from '../../controls/button';
import { useSelected, useStore } from '../../controls/use-store';
import type { TraceProps } from '../../workbench/slots';

export function ChosenMark({ trace }: TraceProps): ReactNode {
  const chosen = useSelected(trace.view, (view) => view.chosen);
  const stretches = useStore(trace.stretches);
  const subject = chosen === null ? null : subjectOf(chosen);
  if (subject?.kind !== 'stream') return null;
  const isMissing = stretches?.key === chosen && stretches.longest === null;
  return (
    <Button
      className="button chosen-mark"
      data-testid="chosen-mark"
      title="Shaded on every picture. Press to end that (Esc)"
      onClick={() => trace.setChosen(null)}
    >
      <span className="shaded">stream {count(subject.streamId)}</span>
      {isMissing && ' is not in this trace'} ✕
    </Button>
  );
}
