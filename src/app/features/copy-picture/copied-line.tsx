/** What was copied last, for a while, at the foot of the window. What was not copied is a message of the page. */
import type { ReactNode } from 'react';
import { copiedWords } from '../../controls/copied-words';
import { useApp } from '../../controls/use-app';
import { useStore } from '../../controls/use-store';
import './copy-picture.css';

export function CopiedLine(): ReactNode {
  const words = useStore(useApp().feature(copiedWords));
  return (
    <p className="copied-line" role="status" data-testid="copied">
      {words}
    </p>
  );
}
