/** Opens the dialog that puts another trace beside the shown one. */
import type { ReactNode } from 'react';
import { Button } from '../../controls/button';
import { useApp } from '../../controls/use-app';

export function CompareButton(): ReactNode {
  const app = useApp();
  return (
    <Button
      data-testid="compare-with"
      title="Compare with another trace (V)"
      onClick={() => app.toggleDialog('compare')}
    >
      Compare with…
    </Button>
  );
}
