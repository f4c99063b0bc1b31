/** Opens the dialog that exports the selection, else the visible range. */
import type { ReactNode } from 'react';
import { Button } from '../../controls/button';
import { useApp } from '../../controls/use-app';
import type { TraceProps } from '../../workbench/slots';

export function ExportButton({ trace, snapshot }: TraceProps): ReactNode {
  const app = useApp();
  return (
    <Button
      data-testid="cut"
      disabled={snapshot.phase !== 'ready' || trace.digest !== null}
      title={trace.digest === null ? undefined : 'A digest holds no events to export'}
      onClick={() => app.toggleDialog('cut')}
    >
      Export…
    </Button>
  );
}
