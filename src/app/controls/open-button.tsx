/**
 * The file picker of every button that opens files: one input, or, once it is loaded, the browser's picker that gives
 * handles of the files (`pick-handles.ts`).
 */
import { createRef, type ReactNode, type RefObject } from 'react';
import type { AppState } from '../state/app-state';
import type { FeatureState } from '../state/feature-states';
import { useApp } from './use-app';

/** What becomes of picked files. */
export type TakeFiles = (files: readonly File[]) => void;

/** Of any file: its first bytes show whether it is a trace, not its name. @param otherwise called where the browser refuses. */
type Picker = (take: TakeFiles, otherwise: () => void) => void;

export const filePicker: FeatureState<AppState, FilePicker> = {
  create: (app) => new FilePicker((files) => app.files.openFiles(files)),
};

export class FilePicker {
  readonly input: RefObject<HTMLInputElement | null> = createRef<HTMLInputElement>();
  /** Opens instead of the input. */
  replacement: Picker | null = null;
  readonly #open: TakeFiles;
  /** Of the input, as it was opened last. */
  #take: TakeFiles;

  /** @param open what becomes of files unless something else is asked for. */
  constructor(open: TakeFiles) {
    this.#open = open;
    this.#take = open;
  }

  /** Opens the file picker. */
  pick(take: TakeFiles = this.#open): void {
    const pickInput = (): void => {
      this.#take = take;
      this.input.current?.click();
    };
    if (this.replacement === null) pickInput();
    else this.replacement(take, pickInput);
  }

  /** Files were chosen in the input; a picker that was closed without one changes nothing for the next. */
  taken(files: readonly File[]): void {
    const take = this.#take;
    this.#take = this.#open;
    take(files);
  }
}

export function OpenButton({ prominent }: { readonly prominent: boolean }): ReactNode {
  const app = useApp();
  const picker = app.feature(filePicker);
  return (
    <>
      <button
        type="button"
        className={prominent ? 'button primary' : 'button'}
        aria-label="Open trace…"
        onClick={() => picker.pick()}
      >
        Open<span className="open-what"> trace…</span>
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
          picker.taken([...(event.target.files ?? [])]);
          // Else choosing the same file again fires no change event.
          event.target.value = '';
        }}
      />
    </>
  );
}
