/** What Limits says of the span of a transfer, held against the account of its time: one partition, wherever its shares stand. */
import { expect } from 'vitest';
import { limits } from '../../../src/drawing/panels/limits/limits.ts';
import type { PanelContext } from '../../../src/drawing/panels/panel.ts';
import { HOLDER_NAMES, type Holder } from '../../../src/engine/base/text/account-names.ts';
import { answerOf } from '../../../src/engine/service/answers/window.ts';
import { type Claim, claim } from './claim.ts';
import { ENTRIES } from './list.ts';
import type { Subject } from './subject.ts';

const COLUMNS = 100;
/** The legend says 94.0 % of 0.9396. */
const ROUNDING = 0.0005 + 1e-9;

/** Share of the span by holder. */
export function heldShares({ parts, startUs, endUs }: NonNullable<Subject['main']['analysis']['account']>) {
  const shares = new Map<string, number>();
  for (const { holder, heldUs } of parts) {
    const name = HOLDER_NAMES[holder satisfies Holder];
    shares.set(name, (shares.get(name) ?? 0) + heldUs / (endUs - startUs));
  }
  return shares;
}

/** Of a legend; 0 for one that is below what is written. */
const shareOf = (text: string): number => (text.startsWith('<') ? 0 : Number.parseFloat(text) / 100);

function holdShares({ state, main: { analysis } }: Subject): void {
  const { account } = analysis;
  if (account === null || account.main === null) {
    expect(analysis.heldTime).toBeNull();
    return;
  }
  const visible = { fromUs: account.startUs, toUs: account.endUs };
  const window = {
    fromUs: account.startUs,
    columnUs: (account.endUs - account.startUs) / COLUMNS,
    columns: COLUMNS,
  };
  const request = { connection: 0, window, series: [], visible, parts: ['limits'], model: null } as const;
  const answer = answerOf(state, analysis, null, request, 1);
  const context = {
    ...{ answer, viewport: { ...visible, width: COLUMNS }, hidden: new Set<string>() },
    snapshot: { summary: { cwndMaxBytes: Number.NaN } },
  } as unknown as PanelContext;
  const legend = limits.resting?.(context) ?? new Map<string, string>();
  const shares = heldShares(account);
  expect([...legend.keys()].sort()).toEqual([...shares.keys()].sort());
  for (const [name, text] of legend)
    expect(Math.abs(shareOf(text) - (shares.get(name) ?? 0)), name).toBeLessThanOrEqual(ROUNDING);
}

export const HELD_CLAIMS: readonly Claim[] = [
  claim('Limits has the shares of its account, to their rounding', ENTRIES, 100, holdShares),
];
