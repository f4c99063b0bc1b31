/** The head of a dialog: title and Close. */
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
