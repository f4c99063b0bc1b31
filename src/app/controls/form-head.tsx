/** The head of what stands in the page's dialog: its title, and the way out. */
import type { ReactNode } from 'react';

interface FormHeadProps {
  readonly title: string;
  readonly onClose: () => void;
}

export function FormHead({ title, onClose }: FormHeadProps): ReactNode {
  return (
    <header className="overlay-head">
      <h2>{title}</h2>
      <button type="button" className="button" onClick={onClose}>
        Close
      </button>
    </header>
  );
}
