/**
 * How a digest holds the parts of an answer: what it takes of one, what it holds of it when it gives up detail, and how it answers
 * with it. Their bytes are `form.ts` and `blocks.ts`.
 */
import type { SeriesSlice } from '../../engine/base/columns/series';
import type { StateSlice } from '../../engine/base/columns/state-timeline';
import {
  type AnswerPart,
  type AnswerParts,
  type HeldPartId,
  NO_PARTS,
  PART_IDS,
} from '../../engine/reading/contract/answer-parts';
import { FIRST_REQUESTS } from '../../engine/reading/contract/http';
import type { WindowRequest } from '../../engine/reading/contract/snapshot';
import { FIRST_STREAMS } from '../../engine/reading/contract/streams';
import type { Connectivity } from '../../engine/sender/transport/connectivity/connectivity';
import { type Block, type Digest, MAX_ROWS } from './digest';
import { type Drawable, resamplePtos, resampleRates, resampleShares, resampleStreams } from './resample';
import { boundedShares } from './stream-shares';
import { heldLanes, heldRequests } from './traffic-answer';
import { boundedHeld, boundedWaits } from './traffic-form';

/** What a digest answers from. */
export interface HeldSource {
  readonly digest: Digest;
  readonly drawn: Drawable;
  /** The finest first. */
  readonly blocks: readonly Block[];
  readonly request: WindowRequest;
  /** As answered. */
  readonly series: readonly SeriesSlice[];
  readonly states: StateSlice;
  readonly rttUs: number;
  readonly coarseUs: number | undefined;
}

/** Fields of a digest that only panels use. */
type PanelFields = Pick<Digest, 'streams' | 'requests' | 'connectivity'>;
const NO_FIELDS: PanelFields = { streams: null, requests: null, connectivity: null };

/** Fields of each block that only panels use, beside shares. */
type BlockFields = Pick<Block, 'ptos' | 'streamShares'>;
const NO_BLOCK_FIELDS: BlockFields = { ptos: null, streamShares: null };

/** What is left out is nothing. */
interface HeldPart<Part> {
  /** Shares of each block. */
  readonly share?: (part: Part) => Block['shares'][number];
  readonly packBlock?: (part: Part) => Partial<BlockFields>;
  readonly holdBlock?: (block: BlockFields) => Partial<BlockFields>;
  readonly pack?: (part: Part) => Partial<PanelFields>;
  /** @param rows at most. */
  readonly hold?: (digest: PanelFields, rows: number) => Partial<PanelFields>;
  readonly unpack: (source: HeldSource) => Part | null;
}

const HELD: { readonly [id in HeldPartId]: HeldPart<NonNullable<AnswerParts[id]>> } = {
  limits: {
    share: (slice) => ({ kind: 'limits', slice }),
    unpack: ({ drawn, blocks }) => resampleShares(drawn, blocks, 'limits'),
  },
  account: {
    share: (slice) => ({ kind: 'account', slice }),
    unpack: ({ drawn, blocks }) => resampleShares(drawn, blocks, 'account'),
  },
  recovery: {
    share: (slice) => ({ kind: 'recovery', slice }),
    unpack: ({ drawn, blocks, states }) =>
      states.names.length === 0 ? resampleShares(drawn, blocks, 'recovery') : null,
  },
  ptos: {
    packBlock: (ptos) => ({ ptos }),
    holdBlock: ({ ptos }) => ({ ptos }),
    unpack: ({ drawn, blocks }) => resamplePtos(drawn, blocks),
  },
  rates: {
    unpack: ({ drawn, digest, rttUs, series, states, coarseUs }) =>
      resampleRates(drawn, digest.extent, rttUs, { series, changes: states.changes, coarseUs }),
  },
  streamLanes: {
    pack: ({ rows, total, unusable, beyond }) => ({
      streams: { rows: boundedHeld(rows.slice(0, MAX_ROWS)).map(boundedWaits), total, unusable, beyond },
    }),
    hold: ({ streams }, rows) => ({ streams: firstRows(streams, rows) }),
    unpack: ({ digest: { streams }, request, drawn }) =>
      streams && heldLanes(streams, request.streamRows ?? FIRST_STREAMS, drawn.window),
  },
  streamShares: {
    packBlock: (shares) => ({ streamShares: boundedShares(shares) }),
    holdBlock: ({ streamShares }) => ({ streamShares }),
    unpack: ({ drawn, blocks }) => resampleStreams(drawn, blocks),
  },
  http: {
    pack: ({ rows, total, unread }) => ({
      requests: { rows: boundedHeld(rows.slice(0, MAX_ROWS)).map(boundedWaits), total, unread },
    }),
    hold: ({ requests }, rows) => ({ requests: firstRows(requests, rows) }),
    unpack: ({ digest: { requests, traffic }, request }) =>
      requests && heldRequests(requests, request.httpRows ?? FIRST_REQUESTS, traffic?.requests ?? null),
  },
  connectivity: {
    pack: (life) => ({ connectivity: withoutRows(life) }),
    hold: ({ connectivity }) => ({ connectivity }),
    unpack: ({ digest }) => digest.connectivity,
  },
  // The digest has it in any case, of the outline where no panel asks for it.
  carried: { unpack: ({ digest }) => digest.traffic },
};

