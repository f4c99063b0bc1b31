/**
 * Texts of a link's request: which files it needs, and, per host, what would be fetched and what the host
 * would learn. Loaded with the line that shows it.
 */
import { plural } from '../../engine/base/text/figures';
import { filesWords } from '../../sharing/link/fingerprint';
import { fileNameOf, hostOf, originOf, type RemoteRef } from '../../sharing/link/remote-url';
import { fingerprintsOf } from '../../sharing/link/state';
import type { LinkRequest } from '../state/traces/pending-traces';

/** One sentence: which files are asked for; null where there are none. */
export function fileRequestWords({ pending, recent }: LinkRequest): string | null {
  if (recent !== undefined) return recent.asked;
  const traces = pending.flatMap(({ ref, state }) =>
    ref.kind === 'file' && state !== 'looking-for-copy' ? [fingerprintsOf(ref)] : [],
  );
  if (traces.length === 0) return null;
  const asked = traces.flat().length === 1 ? 'open that file' : 'open those files';
  return `This link is about ${traces.map(filesWords).join(' and ')}: ${asked}.`;
}

export interface HostQuestion {
  readonly origin: string;
  /** In ASCII, with its port where that is not the usual one. */
  readonly host: string;
  readonly refs: readonly RemoteRef[];
  readonly failed: boolean;
  readonly isListed: boolean;
}

/** A question per host, in the order of the link. */
export function hostQuestions({ pending }: LinkRequest): readonly HostQuestion[] {
  const questions = new Map<string, HostQuestion>();
  for (const { ref, state, isListed = false } of pending) {
    if (ref.kind !== 'src') continue;
    const origin = originOf(ref.url);
    const before = questions.get(origin);
    questions.set(origin, {
      origin,
      host: hostOf(ref.url),
      refs: [...(before?.refs ?? []), ref],
      failed: (before?.failed ?? true) && state === 'failed',
      isListed: (before?.isListed ?? true) && isListed,
    });
  }
  return [...questions.values()];
}

/** More files of a host than this are counted, not named. */
export const MAX_NAMED = 3;

export interface HostWords {
  /** The sentence before and after the host's name, which is shown in bold. */
  readonly before: string;
  readonly after: string;
  readonly button: string;
}

export function hostWords({ host, refs, failed, isListed }: HostQuestion): HostWords {
  const names = refs.slice(0, MAX_NAMED).map(({ url }) => fileNameOf(url));
  const more = refs.length - names.length;
  const files = [...names, ...(more > 0 ? [plural(more, 'more file')] : [])].join(' and ');
  if (failed) {
    return {
      before: `${files} could not be read from `,
      after:
        '. Try again, or download the file yourself and open it here: the view of the link can be applied to it.',
      button: `Try ${host} again`,
    };
  }
  return {
    before: `${isListed ? 'The listing names' : 'This link is about'} ${files} on `,
    after: ', a host that you have not agreed to on this device.',
    button: `Fetch from ${host}`,
  };
}

/** Shown once below the hosts. */
export const CONSENT_WORDS =
  'Nothing is fetched without your consent. The host learns your IP address, the address of this page, and which file is requested.';
