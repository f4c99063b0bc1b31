/** The file picker: one input for every button that opens it. */
import { createRef, type ReactNode } from 'react';
import { openFiles } from '../session/trace-list';

const ACCEPT = '.qlog,.sqlog,.json,.ndjson,.qlognd,.qlogseq,.gz,.zst,.zip';

const input = createRef<HTMLInputElement>();

/** Opens the file picker. */
export function pickFiles(): void {
  input.current?.click();
}

export function OpenButton({ prominent }: { readonly prominent: boolean }): ReactNode {
  return (
    <>
      <button type="button" className={prominent ? 'button primary' : 'button'} onClick={pickFiles}>
        Open trace…
      </button>
      <input
        ref={input}
        data-testid="open"
        className="visually-hidden"
        type="file"
        multiple
        accept={ACCEPT}
        tabIndex={-1}
        aria-label="Open trace files"
        onChange={(event) => {
          openFiles([...(event.target.files ?? [])]);
          // The same file again must be a change again.
          event.target.value = '';
        }}
      />
    </>
  );
}
