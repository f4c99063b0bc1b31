/**
 * The words of the account of time (docs/account.md), for whoever writes them: sentence, list, lane, panels, comparisons. The keys are
 * part of `check --json`, and digests hold the names of holders: kinds may be added, and none is renamed.
 */

/** The names of holders in time. */
export const HOLDER_NAMES = {
  window: 'congestion window',
  pacing: 'pacing rate',
  credit: 'flow control',
  application: 'application',
  nextRequest: 'next request',
  handshake: 'handshake',
  lossDetection: 'loss detection',
  hostStopped: 'this host stopped',
  pathStalled: 'nothing comes through',
  inTransit: 'in transit',
  sender: 'sender (window not logged)',
  notKnown: 'not known',
  // Of a receiver: what came, and what kept it from coming.
  arriving: 'data arriving',
  dataMissing: 'data missing',
  ownCredit: 'own credit used up',
  firstByte: 'first byte of a response',
  nothingCame: 'nothing came',
  // Of one stream, while others were sent.
  behindStreams: 'behind other streams',
} as const;
export type Holder = keyof typeof HOLDER_NAMES;
export const HOLDERS = Object.keys(HOLDER_NAMES) as readonly Holder[];
/** Idle time of these is nobody's loss: nobody asked for more. */
export const ASKS_NOTHING: readonly Holder[] = ['application', 'nextRequest'];
export type HolderName = (typeof HOLDER_NAMES)[Holder];

/** Why a holder holds. */
export const CAUSE_NAMES = {
  startUp: 'start-up',
  fullPath: 'the path is full',
  cutQueue: 'loss in a full queue',
  cutPoliced: "a policer's loss",
  cutBurst: 'loss in bursts',
  cutRandom: 'random loss',
  cutTooLarge: 'loss of large packets',
  cutMarks: 'reductions for CE marks',
  cutSpurious: 'packets declared lost too early',
  cutUnknown: 'loss of a few packets',
  doesNotGrow: 'it does not grow',
  estimateBelow: 'its estimate stays below the path',
  configured: 'never larger, as configured',
  unknown: 'why it is no larger does not show',
  windowTooSmall: 'the window that the receiver grants is small',
  readerSlow: 'the receiver reads slowly',
  neverRenewed: 'more credit never came',
  certain: 'nothing to send',
  inferred: 'seems to have nothing to send',
  windowNotLogged: '',
  outOfOrder: 'it waits for missing data',
} as const;
export type Cause = keyof typeof CAUSE_NAMES;

const CAUSES = Object.keys(CAUSE_NAMES) as readonly Cause[];

/** All words that `heldByWords` makes. */
export const heldByNames = (): readonly string[] =>
  HOLDERS.flatMap((holder) => [null, ...CAUSES].map((cause) => heldByWords({ holder, cause })));

/** `congestion window: random loss`; the holder alone where that says it. */
export function heldByWords({
  holder,
  cause,
}: {
  readonly holder: Holder;
  readonly cause: Cause | null;
}): string {
  const why = cause === null ? '' : CAUSE_NAMES[cause];
  return why === '' ? HOLDER_NAMES[holder] : `${HOLDER_NAMES[holder]}: ${why}`;
}
