/** The one dialog of the page: command palette, overview of keys, and the forms. What stands in it is fetched when it opens. */
import { type ReactNode, useEffect, useRef } from 'react';
import { FailureBoundary } from '../controls/failure-boundary';
import { type Overlay, overlay } from '../controls/overlays';
import { useStore } from '../controls/use-store';
import { traceList } from '../state/trace-list';
import {
  AddressFormPart,
  ExportFormPart,
  ForgetFormPart,
  KeysPart,
  PalettePart,
  ReportFormPart,
  ShareFormPart,
} from './parts';

const LABELS: { readonly [name in Exclude<Overlay, null>]: string } = {
  palette: 'Command palette',
  keys: 'Keyboard shortcuts',
  report: 'Report',
  address: 'Open an address',
  forget: 'Forget everything on this device',
  cut: 'Export the range',
  share: 'Share',
};

export function OverlayDialog(): ReactNode {
  const open = useStore(overlay);
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
      aria-label={open === null ? undefined : LABELS[open]}
      // Esc cancels first and closes later: keys work again at once.
      onCancel={() => overlay.set(null)}
      // The event comes a moment after closing: the dialog may be open again by then.
      onClose={({ currentTarget }) => {
        if (!currentTarget.open) overlay.set(null);
      }}
    >
      {open !== null && (
        <FailureBoundary part={`The dialog “${LABELS[open]}”`} resetOn={open}>
          <OpenDialog name={open} />
        </FailureBoundary>
      )}
    </dialog>
  );
}

function OpenDialog({ name }: { readonly name: Exclude<Overlay, null> }): ReactNode {
  const { shown } = traceList.get();
  const onClose = (): void => overlay.set(null);
  switch (name) {
    case 'palette':
      return <PalettePart />;
    case 'keys':
      return <KeysPart />;
    case 'address':
      return <AddressFormPart onClose={onClose} />;
    case 'report':
      return <ReportFormPart trace={shown} onClose={onClose} />;
    case 'forget':
      return <ForgetFormPart onClose={onClose} />;
    case 'cut':
      return <ExportFormPart trace={shown} onClose={onClose} />;
    case 'share':
      return <ShareFormPart trace={shown} onClose={onClose} />;
  }
}
