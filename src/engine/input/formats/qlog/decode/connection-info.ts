/** What the decoder knows about one connection of the file; readers further on get its `ConnectionFacts`. */
import type { Quirk, TraceHeader } from '../../../../../qlog-schema';
import type { ConnectionFacts } from '../../connection-facts';

/** Replaced as a whole when more is known. */
export interface ConnectionInfo extends ConnectionFacts {
  /** Index of its trace within the whole file, in order of appearance. */
  readonly trace: number;
  /** Empty where it is assumed. */
  readonly header: TraceHeader;
  readonly quirks: readonly Quirk[];
}
