/**
 * Lines that have something before their record: the time, host and program of a journal, the name of a container.
 *
 *   Nov 30 10:00:00 host server[12]: {"time":0,"name":"quic:packet_sent","data":{…}}
 *   ├──────────── left out ────────┤├──────────────────── passed ──────────────────┤
 */
const LF = 0x0a;
const OPEN_BRACE = 0x7b;
/** The longest prefix, bytes. */
const MAX_PREFIX = 512;
const TEXT = new TextDecoder('utf-8', { fatal: false });
/**
 * A header or an event of a qlog after something else. That holds no quotation mark: what does is JSON, whose lines may hold an object
 * after a key.
 */
const PREFIXED = new RegExp(
  `^(?=[^{"\\n]*[^\\s[{"\\x1e])([^{"\\n]{1,${MAX_PREFIX}})\\{[ \\t]*"(?:qlog_version|qlog_format|file_schema|time|relative_time|name)"`,
  'gm',
);

/** The first prefix, where two lines have one before a record; else null. @param head first bytes of a text. */
export function prefixIn(head: Uint8Array): string | null {
  const [first, second] = TEXT.decode(head).matchAll(PREFIXED);
  return second === undefined ? null : (first?.[1] ?? null);
}

export class PrefixedLines {
  #isBefore = true;

  /** @param pass takes each part of the chunk without prefixes, with the index of its first byte; parts end with lines. */
  strip(chunk: Uint8Array, pass: (part: Uint8Array, at: number) => void): void {
    for (let at = 0; at < chunk.length; ) {
      if (this.#isBefore) {
        while (at < chunk.length && chunk[at] !== OPEN_BRACE) at++;
        if (at === chunk.length) return;
      }
      const end = chunk.indexOf(LF, at);
      this.#isBefore = end >= 0;
      const to = end < 0 ? chunk.length : end + 1;
      pass(chunk.subarray(at, to), at);
      at = to;
    }
  }
}
