/** Opens the dialog from the card of a death spiral. */
import type { ReactNode } from 'react';
import { Button } from '../../controls/button';
import { useApp } from '../../controls/use-app';
import type { FindingProps } from '../../workbench/slots';
import { whyNotAsked } from './why-not';

export function WhatIfLink({ trace, snapshot, finding }: FindingProps): ReactNode {
  const app = useApp();
  const isSpiral = finding.id === 'death-spiral' && finding.severity !== 'info';
  if (!isSpiral || whyNotAsked(trace, snapshot) !== null) return null;
  return (
    <Button className="link" data-testid="what-if-finding" onClick={() => app.toggleDialog('what-if')}>
      What would another controller have done?
    </Button>
  );
}
