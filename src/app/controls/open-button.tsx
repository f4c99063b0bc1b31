/**
 * The file picker of every button that opens files: one input, or, where handles of the files are kept, the browser's picker
 * that gives them (`pick-handles.ts`).
 */
import { createRef, type ReactNode, type RefObject } from 'react';
import type { AppState } from '../state/app-state';
import type { FeatureState } from '../state/feature-states';
import { Button } from './button';
import { givesHandles, pickWithHandles, type TakeFiles } from './pick-handles';
import { useApp } from './use-app';

export const filePicker: FeatureState<AppState, FilePicker> = { create: (app) => new FilePicker(app) };

export class FilePicker {
  readonly input: RefObject<HTMLInputElement | null> = createRef<HTMLInputElement>();
  readonly #app: AppState;
  /** What becomes of files unless something else is asked for. */
  readonly #open: TakeFiles = (files) => this.#app.files.openFiles(files);
  /** Of the input, as it was opened last. */
  #take: TakeFiles = this.#open;
  #picksHandles = false;

  constructor(app: AppState) {
    this.#app = app;
  }

  /** Handles of picked files are kept from now on, where the browser gives them. */
  keepHandles(): void {
    this.#picksHandles = givesHandles();
  }

  pick(take: TakeFiles = this.#open): void {
    const pickInput = (): void => {
      this.#take = take;
      this.input.current?.click();
    };
    if (this.#picksHandles) pickWithHandles(this.#app, take, pickInput);
    else pickInput();
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
      <Button
        className={prominent ? 'button primary' : 'button'}
        aria-label="Open trace…"
        onClick={() => picker.pick()}
      >
        Open<span className="open-what"> trace…</span>
      </Button>
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
