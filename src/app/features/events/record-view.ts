/** The raw record of one event while it is read and when it is here. Which one is shown is the event list's. */
import type { EventRow, RecordAnswer, RecordProgress, RecordRequest } from '../../../engine/contract/events';
import { isAbort, type RequestOptions } from '../../backend/backend';

export interface RecordView {
  readonly event: EventRow;
  /** While the source is read again, 0 to 1. */
  readonly share: number;
  /** Null until it is read. */
  readonly answer: RecordAnswer | null;
  /** Why it could not be read, as a sentence. */
  readonly error: string | null;
}

/** Asks for a record of the connection that is looked at. */
export type AskRecord = (
  request: Omit<RecordRequest, 'connection'>,
  options: RequestOptions<'record'>,
) => Promise<RecordAnswer>;

/**
 * Reads the record of an event.
 * @param onChange called at once, with progress, and with what came of it.
 * @returns what ends it: nothing more is told then.
 */
export function readRecord(
  event: EventRow,
  ask: AskRecord,
  onChange: (view: RecordView) => void,
): AbortController {
  const reading = new AbortController();
  const { signal } = reading;
  const view: RecordView = { event, share: 0, answer: null, error: null };
  onChange(view);
  const onProgress = ({ share }: RecordProgress): void => onChange({ ...view, share });
  ask({ row: event.row }, { signal, onProgress }).then(
    (answer) => onChange({ ...view, answer }),
    (error: unknown) => {
      if (!isAbort(error))
        onChange({ ...view, error: error instanceof Error ? error.message : String(error) });
    },
  );
  return reading;
}
