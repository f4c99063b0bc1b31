/** Leads to copies of local files, where a file is asked for or was lost; nothing where they are kept already. */
import type { ReactNode } from 'react';
import { Button } from '../controls/button';
import { useApp } from '../controls/use-app';
import { useStore } from '../controls/use-store';

export function CopiesLink(): ReactNode {
  const app = useApp();
  const { keepCopies } = useStore(app.choices);
  if (keepCopies) return null;
  return (
    <Button className="link" onClick={() => app.toggleDialog('file-copies')}>
      Keep copies of local files…
    </Button>
  );
}
