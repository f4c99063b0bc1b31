/** On the card of a finding: copies its picture and its verdict. */
import type { ReactNode } from 'react';
import { Button } from '../../controls/button';
import { useApp } from '../../controls/use-app';
import type { FindingProps } from '../../workbench/slots';
import { copyFinding } from './finding-picture';

export function CopyFindingLink({ trace, finding }: FindingProps): ReactNode {
  const app = useApp();
  return (
    <Button className="link" data-testid="copy-finding" onClick={() => void copyFinding(app, trace, finding)}>
      Copy picture and sentence
    </Button>
  );
}
