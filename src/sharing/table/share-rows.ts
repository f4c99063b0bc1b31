/** Rows as they leave the page: new values of the figures, by the options of everything that is shared. */
import type { ShareOptions } from '../../engine/reading/contract/share-options';
import { redactName } from '../../engine/service/redaction/redact';
import { sharedFigures, type TraceRow } from '../figures/rows';

declare const shared: unique symbol;

/** A row returned by `shareRows`: writers of shared tables accept only such rows. */
export type SharedRow = TraceRow & { readonly [shared]: true };

/** In this order: a row without its name has its number. */
export function shareRows(rows: readonly TraceRow[], options: ShareOptions): readonly SharedRow[] {
  return rows.map((row, i) => {
    const name = redactName(row.name, options) ?? `trace ${i + 1}`;
    return sharedFigures(row, name, options) as SharedRow;
  });
}
