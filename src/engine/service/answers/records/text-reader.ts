/** The text of a connection, read again in ranges: the store's bytes, progress as a share. */
import type { FileConnection } from '../../../reading/stages/connection-list';

/** Reads the decompressed source again. */
export interface TextReader {
  /**
   * Bytes [from, to) of the decompressed source; fewer if it ends before. Rejects if it cannot be read, and with an
   * AbortError when the signal fires. Reads may run in parallel.
   */
  read(from: number, to: number, options?: ReadOptions): Promise<Uint8Array>;
  /** True if a read costs about as much as the bytes it returns, at any offset. */
  readonly fast: boolean;
}

export interface ReadOptions {
  readonly signal?: AbortSignal;
  /** Share of the way to the offset, 0 to 1, if the source is decompressed again to reach it. */
  readonly onProgress?: (share: number) => void;
}

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
