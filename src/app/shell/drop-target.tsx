/** Takes files, folders and URLs dropped or pasted anywhere; shows an overlay while files are dragged over the page. */
import { type ReactNode, useEffect, useState } from 'react';
import type { Message } from '../../engine/reading/contract/snapshot';
import { useApp } from '../controls/use-app';
import type { AppState } from '../state/app-state';
import { type Dropped, isFile, takeDropped } from './dropped-files';
import { FEATURES } from './features';

const NOT_FETCHED: Message = {
  kind: 'part-missing',
  level: 'error',
  text: 'The part of this page that looks through folders could not be fetched from its server. Reload the page, or drop the files themselves.',
  places: [],
};

/** Opens files at once; folders are walked first. */
function openDropped(app: AppState, dropped: readonly Dropped[]): void {
  if (dropped.every(isFile)) app.files.openFiles(dropped);
  else {
    const walk = import('./dropped-folders').then(({ walkDropped }) => walkDropped(dropped));
    app.files.openWalked(walk).catch(() => app.files.notify(NOT_FETCHED));
  }
}

/** Gives text to the first feature that takes it, such as a URL to the links; else calls `otherwise`. */
async function takeText(app: AppState, text: string, otherwise: () => void): Promise<void> {
  for (const feature of FEATURES) {
    if (feature.takeText !== undefined && (await app.activity.whileBusy(feature.takeText(app, text)))) return;
  }
  otherwise();
}

export function DropTarget({ children }: { readonly children: ReactNode }): ReactNode {
  const app = useApp();
  const [over, setOver] = useState(false);
  useEffect(() => {
    // Enter and leave fire for every element: count them.
    let depth = 0;
    const settle = (): void => setOver(depth > 0);
    // No overlay for dragged text; it is handled on drop.
    const holdsFiles = (event: DragEvent): boolean => event.dataTransfer?.types.includes('Files') ?? false;
    const onEnter = (event: DragEvent): void => {
      if (!holdsFiles(event)) return;
      event.preventDefault();
      depth++;
      settle();
    };
    const onLeave = (): void => {
      depth = Math.max(0, depth - 1);
      settle();
    };
    const onOver = (event: DragEvent): void => {
      event.preventDefault();
      if (event.dataTransfer !== null) event.dataTransfer.dropEffect = 'copy';
    };
    const onDrop = (event: DragEvent): void => {
      event.preventDefault();
      depth = 0;
      settle();
      const dropped = takeDropped(event.dataTransfer, app.fileHandles);
      if (dropped.length > 0) openDropped(app, dropped);
      else void takeText(app, event.dataTransfer?.getData('text/plain') ?? '', () => app.files.refuseDrop());
    };
    const onPaste = (event: ClipboardEvent): void => {
      // Text pasted into a field stays there.
      if (event.target instanceof HTMLInputElement || event.target instanceof HTMLTextAreaElement) return;
      const pasted = takeDropped(event.clipboardData, app.fileHandles);
      const text = event.clipboardData?.getData('text/plain') ?? '';
      if (pasted.length > 0) openDropped(app, pasted);
      else if (text.trim() === '') return;
      else void takeText(app, text, () => app.files.open({ kind: 'text', text, name: 'pasted text' }));
      event.preventDefault();
    };
    const listeners = {
      paste: onPaste,
      dragenter: onEnter,
      dragleave: onLeave,
      dragover: onOver,
      drop: onDrop,
    };
    for (const [type, listener] of Object.entries(listeners)) {
      window.addEventListener(type, listener as EventListener);
    }
    return () => {
      for (const [type, listener] of Object.entries(listeners)) {
        window.removeEventListener(type, listener as EventListener);
      }
    };
  }, [app]);
  return (
    <>
      {children}
      {over && (
        <div className="drop-overlay" data-testid="drop-overlay">
          <p>Drop traces to open them</p>
        </div>
      )}
    </>
  );
}
