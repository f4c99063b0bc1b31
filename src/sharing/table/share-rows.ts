/**
 * Rows as they leave the page: new values of the figures, by the options of everything that is shared. Of the hashes of files only those
 * leave that several rows have, so that identical runs still count once.
 */
import type { ShareOptions } from '../../engine/reading/contract/share-options';
import { redactName } from '../../engine/service/redaction/redact';
import { sharedFigures, type TraceRow } from '../figures/rows';
import { runIdOf } from './row-words';

declare const shared: unique symbol;

/** A row returned by `shareRows`: writers of shared tables accept only such rows. */
export type SharedRow = TraceRow & { readonly [shared]: true };

/** In this order: a row without its name has its number. */
export function shareRows(rows: readonly TraceRow[], options: ShareOptions): readonly SharedRow[] {
  const copied = copiedRuns(rows.map(runIdOf));
  return rows.map((row, i) => {
    const name = redactName(row.name, options) ?? `trace ${i + 1}`;
    const hash = copied.has(runIdOf(row)) ? row.hash : null;
    return { ...sharedFigures(row, name, options), hash } as SharedRow;
  });
}

/** Ids that several runs have. */
function copiedRuns(ids: readonly (string | null)[]): ReadonlySet<string | null> {
  const once = new Set<string | null>();
  return new Set(ids.filter((id) => id !== null && (once.has(id) || !once.add(id))));
}
