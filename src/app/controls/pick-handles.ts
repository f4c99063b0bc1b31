/**
 * The file picker of browsers that give handles of picked files (Chromium), so that they can be opened again in another
 * session; other browsers have the file input only.
 *
 * Source: WICG File System Access, `showOpenFilePicker`.
 */
import { plural } from '../../engine/base/text/figures';
import type { AppState } from '../state/app-state';

interface PickedHandle {
  getFile(): Promise<File>;
}

type PickerWindow = Window & {
  showOpenFilePicker?(options: { readonly multiple: boolean }): Promise<readonly PickedHandle[]>;
};

export type TakeFiles = (files: readonly File[]) => void;

export function givesHandles(): boolean {
  const page: PickerWindow = window;
  return page.showOpenFilePicker !== undefined;
}

/** Of any file: its first bytes show whether it is a trace, not its name. @param otherwise called where the browser refuses. */
export function pickWithHandles(app: AppState, take: TakeFiles, otherwise: () => void): void {
  const page: PickerWindow = window;
  page.showOpenFilePicker?.({ multiple: true }).then(
    (picked) => app.activity.whileBusy(openPicked(app, picked, take)),
    (error: unknown) => {
      // AbortError: the user closed it. After any other refusal (a page in a frame) the input still works.
      if (!(error instanceof DOMException && error.name === 'AbortError')) otherwise();
    },
  );
}

async function openPicked(app: AppState, picked: readonly PickedHandle[], take: TakeFiles): Promise<void> {
  const files = await Promise.all(
    picked.map(async (handle) => {
      const file = await handle.getFile().catch(() => null);
      if (file !== null) app.fileHandles.set(file, Promise.resolve(handle));
      return file;
    }),
  );
  const read = files.filter((file) => file !== null);
  take(read);
  const lost = files.length - read.length;
  if (lost > 0)
    app.files.notify({
      kind: 'unreadable',
      level: 'error',
      text: `${lost} of ${plural(files.length, 'chosen file')} could not be read. Check that they still exist and that the disk is connected.`,
      places: [],
    });
}
