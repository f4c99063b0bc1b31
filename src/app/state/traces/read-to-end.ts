/** Waits for a file that is being read. */
import type { AppState } from '../app-state';
import type { OpenFile } from './open-file';

/** Resolves when a file is read. @returns false where it could not be read, or was closed. */
export function readToEnd({ files }: AppState, file: OpenFile): Promise<boolean> {
  return new Promise((resolve) => {
    const look = (): void => {
      const open = files.files.includes(file);
      if (open && file.state === 'loading') return;
      for (const end of ends) end();
      resolve(open && file.state === 'ready');
    };
    const ends = [file.onChange(look), files.list.subscribe(look)];
    look();
  });
}
