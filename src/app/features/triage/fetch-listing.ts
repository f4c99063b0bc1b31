/** A listing as a host gives it: its text, read on only where its first bytes may be those of one, and the names in it. */
import {
  type ListingKind,
  linkedNames,
  listedNames,
  listingKind,
} from '../../../engine/base/text/listed-logs';
import { ANSWER_BYTES } from '../../../engine/input/bytes/answer-limits';
import { peek } from '../../../engine/input/bytes/chunks';
import { FOREIGN, request } from '../../../engine/input/bytes/remote-request';
import { LISTING_HEAD_BYTES, type Listing, readListing } from '../../../sharing/link/listing';
import type { RemoteRef } from '../../../sharing/link/remote-url';

/** @returns null for what is no listing. @throws RemoteFailure; the signal's reason. */
export async function fetchListing(
  ref: RemoteRef,
  signal: AbortSignal,
): Promise<Listing | 'no-trace' | null> {
  const text = await listingText(ref, signal);
  const names = text === null ? null : namesIn(text.kind, text.text);
  if (names?.length === 0) return 'no-trace';
  return names && readListing(names, ref.url);
}

interface ListingText {
  readonly kind: ListingKind;
  readonly text: string;
}

async function listingText(ref: RemoteRef, signal: AbortSignal): Promise<ListingText | null> {
  const answer = await request(ref.url, { ...FOREIGN, signal });
  await answer.refuseLonger(ANSWER_BYTES.listing);
  const { head, all, release } = await peek(answer.chunks(ANSWER_BYTES.listing), LISTING_HEAD_BYTES);
  try {
    signal.throwIfAborted();
    const kind = listingKind(new TextDecoder().decode(head));
    if (kind === null) return null;
    const decoder = new TextDecoder();
    let text = '';
    for await (const chunk of all) text += decoder.decode(chunk, { stream: true });
    return { kind, text };
  } finally {
    await release();
  }
}

function namesIn(kind: ListingKind, text: string): readonly string[] | null {
  if (kind !== 'html') return listedNames(kind, text);
  // A document of its own: nothing of it is run, and nothing that it names is fetched.
  const index = new DOMParser().parseFromString(text, 'text/html');
  return linkedNames([...index.querySelectorAll('a[href]')].map((link) => link.getAttribute('href') ?? ''));
}