function firstRows<T extends { readonly rows: readonly unknown[] }>(held: T | null, rows: number): T | null {
  return held && { ...held, rows: held.rows.slice(0, rows) };
}

/** A digest has no event list that a step could name a row of, and no single packets. */
function withoutRows({ steps, exchange: _, ...life }: Connectivity): Connectivity {
  return { ...life, steps: steps.map((step) => ({ ...step, row: Number.NaN })) };
}

// biome-ignore lint/suspicious/noExplicitAny: each entry takes the part of its name
const ENTRIES: readonly (readonly [id: HeldPartId, entry: HeldPart<any>])[] = PART_IDS.flatMap((id) =>
  isHeld(id) ? [[id, HELD[id]] as const] : [],
);

function isHeld(id: AnswerPart): id is HeldPartId {
  return id in HELD;
}

/** What a digest takes of an answer beside its columns. */
export function packedFields(parts: AnswerParts): PanelFields {
  const fields = ENTRIES.map(([id, { pack }]) => parts[id] && pack?.(parts[id]));
  return Object.assign({}, NO_FIELDS, ...fields);
}

/** @param parts that panels of the digest use. */
export function heldFields(digest: PanelFields, parts: ReadonlySet<string>, rows: number): PanelFields {
  const fields = ENTRIES.map(([id, { hold }]) => parts.has(id) && hold?.(digest, rows));
  return Object.assign({}, NO_FIELDS, ...fields);
}

/** What a block takes of an answer, and the shares of its parts. */
export function packedBlock(parts: AnswerParts): BlockFields & { readonly shares: Block['shares'] } {
  const given = ENTRIES.filter(([id]) => parts[id] !== null);
  const fields = given.map(([id, { packBlock }]) => packBlock?.(parts[id]));
  const shares = given.flatMap(([id, { share }]) => share?.(parts[id]) ?? []);
  return { ...Object.assign({}, NO_BLOCK_FIELDS, ...fields), shares };
}

export function heldBlock(block: Block, parts: ReadonlySet<string>): BlockFields {
  const fields = ENTRIES.map(([id, { holdBlock }]) => parts.has(id) && holdBlock?.(block));
  return Object.assign({}, NO_BLOCK_FIELDS, ...fields);
}

/** The requested parts, but for the run of a model. */
export function unpackedParts(source: HeldSource): AnswerParts {
  const asked = ENTRIES.filter(([id]) => source.request.parts.includes(id));
  const parts = asked.map(([id, { unpack }]) => [id, unpack(source)] as const);
  return { ...NO_PARTS, ...Object.fromEntries(parts) };
}
