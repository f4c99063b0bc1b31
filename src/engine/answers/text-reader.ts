/** The text of a connection for the event list and an export: the store's bytes, progress as a share. */

import type { TextReader } from '../formats/qlog/access/record-text';
import type { FileConnection } from '../reading/connection-list';

export function textReader({ text: { store } }: FileConnection): TextReader {
  return {
    get fast() {
      return store.isFast;
    },
    read: (from, to, options = {}) => {
      const { signal, onProgress } = options;
      return store.read(from, to, {
        ...(signal === undefined ? {} : { signal }),
        ...(onProgress === undefined
          ? {}
          : { onProgress: (bytes: number, ofBytes: number) => onProgress(bytes / ofBytes) }),
      });
    },
  };
}
