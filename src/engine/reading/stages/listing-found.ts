/** A file on this device that holds links to logs and no log: what it is, and what opens the logs. */
import { plural } from '../../base/text/figures';
import { logsListedIn, MAX_LISTING_BYTES } from '../../base/text/listed-logs';
import type { TextPart } from '../../input/bytes/inflate';
import { NotATrace } from '../../input/formats/not-a-trace';

/** More are counted. */
const NAMED = 3;

export class ListingFound extends NotATrace {
  /** As the file has them; the first ones. */
  readonly links: readonly string[];

  constructor(format: string, links: readonly string[]) {
    const whole = links.some((link) => /^https?:/i.test(link));
    // A relative link leads to where the listing came from, which the file does not hold.
    const where = whole ? '' : ' beside it on its server';
    super(
      format,
      `This file is a listing, not a log: it links to ${plural(links.length, 'log')}${where}. Links in a file are not followed. ` +
        'Open the listing by its URL in the page, or download the logs and open those.',
      0,
      '',
    );
    this.links = links.slice(0, NAMED);
  }
}

/** @param part of a source on this device: it is read again. @returns null for a text that lists no logs. */
export async function listingIn(part: TextPart, format: string): Promise<ListingFound | null> {
  if (part.name !== null) return null;
  const decoder = new TextDecoder();
  let text = '';
  let size = 0;
  try {
    for await (const chunk of part.chunks()) {
      text += decoder.decode(chunk, { stream: true });
      size += chunk.length;
      if (size > MAX_LISTING_BYTES) return null;
    }
  } catch {
    // Why it cannot be read, its first reading has said.
    return null;
  }
  const links = logsListedIn(text);
  return links.length === 0 ? null : new ListingFound(format, links);
}
