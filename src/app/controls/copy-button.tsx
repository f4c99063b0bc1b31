/** A button that copies a text, and shows whether the browser allowed it. */
import { type ReactNode, useState } from 'react';

interface CopyButtonProps {
  readonly label: string;
  readonly testId: string;
  readonly title?: string;
  /** Called when the button is pressed. */
  readonly text: () => string;
}

export function CopyButton({ label, testId, title, text }: CopyButtonProps): ReactNode {
  const [state, setState] = useState<'idle' | 'copied' | 'refused'>('idle');
  const words = { idle: label, copied: 'Copied', refused: 'The browser refused the clipboard' };
  return (
    <button
      type="button"
      className="button"
      data-testid={testId}
      title={title}
      onClick={() => {
        navigator.clipboard.writeText(text()).then(
          () => setState('copied'),
          () => setState('refused'),
        );
      }}
    >
      {words[state]}
    </button>
  );
}
