/**
 * Where the bytes of a trace come from. Everything a user can open becomes a `SourceSpec`, which can
 * be posted to the worker; the worker turns it into a `ByteSource` that can be streamed, and streamed again.
 */

export type SourceSpec =
  | { readonly kind: 'file'; readonly file: File }
  /** A file of our own origin: the built-in examples. */
  | { readonly kind: 'example'; readonly url: string; readonly name: string };

export interface ByteSource {
  readonly name: string;
  /** Size in bytes as stored (compressed), or null when it is not known before the end. */
  readonly sizeBytes: number | null;
  /** A fresh stream from the first byte. Rejects when the source cannot be read. */
  stream(): Promise<ReadableStream<Uint8Array<ArrayBuffer>>>;
}

export function sourceName(spec: SourceSpec): string {
  return spec.kind === 'file' ? spec.file.name : spec.name;
}

/** A picked or dropped file. `File.stream()` measured fastest of the ways that never hang. */
function fromFile(file: File): ByteSource {
  return {
    name: file.name,
    sizeBytes: file.size,
    stream: async () => file.stream(),
  };
}

function fromUrl(url: string, name: string): ByteSource {
  return {
    name,
    sizeBytes: null,
    async stream() {
      const response = await fetch(url);
      if (!response.ok || response.body === null) {
        throw new Error(`${name}: the server answered ${response.status} ${response.statusText}`);
      }
      return response.body;
    },
  };
}

export function openSource(spec: SourceSpec): ByteSource {
  return spec.kind === 'file' ? fromFile(spec.file) : fromUrl(spec.url, spec.name);
}
