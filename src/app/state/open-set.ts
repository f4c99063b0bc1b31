/** Opens several sources as one set: the first is its lead, the others are added to it as soon as all are read. */
import type { SourceSpec } from '../../engine/bytes/source';
import type { Activity } from './activity';
import type { FileList } from './file-list';
import type { OpenFile } from './open-file';

/** @returns when the set is on the screen; a source that cannot be read stays a tab with its reason. */
export function openSet(
  { files, activity }: { readonly files: FileList; readonly activity: Activity },
  sources: readonly SourceSpec[],
): Promise<void> {
  const opened = files.openAll(sources);
  return activity.whileBusy(
    Promise.all(opened.map((file) => isRead(files, file))).then(() => {
      const [lead, ...others] = opened;
      // The user has gone to another tab, or closed it.
      if (lead === undefined || files.shownFile !== lead) return;
      for (const file of others)
        if (file.state === 'ready' && files.files.includes(file)) files.addToSet(file.current);
    }),
  );
}

/** Resolves when the file is read, cannot be, or was closed. */
function isRead({ list }: FileList, file: OpenFile): Promise<void> {
  return new Promise((resolve) => {
    const ends: (() => void)[] = [];
    const look = (): void => {
      if (file.state === 'loading' && list.get().files.includes(file)) return;
      for (const end of ends) end();
      resolve();
    };
    ends.push(file.onChange(look), list.subscribe(look));
    look();
  });
}
