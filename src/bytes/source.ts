/**
 * Where the bytes of a trace come from. Everything a user can open becomes a `SourceSpec`, which can
 * be posted to the worker; the worker turns it into a `ByteSource` that can be streamed, and streamed again.
 */

export type SourceSpec =
  | { readonly kind: 'file'; readonly file: File }
  /** A file of our own origin: the built-in examples. */
  | { readonly kind: 'example'; readonly url: string; readonly name: string }
  /** Text that was pasted. */
  | { readonly kind: 'text'; readonly text: string; readonly name: string };

export interface ByteSource {
  readonly name: string;
  /** Size in bytes as stored (compressed), or null when it is not known before the end. */
  readonly sizeBytes: number | null;
  /** The file itself, where there is one: ranges of it can be read again without a copy. */
  readonly file: File | null;
  /** A fresh stream from the first byte. Rejects when the source cannot be read. */
  stream(): Promise<ReadableStream<Uint8Array<ArrayBuffer>>>;
  /** All of it with random access, off the heap: what a zip needs. Rejects as `stream` does. */
  blob(): Promise<Blob>;
}

export function sourceName(spec: SourceSpec): string {
  return spec.kind === 'file' ? spec.file.name : spec.name;
}

/** A picked or dropped file. `File.stream()` measured fastest of the ways that never hang. */
function fromFile(file: File): ByteSource {
  return {
    name: file.name,
    sizeBytes: file.size,
    file,
    stream: async () => file.stream(),
    blob: async () => file,
  };
}

function fromUrl(url: string, name: string): ByteSource {
  const request = async (): Promise<Response> => {
    const response = await fetch(url);
    if (response.ok) return response;
    throw new Error(`${name}: the server answered ${response.status} ${response.statusText}`);
  };
  return {
    name,
    sizeBytes: null,
    file: null,
    stream: async () => (await request()).body ?? new Blob([]).stream(),
    blob: async () => (await request()).blob(),
  };
}

function fromText(text: string, name: string): ByteSource {
  const blob = new Blob([text]);
  return {
    name,
    sizeBytes: blob.size,
    file: null,
    stream: async () => blob.stream(),
    blob: async () => blob,
  };
}

export function openSource(spec: SourceSpec): ByteSource {
  switch (spec.kind) {
    case 'file':
      return fromFile(spec.file);
    case 'example':
      return fromUrl(spec.url, spec.name);
    case 'text':
      return fromText(spec.text, spec.name);
  }
}
