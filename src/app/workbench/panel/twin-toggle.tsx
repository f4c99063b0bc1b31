/** The button that shows and hides the text twin of a picture. */
import type { ReactNode } from 'react';
import { Button } from '../../controls/button';

interface TwinToggleProps {
  /** Of the picture. */
  readonly title: string;
  readonly isShown: boolean;
  /** −1 where arrow keys lead to it. */
  readonly tabIndex?: -1;
  readonly onToggle: () => void;
}

export function TwinToggle({ title, isShown, tabIndex, onToggle }: TwinToggleProps): ReactNode {
  return (
    <Button
      className="twin-toggle"
      aria-expanded={isShown}
      aria-label={`${title} as text`}
      title="As text"
      tabIndex={tabIndex}
      onClick={onToggle}
    >
      ≡
    </Button>
  );
}
