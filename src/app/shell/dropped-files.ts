/**
 * Takes the files and folders of a drop or a paste during the event: the browser empties it when the event ends. Folders
 * are walked later (`dropped-folders.ts`).
 *
 * Source: WICG Entries API (`webkitGetAsEntry`).
 */
import type { FileHandles } from '../state/traces/file-handles';

export type Dropped = File | FileSystemDirectoryEntry;

/** Chromium only. */
type ItemWithHandle = DataTransferItem & { getAsFileSystemHandle?(): Promise<unknown> };

/** Takes the content of a drop or a paste. The browser empties it when the event ends: call it before any await. @param handles receives a handle of each file. */
export function takeDropped(transfer: DataTransfer | null, handles: FileHandles): readonly Dropped[] {
  const taken: Dropped[] = [];
  for (const item of transfer?.items ?? []) {
    if (item.kind !== 'file') continue;
    const entry = item.webkitGetAsEntry();
    if (entry !== null && isFolder(entry)) taken.push(entry);
    else {
      const file = item.getAsFile();
      if (file === null) continue;
      taken.push(file);
      const handle = (item as ItemWithHandle).getAsFileSystemHandle?.();
      if (handle !== undefined) handles.set(file, handle);
    }
  }
  return taken;
}

export function isFile(dropped: Dropped): dropped is File {
  return !('isDirectory' in dropped);
}

export function isFolder(entry: FileSystemEntry): entry is FileSystemDirectoryEntry {
  return entry.isDirectory;
}
