/**
 * What a signer answers: the address that takes one object, and the headers that were signed with it. The address holds a
 * credential for one name and some minutes; it is used once and never kept, shown or linked.
 *
 *   asked    POST <sign> { "name": "<sha256>.gz", "bytes": 12345 }
 *   answered { "url": "https://…&X-Amz-Signature=…", "headers": { "if-none-match": "*", … } }
 */
import * as v from 'valibot';
import { mayBeFetched } from '../../drawing/view/origin';
import { ANSWER_BYTES } from '../../engine/input/bytes/answer-limits';

export interface SignedPut {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** Headers that a PUT to an object store is signed with; no other is sent. */
const HEADER = /^(?:if-none-match|content-type|x-amz-[a-z0-9-]{1,60})$/;

const MAX_HEADER = 1000;

function areHeaders(value: unknown): boolean {
  return (
    typeof value === 'object' &&
    value !== null &&
    Object.entries(value).every(
      ([name, text]) =>
        HEADER.test(name.toLowerCase()) && typeof text === 'string' && text.length <= MAX_HEADER,
    )
  );
}

const Signed = v.object({
  url: v.pipe(
    v.string(),
    v.check((text) => URL.canParse(text) && mayBeFetched(new URL(text))),
  ),
  headers: v.optional(
    v.pipe(
      v.custom<Readonly<Record<string, string>>>(areHeaders),
      v.transform((headers) =>
        Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value])),
      ),
    ),
    {},
  ),
});

export function signingRequest(name: string, bytes: number): string {
  return JSON.stringify({ name, bytes });
}

/** @param name of the object that was asked for. @returns null for anything but the answer to that. */
export function readSigned(text: string, name: string): SignedPut | null {
  if (text.length > ANSWER_BYTES.signed) return null;
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return null;
  }
  const read = v.safeParse(Signed, value);
  if (!read.success || !new URL(read.output.url).pathname.endsWith(`/${name}`)) return null;
  return read.output;
}
