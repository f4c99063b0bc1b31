/** Which fields a log does not hold, and for lack of which a panel cannot be drawn. */
import type { PanelDefinition } from '../../../drawing/panels/panel';
import type { LoggedField } from '../../../engine/input/recording/fields';
import type { Snapshot } from '../../../engine/reading/contract/snapshot';
import { type FieldRow, fieldRows } from './quality-words';

/** A field that the log does not hold. */
type LackingRow = FieldRow & { readonly state: 'rebuilt' | 'inferred' | 'missing' };

type Fields = Pick<Snapshot, 'summary' | 'catalogue' | 'quality'>;

/** The fields that are not logged, in the order of the table of fields; also those that are rebuilt or inferred. */
export function lackingRows(log: Fields): readonly LackingRow[] {
  return fieldRows(log).filter(
    (row): row is LackingRow => row.state !== 'logged' && row.state !== 'not-known',
  );
}

/** The fields for want of which a panel has nothing to draw; none where something else is the reason. */
export function lackingOfPanel(
  { fields }: Pick<PanelDefinition, 'fields'>,
  log: Fields,
): readonly LoggedField[] {
  const missing = lackingRows(log).filter(({ state }) => state === 'missing');
  return missing.map(({ name }) => name).filter((name) => fields.includes(name));
}
