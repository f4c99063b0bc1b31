/** The panels' context of made rows and shares: an answer of 512 columns, a pixel and a ms each, in which all else is empty. */
import type { PanelContext } from '../../src/drawing/panels/panel.ts';
import { type AnswerParts, NO_PARTS } from '../../src/engine/reading/contract/answer-parts.ts';
import type { Snapshot, TraceSummary, WindowAnswer } from '../../src/engine/reading/contract/snapshot.ts';
import type { StreamShares } from '../../src/engine/reading/contract/streams.ts';
import { emptySummary } from '../../src/engine/reading/facts/summary.ts';

export const ROWS_COLUMNS = 512;
export const ROWS_COLUMN_US = 1000;

/** What streams carried in a column: bytes by id, and of others. */
export interface FilledColumn {
  readonly [id: number]: number;
  readonly others?: number;
}

/** @param carried by column; nothing in all others. */
export function madeShares(carried: { readonly [column: number]: FilledColumn }): StreamShares {
  const starts = new Uint32Array(ROWS_COLUMNS + 1);
  const others = new Float64Array(ROWS_COLUMNS);
  const ids: number[] = [];
  const bytes: number[] = [];
  for (let column = 0; column < ROWS_COLUMNS; column++) {
    starts[column] = ids.length;
    const { others: rest = 0, ...streams } = carried[column] ?? {};
    others[column] = rest;
    for (const [id, amount] of Object.entries(streams)) {
      ids.push(Number(id));
      bytes.push(amount);
    }
  }
  starts[ROWS_COLUMNS] = ids.length;
  return { direction: 'sent', starts, ids: new Float64Array(ids), bytes: new Float64Array(bytes), others };
}

interface RowsContext {
  readonly parts: Partial<AnswerParts>;
  readonly hidden?: readonly string[];
  readonly fromUs?: number;
  readonly toUs?: number;
}

export function rowsContext({ parts, hidden = [], fromUs, toUs }: RowsContext): PanelContext {
  const extent = { fromUs: 0, toUs: ROWS_COLUMNS * ROWS_COLUMN_US };
  const answer = {
    revision: 1,
    window: { fromUs: 0, columnUs: ROWS_COLUMN_US, columns: ROWS_COLUMNS },
    parts: { ...NO_PARTS, ...parts },
  } as WindowAnswer;
  return {
    answer,
    snapshot: { extent, findings: [], remarks: [], summary: madeSummary() } as unknown as Snapshot,
    viewport: { fromUs: fromUs ?? extent.fromUs, toUs: toUs ?? extent.toUs, width: ROWS_COLUMNS },
    hidden: new Set(hidden),
  };
}

export function madeSummary(given: Partial<TraceSummary> = {}): TraceSummary {
  return { ...emptySummary('none'), ...given };
}
