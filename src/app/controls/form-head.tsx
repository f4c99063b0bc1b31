/** The head of a dialog: title and Close. */
import type { ReactNode } from 'react';
import { Button } from './button';

interface FormHeadProps {
  readonly title: string;
  readonly onClose: () => void;
}

export function FormHead({ title, onClose }: FormHeadProps): ReactNode {
  return (
    <header className="overlay-head">
      <h2>{title}</h2>
      <Button onClick={onClose}>Close</Button>
    </header>
  );
}
