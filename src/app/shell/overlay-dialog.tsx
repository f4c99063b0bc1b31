/** The one dialog of the page: command palette, list of keys, and the forms. Its content is loaded when it opens. */
import { type ComponentType, type KeyboardEvent, type ReactNode, useEffect, useRef } from 'react';
import { FailureBoundary } from '../controls/failure-boundary';
import { useApp } from '../controls/use-app';
import { useStore } from '../controls/use-store';
import type { Dialog, DialogProps } from '../workbench/slots';
import { FEATURES } from './features';
import { KeysPart, lazyPart, PalettePart } from './parts';

interface Entry extends Pick<Dialog, 'id' | 'label'> {
  readonly Content: ComponentType<DialogProps> | ComponentType;
}

const DIALOGS: readonly Entry[] = [
  { id: 'palette', label: 'Command palette', Content: PalettePart },
  { id: 'keys', label: 'Keyboard shortcuts', Content: KeysPart },
  ...FEATURES.flatMap(({ dialogs = [] }) =>
    dialogs.map(({ id, label, load }) => ({ id, label, Content: lazyPart(load) })),
  ),
];

/**
 * Enter does what the form of a dialog is for, also where none of its fields has the focus, as when it opens; with Ctrl in a
 * field of several lines, where it begins a new one.
 */
function submitOnEnter({ key, ctrlKey, metaKey, target, currentTarget }: KeyboardEvent<HTMLElement>): void {
  const isOfLines = target instanceof HTMLTextAreaElement && (ctrlKey || metaKey);
  if (key !== 'Enter' || (target !== currentTarget && !isOfLines)) return;
  const submit = currentTarget.querySelector<HTMLButtonElement>('form button[type=submit]');
  if (submit?.disabled === false) submit.click();
}

export function OverlayDialog(): ReactNode {
  const app = useApp();
  const id = useStore(app.dialog);
  const open = DIALOGS.find((dialog) => dialog.id === id) ?? null;
  const dialog = useRef<HTMLDialogElement | null>(null);
  useEffect(() => {
    const element = dialog.current;
    if (open !== null && element?.open === false) element.showModal();
    if (open === null && element?.open === true) element.close();
  }, [open]);
  return (
    <dialog
      ref={dialog}
      className="overlay"
      data-testid="overlay"
      aria-label={open?.label}
      // Esc fires `cancel` before `close`: keys work again at once.
      onCancel={() => app.dialog.set(null)}
      onKeyDown={submitOnEnter}
      // The event is asynchronous: the dialog may be open again by then.
      onClose={({ currentTarget }) => {
        if (!currentTarget.open) app.dialog.set(null);
      }}
    >
      {open !== null && (
        <FailureBoundary part={`The dialog “${open.label}”`} resetOn={open}>
          <open.Content trace={app.files.shownTrace} onClose={() => app.dialog.set(null)} />
        </FailureBoundary>
      )}
    </dialog>
  );
}
