/** What a URL may lead to besides a trace, determined by its path. Small: the page asks before it fetches what reads listings and fleets. */
import type { RemoteRef } from './remote-url';

/** A URL with such an ending is a trace, or a fleet, and never looked at for a listing. A list in JSON may be either. */
const NO_LISTING = /\.(?:qlog|sqlog|gz|zst|zip|parquet)$/i;

/** A URL of rows of a fleet. */
const FLEET = /\.parquet$/i;

export function isFleet({ url }: RemoteRef): boolean {
  return FLEET.test(new URL(url).pathname);
}

export function mayBeListing({ url }: RemoteRef): boolean {
  return !NO_LISTING.test(new URL(url).pathname);
}
