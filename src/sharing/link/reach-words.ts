/** Who can open a link, in words: for the share dialog, for *Copy link*, and for the report. */
import type { Reach } from './reach';
import type { LinkReach } from './shared-link';

const OPENS: { readonly [reach in Reach]: string } = {
  public: '',
  network: 'it opens in your network only.',
  machine: 'it opens on this machine only.',
  file: 'it opens on this machine only.',
};

const WHERE: { readonly [reach in Reach]: (host: string) => string } = {
  public: (host) => host,
  network: (host) => `${host}, an address of a private network`,
  machine: (host) => host,
  file: () => 'a file of this machine',
};

const WHAT = {
  page: 'The link leads to',
  trace: 'The link names a trace at',
  store: 'The link needs the store at',
} as const;

/** A sentence; empty for a link that opens from anywhere. */
export function reachWords({ reach, cause, host }: LinkReach): string {
  return reach === 'public' ? '' : `${WHAT[cause]} ${WHERE[reach](host)}: ${OPENS[reach]}`;
}

const TOLD_WHERE: { readonly [reach in Reach]: string } = {
  public: '',
  network: 'a private network: it opens there only.',
  machine: 'the machine that this was written on: it opens there only.',
  file: 'the machine that this was written on: it opens there only.',
};
const TOLD_WHAT = { trace: 'It names a trace on', store: 'It needs the store of' } as const;

/**
 * One sentence for a text that leaves the page, which tells no address; null where whoever has a qlogscope can open the
 * link: of one that the text gives without its page, the page does not count.
 */
export function referenceReachWords({ reach, cause }: LinkReach): string | null {
  return reach === 'public' || cause === 'page' ? null : `${TOLD_WHAT[cause]} ${TOLD_WHERE[reach]}`;
}

export const SEND_INSTEAD =
  'To somebody elsewhere send the file .qlogscope, which every qlogscope opens, or the report, which every browser opens.';

/** The same at the foot of the window, where there is no room for more. */
export const SEE_SHARE = 'What to send instead is under Share.';
