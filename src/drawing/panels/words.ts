/** Texts used by several panels. */
import { count } from '../../engine/base/text/figures';
import { lostOtherwise } from '../../engine/base/text/lost-packets';
import type { TraceSummary } from '../../engine/reading/contract/snapshot';
import type { LossKind } from '../../engine/sender/transport/loss-kinds/loss-kinds';
import type { PtoMethod } from '../../engine/sender/transport/pto-log';

type LossMethod = TraceSummary['lossMethod'];

const LOSS_WORDS: { readonly [method in LossMethod]: string } = {
  logged: 'logged',
  counted: 'counted by the stack',
  'in-flight-drop': 'inferred from bytes in flight',
  'ack-gap': 'inferred from ACK gaps',
  'window-cut': 'inferred from window cuts',
  'resent-data': 'inferred from resent data',
};

export function lossWords(method: LossMethod): string {
  return LOSS_WORDS[method];
}

/** The same in a word: beside the values under the pointer a legend has one line for all. */
export function lossOrigin(method: LossMethod): string {
  return method === 'logged' || method === 'counted' ? method : 'inferred';
}

const KIND_WORDS = [
  ['queue-full', 'queue full'],
  ['policed', 'policed'],
  ['burst', 'burst'],
  ['random', 'random'],
  ['too-large', 'too large'],
] as const;

/** What dropped a packet: `queue full`. */
export function lossKindName(kind: LossKind): string {
  return KIND_WORDS.find(([word]) => word === kind)?.[1] ?? 'not known';
}

/** ` (in all 195: 184 queue full, 9 random, 2 arrived; 97 of them benign)`: what dropped the packets; empty where it is not known. */
export function lossKindWords(summary: TraceSummary): string {
  const { lossKinds, packetsLost } = summary;
  const otherwise = lostOtherwise(summary);
  if (lossKinds === undefined || otherwise === null) return '';
  const { counts, benign } = lossKinds;
  const kinds = [
    ...KIND_WORDS.map(([kind, words]) => [counts[kind], words] as const),
    [otherwise.arrived, 'arrived (spurious)'] as const,
    [otherwise.notKnown, 'not known what dropped them'] as const,
  ].flatMap(([packets, words]) => (packets > 0 ? `${count(packets)} ${words}` : []));
  return ` (in all ${count(packetsLost)}: ${kinds.join(', ')}${benign > 0 ? `; ${count(benign)} of them benign` : ''})`;
}

const PTO_WORDS: { readonly [method in PtoMethod]: string } = {
  counted: 'counted by the stack',
  timer: 'logged as expired timers',
  probe: 'logged as probes',
  silence: 'inferred from silence',
};

/** How the probe timeouts of a trace were found. */
export function ptoWords(method: PtoMethod): string {
  return PTO_WORDS[method];
}
