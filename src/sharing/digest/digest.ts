/**
 * A digest: the visible part of a trace, reduced to envelopes, with findings and notes. It does not
 * spread a snapshot, so that no field gets into it by accident. It is
 * made in `make.ts`, encoded in `form.ts` and `pack.ts`, and reduced in size in `fit.ts`.
 *
 * Times are µs from the trace's start. Column widths are powers of two in µs, aligned to a grid of that width, so that
 * merging and resampling columns loses no extreme value.
 */
import type { ColumnWindow, SeriesInfo, SeriesSlice } from '../../engine/base/columns/series';
import type { EntrySpacing, StateSlice } from '../../engine/base/columns/state-timeline';
import type { Finding, NotFound, NotJudged } from '../../engine/findings/finding/finding';
import type { HttpAnswer, HttpInView } from '../../engine/reading/contract/http';
import type { Outline } from '../../engine/reading/contract/outline';
import type { ModelSlice, ModelSummary, PtoSlice } from '../../engine/reading/contract/parts';
import type { ConnectionSummary } from '../../engine/reading/contract/quality';
import type { DigestFacts, Message, TraceSummary } from '../../engine/reading/contract/snapshot';
import type { RowsInView, StreamShares, StreamsAnswer } from '../../engine/reading/contract/streams';
import type { Traffic } from '../../engine/reading/contract/traffic';
import type { Connectivity } from '../../engine/sender/transport/connectivity/connectivity';
import type { Note } from '../notes/note';

/** Version of the written form; the first byte of a digest. */
export const DIGEST_VERSION = 11;
/** Maximum close-ups. */
export const MAX_CLOSE_UPS = 16;
/** Maximum digests of a set besides the first. */
export const MAX_OTHERS = 7;
/** Maximum rows of streams, and of requests. */
export const MAX_ROWS = 100;
/** Longest reference to a trace, as a link writes it. */
export const MAX_REF = 3000;
/** Maximum columns of a block. */
export const MAX_COLUMNS = 8192;
/** A digest beyond this many bytes inflated is refused while it is inflated. */
export const MAX_INFLATED_BYTES = 4 * 1024 * 1024;
/** Maximum bytes of a digest in a link. */
export const MAX_DIGEST_BYTES = 32 * 1024;
/** Maximum size of a digest file. */
export const MAX_FILE_BYTES = 1024 * 1024;

/** In place of the verdict of a finding of which only title and time are held. */
export const NO_VERDICT = 'All but the title and the time of this finding was left out of the digest.';

/** Shares of states per column that a digest may hold. */
export const SHARE_KINDS = ['states', 'limits', 'recovery', 'regions', 'account'] as const;
export type ShareKind = (typeof SHARE_KINDS)[number];

/** Ids of the drawn model's series among the other series. */
export const MODEL_SERIES = ['model/window', 'model/ssthresh', 'model/w-max'] as const;

/** One range in columns. All arrays are per column, as in an answer (`engine/reading/contract`). */
export interface Block {
  readonly window: ColumnWindow;
  readonly series: readonly SeriesSlice[];
  readonly shares: readonly { readonly kind: ShareKind; readonly slice: StateSlice }[];
  readonly losses: Float64Array<ArrayBuffer>;
  readonly ptos: PtoSlice | null;
  /** Which streams each column carried; none before version 6. */
  readonly streamShares: StreamShares | null;
}

/** The columns of a finding's close-up, by the finding's key. */
export interface CloseUpColumns {
  readonly key: string;
  readonly block: Block;
}

/** Facts of a connection; ids and title only with their share options. */
export type DigestConnection = Pick<
  ConnectionSummary,
  'index' | 'title' | 'role' | 'side' | 'receivedBytes' | 'groupId' | 'odcid'
> & {
  /** How many the file holds. */
  readonly count: number;
};

/** What was left out to reduce the size; panels in the order in which they were dropped. */
export type GivenUp = DigestFacts['givenUp'];

/** Some rows of streams, those that waited longest first, and how many the trace has. */
export type HeldStreams = Omit<StreamsAnswer, 'from'>;
/** Some HTTP/3 requests, the longest first, and how many the trace has. */
export type HeldRequests = Omit<HttpAnswer, 'from' | 'order' | 'totals' | 'control'>;

/** The rows that a window for a digest holds. */
export const SURVEYED_ROWS: { readonly streamRows: RowsInView; readonly httpRows: HttpInView } = {
  streamRows: { order: 'waited', from: 0, count: MAX_ROWS },
  httpRows: { order: 'duration', from: 0, count: MAX_ROWS },
};

export interface Digest {
  /** File name; null without its share option. */
  readonly name: string | null;
  /** Time 0 as ms since 1970; null without its share option, or where not logged. */
  readonly originMs: number | null;
  /** The view as a link's fragment, for a file; empty where the digest itself is in a link. */
  readonly link: string;
  readonly extent: { readonly fromUs: number; readonly toUs: number };
  readonly summary: TraceSummary;
  /** False before version 10, which holds no account of time. */
  readonly holdsAccount: boolean;
  readonly connection: DigestConnection;
  /** Infos of the contained series. */
  readonly catalogue: readonly SeriesInfo[];
  /** Findings in their order, then remarks. */
  readonly findings: readonly Finding[];
  readonly notJudged: readonly NotJudged[];
  readonly notFound: readonly NotFound[];
  readonly messages: readonly Message[];
  /** Number of messages left out, since they may quote the log. */
  readonly messagesLeftOut: number;
  readonly models: ModelSummary | null;
  readonly noBoundary: string | null;
  readonly notes: readonly Note[];
  /** Ids of contained panels, and of those without data in the trace. */
  readonly panels: { readonly held: readonly string[]; readonly empty: readonly string[] };
  readonly givenUp: GivenUp;
  /** The drawn model; its columns are in the blocks. */
  readonly model: Pick<ModelSlice, 'id' | 'freeFromUs' | 'name' | 'counterfactual'> | null;
  /** The visible range, and over it the spacing of entries into recovery and the median smoothed RTT. */
  readonly visible: { readonly fromUs: number; readonly toUs: number };
  readonly spacing: EntrySpacing | null;
  readonly rttUs: number;
  /** The visible range first, then the whole trace if it is longer. */
  readonly blocks: readonly Block[];
  /** In the order of `findings`, the selected one first; none before version 3. */
  readonly closeUps: readonly CloseUpColumns[];
  /** What a comparison asks of the trace; null where it was left out, and before version 4. */
  readonly outline: Outline | null;
  /** Streams, requests and the life of the connection; null where no panel of the digest shows them, and before version 6. */
  readonly streams: HeldStreams | null;
  readonly requests: HeldRequests | null;
  readonly connectivity: Connectivity | null;
  /** Totals of all of them; null before version 6. */
  readonly traffic: Traffic | null;
  /** The other traces of a set, none before version 4; its view is in the link, which names them by their number here. */
  readonly others: readonly OtherDigest[];
}

/** Another trace of a set; it has no others of its own. */
export interface OtherDigest {
  /** How a link names the trace, `example=reno`; empty where that may not be given. */
  readonly ref: string;
  readonly digest: Digest;
}
