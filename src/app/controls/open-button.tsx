/**
 * The file picker, for every button that opens it: one input, or, once it is there, the browser's own picker that gives
 * a way back to the files (`pick-handles.ts`).
 */
import { createRef, type ReactNode } from 'react';
import { openFiles } from '../state/trace-list';

const TRACE_ENDINGS = ['.qlog', '.sqlog', '.json', '.ndjson', '.qlognd', '.qlogseq', '.gz', '.zst', '.zip'];
const ENDINGS = [...TRACE_ENDINGS, '.qlogscope'];

/** @param otherwise for a browser that refuses. */
type Picker = (endings: readonly string[], otherwise: () => void) => void;

export const picker: { current: Picker | null } = { current: null };

const input = createRef<HTMLInputElement>();

/** Opens the file picker. */
export function pickFiles(): void {
  const pickInput = (): void => input.current?.click();
  if (picker.current === null) pickInput();
  else picker.current(ENDINGS, pickInput);
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
        accept={ENDINGS.join(',')}
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
