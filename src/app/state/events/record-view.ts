/** Reads the raw record of one event. The event list decides which. */
import type {
  EventRow,
  RecordAnswer,
  RecordProgress,
  RecordRequest,
} from '../../../engine/reading/contract/events';
import { isAbort, type RequestOptions } from '../../backend/backend';

export interface RecordView {
  readonly event: EventRow;
  /** Progress of reading the source again, 0 to 1. */
  readonly share: number;
  readonly answer: RecordAnswer | null;
  readonly error: string | null;
}

/** Requests a record of the shown connection. */
export type AskRecord = (
  request: Omit<RecordRequest, 'connection'>,
  options: RequestOptions<'record'>,
) => Promise<RecordAnswer>;

/**
 * Reads the record of an event.
 * @param onChange called at once, with progress, and with the result.
 * @returns aborts it: `onChange` is not called any more.
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
