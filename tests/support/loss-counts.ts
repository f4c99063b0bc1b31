/** Counts of lost packets by kind, and how many of them are those that the path noted. */
import { LOSS_KINDS, type LossKinds } from '../../src/engine/sender/transport/loss-kinds/loss-kinds.ts';

export type LossCounts = LossKinds['counts'];

export const NO_LOSSES: LossCounts = {
  'queue-full': 0,
  policed: 0,
  burst: 0,
  random: 0,
  'too-large': 0,
  unknown: 0,
};

/** Counts that are 0 but for those given. */
export const lossCounts = (counts: Partial<LossCounts>): LossCounts => ({ ...NO_LOSSES, ...counts });

export const sumOf = (counts: LossCounts): number => LOSS_KINDS.reduce((sum, kind) => sum + counts[kind], 0);

/** Packets whose kind is that of a packet that the path dropped. */
export const rightOf = (shown: LossCounts, noted: LossCounts): number =>
  LOSS_KINDS.reduce((sum, kind) => sum + Math.min(shown[kind], noted[kind]), 0);
