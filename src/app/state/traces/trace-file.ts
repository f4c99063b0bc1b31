/** An open file as its traces see it: what they have in common. The file itself is `open-file.ts`. */
import type { SourceSpec } from '../../../engine/input/bytes/source';
import type { AnswerOf, BodyOf, RequestKind } from '../../../engine/reading/contract/requests';
import type { Message } from '../../../engine/reading/contract/snapshot';
import type { RequestOptions } from '../../backend/backend';
import type { FeatureState } from '../feature-states';
import type { Store } from '../store';
import type { ShownDigest } from './shown-digest';

export interface TraceFile {
  readonly id: number;
  readonly name: string;
  /** What its traces are drawn over: time in µs, or bytes delivered in their place (features/compare/byte-trace.ts). */
  readonly axis: 'time' | 'bytes';
  readonly source: SourceSpec;
  /** Null for a file that is read from its source. */
  readonly digest: ShownDigest | null;
  readonly crash: Store<Message | null>;
  /** The user ticked the file name in a dialog: links, the address and names of saved files include it from then on. */
  readonly includesName: Store<boolean>;
  /** Sends a request to the file's backend. Rejects as `Backend.request`. */
  request<K extends RequestKind>(kind: K, body: BodyOf<K>, options: RequestOptions<K>): Promise<AnswerOf<K>>;
  /** A trace of it is shown: where its worker was taken, the file is read again. */
  wake(): void;
  /** Something may have become idle or busy. */
  changed(): void;
  /** The state of a feature for this file, created on first use. */
  feature<T>(key: FeatureState<TraceFile, T>): T;
}
