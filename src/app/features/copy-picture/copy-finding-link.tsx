/** On the card of a finding: copies its picture and its verdict. */
import type { ReactNode } from 'react';
import { Button } from '../../controls/button';
import { useApp } from '../../controls/use-app';
import { copyFinding } from '../../workbench/export/finding-picture';
import type { FindingProps } from '../../workbench/slots';

export function CopyFindingLink({ trace, finding }: FindingProps): ReactNode {
  const app = useApp();
  return (
    <Button className="link" data-testid="copy-finding" onClick={() => void copyFinding(app, trace, finding)}>
      Copy picture and sentence
    </Button>
  );
}
