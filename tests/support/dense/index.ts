/**
 * Traces that are dense in one thing: `n` cuts of the window in one round trip of 60 s, `n` losses, `n` streams. What walks
 * from each of them through all others shows here, as work that grows with the square of `n`.
 */
import { ACKS } from './acks.ts';
import { LIFE } from './life.ts';
import { LOSSES } from './losses.ts';
import type { Made } from './made.ts';
import { STREAMS } from './streams.ts';
import { WINDOW } from './window.ts';

const MADE: Made = { ...WINDOW, ...LOSSES, ...ACKS, ...STREAMS, ...LIFE };

/** Rules that look for it, by the name of what a log is dense in. A rule without one fails `rule-steps.test.ts`. */
const LOOKED_FOR: { readonly [name: string]: readonly string[] } = {
  'cuts of the window': ['multiple-reductions', 'cut-factor'],
  'cuts with an ACK between them': ['multiple-reductions'],
  'cuts that follow one another': ['multiple-reductions'],
  'events of one time': ['multiple-reductions'],
  losses: ['slow-start-overshoot', 'random-loss'],
  'losses that cut the window': ['model-divergence', 'cut-factor'],
  'runs of losses': ['policed'],
  outages: ['policed'],
  'losses after persistent congestion': ['persistent-congestion-missed'],
  'collapses of the window': ['persistent-congestion'],
  'losses far apart': ['persistent-congestion', 'persistent-congestion-missed'],
  'spurious losses': ['spurious-loss'],
  'ACKs of lost packets, late': ['spurious-loss'],
  PTOs: ['pto-storm', 'probe-missing'],
  'times without a probe': ['probe-missing'],
  'probes beyond a full window': ['probe-missing'],
  'PTOs, each answered': ['pto-storm'],
  'probes that nothing answers': ['delivery-stall'],
  'late ACKs of packets sent long before': ['delivery-stall'],
  'late ACKs of packets sent apart': ['delivery-stall'],
  'gaps between ACKs': ['host-stall'],
  'stops of this host': ['host-stall'],
  'ACKs a moment apart': ['host-stall'],
  'CE marks': ['ecn-ce'],
  'CE marks while the window grows': ['ecn-ce'],
  'CE marks without a cut': ['ecn-ce'],
  states: ['state-dwell'],
  'recoveries without a loss': ['recovery-without-loss'],
  'flat windows': ['death-spiral'],
  'flat windows after one loss': ['death-spiral', 'state-dwell'],
  'stretches of a flat window': ['stuck-window', 'death-spiral', 'paced-flat-window'],
  'late ACKs in a long round trip': ['host-stall'],
  'flat windows with pauses': ['stuck-window'],
  'windows that grow in pauses of many lengths': ['idle-inflation', 'idle-rule'],
  'windows that grow after pauses': ['idle-inflation'],
  'flights above the window': ['inflight-overshoot'],
  'flights that drift': ['accounting-mismatch'],
  'queues that stand': ['bufferbloat', 'path-level'],
  'blocked frames': ['flow-control-limited', 'credit-not-renewed'],
  'grants of credit': ['flow-control-limited', 'credit-not-renewed'],
  'changes of what is limited': ['app-limited', 'flight-constant'],
  'path challenges': ['path-changed'],
  migrations: ['path-changed'],
  'black holes of the MTU': ['mtu-black-hole'],
  'packets of many sizes': ['mtu-lowered', 'size-loss'],
  'black holes within one another': ['mtu-black-hole'],
  'ends of the connection': ['closed-with-error'],
  'packets after the last answer': ['idle-timeout'],
  'packets that no peer answers': ['peer-gone', 'log-ends'],
  'a handshake that nothing completes': ['handshake-failed'],
  'handshake packets': ['handshake-slow'],
  'packets before the address is validated': ['amplification-limited'],
  'bursts of the peer': ['peer-flat'],
  'records that are damaged': ['log-quality'],
};

/** A trace that is dense in one thing. */
export interface Dense {
  readonly name: string;
  /** Ids of the rules that look for it. */
  readonly rules: readonly string[];
  /** A qlog with about so many of it, as bytes. */
  readonly bytes: (n: number) => Uint8Array;
}

export const DENSE: readonly Dense[] = Object.entries(MADE).map(([name, make]) => ({
  name,
  rules: LOOKED_FOR[name] ?? [],
  bytes: (n) => make(n).bytes(),
}));
