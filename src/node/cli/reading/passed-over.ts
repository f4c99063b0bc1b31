/** What folders hold beside the files that are read: each entry is counted once, as what it is. */
import { plural } from '../../../engine/base/text/figures';

export interface PassedOver {
  /** No traces by name or content. */
  readonly files: number;
  /** Links to folders, which may lead back up. */
  readonly folderLinks: number;
}

/** The counts of a call. */
export class PassedOverTally {
  #files = 0;
  #folderLinks = 0;

  add({ files, folderLinks }: PassedOver): void {
    this.#files += files;
    this.#folderLinks += folderLinks;
  }

  /** A line per kind; none where nothing was passed over. */
  get lines(): readonly string[] {
    return [
      ...(this.#files > 0
        ? [`${plural(this.#files, 'file')} in folders passed over: no trace by name or content`]
        : []),
      ...(this.#folderLinks > 0 ? [`${plural(this.#folderLinks, 'link')} to folders not followed`] : []),
    ];
  }
}
