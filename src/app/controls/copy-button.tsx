/** A button that copies a text, and shows whether the browser allowed it. */
import { type ReactNode, useState } from 'react';
import { Button } from './button';

interface CopyButtonProps {
  readonly label: string;
  readonly testId: string;
  readonly title?: string;
  /** Called when the button is pressed; null while there is nothing to copy yet: the button waits. */
  readonly text: (() => string | Promise<string>) | null;
}

/** @returns false where the browser refuses, as some do some seconds after the last click. */
export async function copyText(text: string): Promise<boolean> {
  try {
    // Over plain http there is no clipboard at all.
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}

export function CopyButton({ label, testId, title, text }: CopyButtonProps): ReactNode {
  const [state, setState] = useState<'idle' | 'copied' | 'refused'>('idle');
  const words = { idle: label, copied: 'Copied', refused: 'The browser refused the clipboard' };
  return (
    <Button
      data-testid={testId}
      title={title}
      disabled={text === null}
      onClick={() => {
        if (text === null) return;
        void Promise.resolve(text())
          .then(copyText)
          .then((isCopied) => setState(isCopied ? 'copied' : 'refused'));
      }}
    >
      {words[state]}
    </Button>
  );
}
