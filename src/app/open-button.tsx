/** The file picker. */
import { type ReactNode, useRef } from 'react';
import { openFiles } from '../session/trace-list';

const ACCEPT = '.qlog,.sqlog,.json,.gz,.qlog.gz,.sqlog.gz,.json.gz';

export function OpenButton({ prominent }: { readonly prominent: boolean }): ReactNode {
  const input = useRef<HTMLInputElement | null>(null);
  return (
    <>
      <button
        type="button"
        className={prominent ? 'button primary' : 'button'}
        onClick={() => input.current?.click()}
      >
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
