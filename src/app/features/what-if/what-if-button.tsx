/** Opens the dialog that runs the sender again under another controller. */
import type { ReactNode } from 'react';
import { Button } from '../../controls/button';
import { useApp } from '../../controls/use-app';
import type { TraceProps } from '../../workbench/slots';
import { whyNotAsked } from './why-not';

export function WhatIfButton({ trace, snapshot }: TraceProps): ReactNode {
  const app = useApp();
  const why = whyNotAsked(trace, snapshot);
  return (
    <Button
      data-testid="what-if"
      disabled={why !== null}
      title={why ?? 'What another controller would have done (I)'}
      onClick={() => app.toggleDialog('what-if')}
    >
      What if…
    </Button>
  );
}
