/** A record that the decoder could not read as it is. The pipeline counts the problems and writes their messages. */
import type { SplitProblem } from './qlog/records/sink';

/** A record that was not read, or only after a repair. Record 0 is the header. */
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

/** Position of a record. */
export type Place = Pick<DecodeProblem, 'offset' | 'record' | 'sizeBytes'>;

/** Why a record is not an event, from its shape. */
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
