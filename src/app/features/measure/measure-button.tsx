/** Measures the selection, while there is one. */
import type { ReactNode } from 'react';
import { Button } from '../../controls/button';
import { useSelected } from '../../controls/use-store';
import type { TraceProps } from '../../workbench/slots';
import { measureShown } from './measure-tool';

export function MeasureButton({ trace }: TraceProps): ReactNode {
  const selection = useSelected(trace.view, (view) => view.selection);
  if (selection === null) return null;
  return (
    <Button data-testid="measure-selection" title="Measure the selection" onClick={() => measureShown(trace)}>
      Measure
    </Button>
  );
}
