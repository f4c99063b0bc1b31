/**
 * Allow-lists of the data of each event, from the schema's tables. An event without a table is left out, and counted.
 * Packets are written by packet.ts.
 */
import { EVENT_FIELDS } from '../../../../../qlog-schema/event-fields';
import { NAMED_EVENTS } from '../../../../../qlog-schema/http-fields';
import { exportedFields } from './frames';
import type { Fields } from './record-writer';

export const EXPORTED_FIELDS: ReadonlyMap<number, Fields> = new Map(
  [...EVENT_FIELDS].map(([kind, { fields }]) => [kind, exportedFields(fields)]),
);

/** The same by the canonical name, of events that have no kind. */
export const EXPORTED_NAMED: ReadonlyMap<string, Fields> = new Map(
  Object.entries(NAMED_EVENTS).map(([name, fields]) => [name, exportedFields(fields)]),
);
