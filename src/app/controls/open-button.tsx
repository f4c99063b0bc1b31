/**
 * The file picker of every button that opens files: one input, or, once it is loaded, the browser's picker that gives
 * handles of the files (`pick-handles.ts`).
 */
import { createRef, type ReactNode, type RefObject } from 'react';
import type { AppState } from '../state/app-state';
import type { FeatureState } from '../state/feature-states';
import { useApp } from './use-app';

/** Of any file: its first bytes show whether it is a trace, not its name. @param otherwise called where the browser refuses. */
type Picker = (otherwise: () => void) => void;

export const filePicker: FeatureState<AppState, FilePicker> = { create: () => new FilePicker() };

export class FilePicker {
  readonly input: RefObject<HTMLInputElement | null> = createRef<HTMLInputElement>();
  /** Opens instead of the input. */
  replacement: Picker | null = null;

  /** Opens the file picker. */
  pick(): void {
    const pickInput = (): void => this.input.current?.click();
    if (this.replacement === null) pickInput();
    else this.replacement(pickInput);
  }
}

export function OpenButton({ prominent }: { readonly prominent: boolean }): ReactNode {
  const app = useApp();
  const picker = app.feature(filePicker);
  return (
    <>
      <button type="button" className={prominent ? 'button primary' : 'button'} onClick={() => picker.pick()}>
        Open trace…
      </button>
      <input
        ref={picker.input}
        data-testid="open"
        className="visually-hidden"
        type="file"
        multiple
        tabIndex={-1}
        aria-label="Open trace files"
        onChange={(event) => {
          app.files.openFiles([...(event.target.files ?? [])]);
          // Else choosing the same file again fires no change event.
          event.target.value = '';
        }}
      />
    </>
  );
}
