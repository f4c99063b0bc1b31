/** The account of time as data: docs/account.md. */

import type { Cause, Holder } from '../../../engine/base/text/account-names';
import type { AccountPart } from '../../../engine/findings/account/parts';
import type { TraceSummary } from '../../../engine/reading/contract/snapshot';
import { ms } from './numbers';

/** What held the sender in a part of the span of its transfer: docs/account.md. */
export interface AccountPartRecord {
  readonly holder: Holder;
  /** Null where the holder has one cause only. */
  readonly cause: Cause | null;
  readonly heldMs: number | null;
  /** Null where the rate of the path is not known. */
  readonly lostMs: number | null;
  readonly lostIsAtLeast: boolean;
  readonly longestMs: number | null;
}

export interface AccountRecord {
  readonly spanMs: number | null;
  /** Null, and no part, where the log does not show what held its sender: the sentence says why. */
  readonly main: Pick<AccountPartRecord, 'holder' | 'cause' | 'heldMs' | 'lostMs'> | null;
  readonly parts: readonly AccountPartRecord[];
  readonly neededMs: number | null;
  readonly carriedTwiceMs: number | null;
  readonly afterTransferMs: number | null;
  readonly sentence: string;
  readonly healthy: boolean;
}

function partRecord({
  holder,
  cause,
  heldUs,
  lostUs,
  lostIsAtLeast,
  longestUs,
}: AccountPart): AccountPartRecord {
  return {
    holder,
    cause,
    heldMs: ms(heldUs),
    lostMs: lostUs === null ? null : ms(lostUs),
    lostIsAtLeast,
    longestMs: ms(longestUs),
  };
}

function mainRecord(main: AccountPart): AccountRecord['main'] {
  const { holder, cause, heldMs, lostMs } = partRecord(main);
  return { holder, cause, heldMs, lostMs };
}

export function accountRecord({ account }: TraceSummary): AccountRecord | null {
  if (account === undefined) return null;
  const { startUs, endUs, main, parts, neededUs, carriedTwiceUs, afterTransferUs, sentence, healthy } =
    account;
  return {
    spanMs: ms(endUs - startUs),
    main: main && mainRecord(main),
    parts: parts.map(partRecord),
    neededMs: neededUs === null ? null : ms(neededUs),
    carriedTwiceMs: carriedTwiceUs === null ? null : ms(carriedTwiceUs),
    afterTransferMs: ms(afterTransferUs),
    sentence,
    healthy,
  };
}
