/** What a row of a table says of the account of time: who held the sender, and what was lost in all. */
import * as v from 'valibot';
import { heldByWords } from '../../engine/base/text/account-names';
import { leastDuration, percent } from '../../engine/base/text/figures';
import { timeLost } from '../../engine/base/text/time-lost';
import type { Account } from '../../engine/findings/account/account';
import { HELD_CAUSES, HOLDERS } from '../digest/words';
import { NO_ACCOUNT } from '../report/words/account-words';
import { us } from './figure';
import { OLDER, type RowAccount, type RowHeld, type RowLost } from './row';
import { count } from './row-parts';
import { UNKNOWN } from './words';

type Summed = Pick<Account, 'main'> & {
  readonly spanUs: number;
  readonly parts: readonly Pick<Account['parts'][number], 'lostUs' | 'lostIsAtLeast'>[];
};

function heldOf({ main, spanUs, parts }: Summed): RowHeld | null {
  if (main === null || !(spanUs > 0)) return null;
  const lost = timeLost(parts);
  return {
    holder: main.holder,
    cause: main.cause,
    share: main.heldUs / spanUs,
    lostUs: lost?.us ?? null,
    lostShare: lost && lost.us / spanUs,
    lostIsAtLeast: lost?.isAtLeast ?? false,
  };
}

export function heldOfAccount(account: Account | undefined): RowHeld | null {
  return account === undefined ? null : heldOf({ ...account, spanUs: account.endUs - account.startUs });
}

const recordPart = {
  holder: v.picklist(HOLDERS),
  cause: v.nullable(v.picklist(HELD_CAUSES)),
  heldMs: v.pipe(v.number(), v.minValue(0)),
  lostMs: count,
};
/** Of a record of `check --json`: one of an older schema has none. */
export const ACCOUNT_OF_RECORD = {
  account: v.fallback(
    v.optional(
      v.nullable(
        v.object({
          sentence: v.string(),
          spanMs: count,
          main: v.nullable(v.object(recordPart)),
          parts: v.array(
            v.object({
              holder: v.fallback(v.nullable(recordPart.holder), null),
              cause: v.fallback(recordPart.cause, null),
              lostMs: count,
              lostIsAtLeast: v.boolean(),
            }),
          ),
        }),
      ),
    ),
    null,
  ),
};

type RecordAccount = v.InferOutput<(typeof ACCOUNT_OF_RECORD)['account']>;

export function heldOfRecord(account: RecordAccount): RowAccount {
  if (account === undefined) return OLDER;
  if (account === null || account.main === null) return null;
  const { holder, cause, heldMs } = account.main;
  return heldOf({
    spanUs: us(account.spanMs) ?? 0,
    main: { holder, cause, heldUs: heldMs * 1000, lostUs: null, lostIsAtLeast: false, longestUs: 0 },
    parts: account.parts.map(({ lostMs, lostIsAtLeast }) => ({ lostUs: us(lostMs), lostIsAtLeast })),
  });
}

/** Null where the log does not show what held its sender. */
export function lostParts(account: Account | undefined): readonly RowLost[] | null {
  if (account === undefined || account.main === null) return null;
  return account.parts.map(({ holder, cause, lostUs }) => ({ holder, cause, lostUs }));
}

export function lostPartsOfRecord(account: RecordAccount): readonly RowLost[] | null {
  if (account == null || account.main === null) return null;
  return account.parts.flatMap(({ holder, cause, lostMs }) =>
    holder === null ? [] : { holder, cause, lostUs: us(lostMs) },
  );
}

export const asHeld = (account: RowAccount): RowHeld | null => (account === OLDER ? null : account);

/** `congestion window: random loss 58.3 %` */
export function heldWords(account: RowAccount): string {
  if (account === OLDER) return NO_ACCOUNT;
  return account === null ? UNKNOWN : `${heldByWords(account)} ${percent(account.share)}`;
}

/** `≥ 7.17 s (71.8 %)` */
export function lostTimeWords(account: RowAccount): string {
  const held = asHeld(account);
  if (held === null || held.lostUs === null || held.lostShare === null) return UNKNOWN;
  return `${leastDuration(held.lostUs, held.lostIsAtLeast)} (${percent(held.lostShare)})`;
}
