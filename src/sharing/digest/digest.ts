/**
 * What a digest is: what was visible of a trace, reduced to envelopes, with what was found and written about it. It
 * stands on its own: no type of a snapshot is spread into it, so that nothing comes into it by accident. How it is
 * made is `make.ts`, its bytes `form.ts` and `pack.ts`, what is given up to make it small `fit.ts`.
 *
 * Times are µs from the trace's start. Columns are powers of two of µs wide and lie on a grid of that width, so that
 * halving their number and asking for them at any zoom loses no extreme.
 */

import type { ColumnWindow, SeriesInfo, SeriesSlice } from '../../engine/columns/series';
import type { EntrySpacing, StateSlice } from '../../engine/columns/state-timeline';
import type { ModelSlice, ModelSummary, PtoSlice } from '../../engine/contract/parts';
import type { ConnectionSummary } from '../../engine/contract/quality';
import type { DigestFacts, Message, TraceSummary } from '../../engine/contract/snapshot';
import type { Finding, NotFound, NotJudged } from '../../engine/findings/detector';
import type { Note } from '../notes/note';

/** Version of the form that is written; the first byte of a digest. */
export const DIGEST_VERSION = 1;
/** Most columns of a block. */
export const MAX_COLUMNS = 8192;
/** A digest beyond this many bytes inflated is refused while it is inflated. */
export const MAX_INFLATED_BYTES = 4 * 1024 * 1024;
/** Most bytes of a digest in a link. */
export const MAX_DIGEST_BYTES = 32 * 1024;
/** Largest file of a digest that is read. */
export const MAX_FILE_BYTES = 1024 * 1024;
/** How many columns as asked, a pixel or half of one each, a column of a digest may stand for: wider ones are not drawn
 * unless half of their block is looked at. */
export const MAX_WIDENING = 32;

/** Shares of states per column that a digest may hold. */
export const SHARE_KINDS = ['states', 'limits', 'recovery', 'regions'] as const;
export type ShareKind = (typeof SHARE_KINDS)[number];

/** Series of the model that was drawn, by the names under which they stand among the others. */
export const MODEL_SERIES = ['model/window', 'model/ssthresh', 'model/w-max'] as const;

/** One range in columns. All arrays are per column, as in an answer (`engine/contract`). */
export interface Block {
  readonly window: ColumnWindow;
  readonly series: readonly SeriesSlice[];
  readonly shares: readonly { readonly kind: ShareKind; readonly slice: StateSlice }[];
  readonly losses: Float64Array<ArrayBuffer>;
  readonly ptos: PtoSlice | null;
}

/** What is told of a connection; ids and title only where they were let in. */
export type DigestConnection = Pick<
  ConnectionSummary,
  'index' | 'title' | 'role' | 'side' | 'receivedBytes' | 'groupId' | 'odcid'
> & {
  /** How many the file holds. */
  readonly count: number;
};

/** What was left out to make the digest as small as it is: panels in the order in which they were given up. */
export type GivenUp = DigestFacts['givenUp'];

export interface Digest {
  /** Name of the file; null where it was not let in. */
  readonly name: string | null;
  /** Time 0 as ms since 1970; null where it was not let in, or is not logged. */
  readonly originMs: number | null;
  /** The view as a link says it, for a file; empty where the digest itself stands in a link. */
  readonly link: string;
  readonly extent: { readonly fromUs: number; readonly toUs: number };
  readonly summary: TraceSummary;
  readonly connection: DigestConnection;
  /** Of the series that are held. */
  readonly catalogue: readonly SeriesInfo[];
  readonly findings: readonly Finding[];
  readonly notJudged: readonly NotJudged[];
  readonly notFound: readonly NotFound[];
  readonly messages: readonly Message[];
  /** Messages that were not let in: they may hold words of the log. */
  readonly messagesLeftOut: number;
  readonly models: ModelSummary | null;
  readonly noBoundary: string | null;
  readonly notes: readonly Note[];
  /** Ids of panels that are held, and of those that the trace has nothing for. */
  readonly panels: { readonly held: readonly string[]; readonly empty: readonly string[] };
  readonly givenUp: GivenUp;
  /** The model that was drawn; its columns stand in the blocks. */
  readonly model: Pick<ModelSlice, 'id' | 'freeFromUs' | 'name' | 'counterfactual'> | null;
  /** What was visible, and over it the spacing of entries into recovery and the median smoothed RTT. */
  readonly visible: { readonly fromUs: number; readonly toUs: number };
  readonly spacing: EntrySpacing | null;
  readonly rttUs: number;
  /** The visible range first, then the whole trace where that is another. */
  readonly blocks: readonly Block[];
}

/** Running totals: of them a digest holds one value per column. */
export function isCumulative(id: string): boolean {
  return id.endsWith('-total');
}
