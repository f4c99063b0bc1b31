/** The one dialog of the page: command palette, overview of keys, and the forms. What stands in it is fetched when it opens. */
import { type ReactNode, useEffect, useRef } from 'react';
import { useStore } from '../panels/use-store';
import { traceList } from '../session/trace-list';
import { type Overlay, overlay } from './overlays';
import {
  AddressFormPart,
  CutFormPart,
  ForgetFormPart,
  KeysPart,
  PalettePart,
  ReportFormPart,
  ShareFormPart,
} from './parts';

const LABELS: { readonly [name in Exclude<Overlay, null>]: string } = {
  palette: 'All commands',
  keys: 'All keys',
  report: 'Report',
  address: 'Open an address',
  forget: 'Forget everything on this device',
  cut: 'Cut',
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
      {open === 'palette' && <PalettePart />}
      {open === 'keys' && <KeysPart />}
      {open === 'address' && <AddressFormPart onClose={() => overlay.set(null)} />}
      {open === 'report' && (
        <ReportFormPart trace={traceList.get().shown} onClose={() => overlay.set(null)} />
      )}
      {open === 'forget' && <ForgetFormPart onClose={() => overlay.set(null)} />}
      {open === 'cut' && <CutFormPart trace={traceList.get().shown} onClose={() => overlay.set(null)} />}
      {open === 'share' && <ShareFormPart trace={traceList.get().shown} onClose={() => overlay.set(null)} />}
    </dialog>
  );
}
