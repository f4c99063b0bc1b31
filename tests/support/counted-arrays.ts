/**
 * Counts the bytes of arrays that code allocates: private columns cannot be looked into, so the constructors are. Copies that
 * the language makes on its own (`slice`, `from`) are not counted: no column grows by them.
 */
const NAMES = [
  'ArrayBuffer',
  'Float64Array',
  'Float32Array',
  'Uint32Array',
  'Int32Array',
  'Uint16Array',
  'Uint8Array',
] as const;

type Globals = Record<string, new (...given: unknown[]) => { readonly byteLength: number }>;

/** Bytes that are allocated while it runs, of a buffer or an array with one of its own; and what it gives. */
export function countedBytes<T>(run: () => T): { readonly bytes: number; readonly result: T } {
  const globals = globalThis as unknown as Globals;
  const originals = NAMES.map((name) => [name, globals[name]] as const);
  let bytes = 0;
  for (const [name, original] of originals) {
    if (original === undefined) throw new Error(`no ${name}`);
    globals[name] = new Proxy(original, {
      construct(target, given, asked) {
        const made = Reflect.construct(target, given, asked) as { readonly byteLength: number };
        // A view of another buffer allocates nothing.
        if (!(given[0] instanceof ArrayBuffer)) bytes += made.byteLength;
        return made;
      },
    });
  }
  try {
    return { result: run(), bytes };
  } finally {
    for (const [name, original] of originals) if (original !== undefined) globals[name] = original;
  }
}
