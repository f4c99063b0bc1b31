/** What the decoder says of a record that it could not read as it stands; counting and wording it is the pipeline's. */
import type { SplitProblem } from '../records/sink';

/** A record that was not read, or only with a reservation. Record 0 is the header. */
export interface DecodeProblem {
  readonly reason:
    | SplitProblem['reason']
    | 'large'
    | 'no-header'
    | 'no-time'
    | 'trace-error'
    | 'too-many-connections';
  readonly offset: number;
  /** Number of the record in its file, the header being 0. */
  readonly record: number;
  readonly sizeBytes: number;
  readonly detail: string;
}

/** Where a record stands. */
export type Place = Pick<DecodeProblem, 'offset' | 'record' | 'sizeBytes'>;

/** Why a record is no event, from what its shape turned out to be. */
export function whyNot(shape: string): string {
  switch (shape) {
    case 'too-short':
      return 'the event has fewer columns than event_fields names';
    case 'not-an-event':
      return 'the record is neither an object nor an array that begins with a time and a name';
    default:
      return 'the event has no name';
  }
}
