/**
 * Parts of an answer besides series, states and losses: only some panels need them, each is requested by name;
 * and the run of the selected model. `PARTS` says of each what it is made of, what is transferred and what may leave.
 *
 * All arrays are per pixel column of the answer's window, unless they say otherwise.
 */
import type { ColumnWindow, Series } from '../../base/columns/series';
import type { StateSlice } from '../../base/columns/state-timeline';
import type { HeldTime } from '../../findings/partition/partition';
import type { Connectivity } from '../../sender/transport/connectivity/connectivity';
import type { SequenceAnswer } from '../../sender/transport/sequence';
import type { TransportState } from '../../sender/transport/transport';
import type { HttpAnswer, HttpInView } from './http';
import { redactModel, redactPtos, redactRates, redactSequence, redactShares } from './part-redaction';
import type { ModelSlice, PtoSlice, RatesSlice } from './parts';
import type { ShareOptions } from './share-options';
import type { RowsInView, StreamLanes, StreamShares } from './streams';
import type { Traffic } from './traffic';
import {
  redactConnectivity,
  redactHttp,
  redactStreamLanes,
  redactStreamShares,
  redactTotals,
} from './traffic-redaction';

/** Null for a part that was not requested. */
export interface AnswerParts {
  readonly sequence: SequenceAnswer | null;
  /** What held the sender: names of holders. Also null while the trace is being read, and where that is not known. */
  readonly limits: StateSlice | null;
  /** The same with causes: names of `heldByWords`. Also null in a digest. */
  readonly account: StateSlice | null;
  /** `set`, then `not set`: the logged flag that says application-limited; also null where none is logged, and in a digest. */
  readonly appLimited: StateSlice | null;
  readonly ptos: PtoSlice | null;
  /**
   * Time in recovery by RFC 9002 §7.3.2 on the trace's own losses: `recovery`, then `outside recovery`. Also null
   * where the stack logs states.
   */
  readonly recovery: StateSlice | null;
  readonly rates: RatesSlice | null;
  readonly streamShares: StreamShares | null;
  readonly streamLanes: StreamLanes | null;
  readonly http: HttpAnswer | null;
  readonly connectivity: Connectivity | null;
  readonly carried: Traffic | null;
  /** Also null while the trace is being read, and where it cannot be compared with models. */
  readonly model: ModelSlice | null;
}

/** Parts that a panel may request. */
export type AnswerPart = Exclude<keyof AnswerParts, 'model'>;

/** What parts are made of. */
export interface PartSource {
  readonly state: TransportState;
  /** Null before the trace is judged, and where it does not show what held the sender. */
  readonly heldTime: HeldTime | null;
  /** Makes the same with its causes. */
  readonly causedTime: () => HeldTime | null;
  readonly window: ColumnWindow;
  /** The visible part of the window, µs. */
  readonly visible: { readonly fromUs: number; readonly toUs: number };
  /** Those that were requested. */
  readonly series: readonly Series[];
  /** Median smoothed RTT of the visible part, NaN where none is logged. */
  readonly rttUs: number;
  readonly streamRows: RowsInView;
  readonly httpRows: HttpInView;
}

interface Part<T> {
  /**
   * Made of columns that the state has. Left out where the part is a computation, which the page must not load: the worker
   * names its owner (`service/answers/parts.ts`, complete by type).
   */
  readonly of?: (source: PartSource) => T | null;
  /** Arrays that are made for the answer: they are transferred. */
  readonly buffers: (part: T) => readonly ArrayBufferView<ArrayBuffer>[];
  /** An allow-list of fields: what may leave. */
  readonly redact: (part: T, options: ShareOptions) => T;
  /** A digest holds it: how is its entry of `sharing/digest/held-parts.ts`, complete by type. */
  readonly isHeld: boolean;
}

const NO_BUFFERS = (): readonly ArrayBufferView<ArrayBuffer>[] => [];
const ofShares = ({ shares, changes }: StateSlice): readonly ArrayBufferView<ArrayBuffer>[] => [
  shares,
  changes,
];

/** The parts, made in this order. None of them is known over bytes in place of time; how a digest holds the run of a model is its own matter. */
export const PARTS = {
  sequence: {
    buffers: ({ spaces }) =>
      spaces.flatMap(({ columns }) =>
        Object.values(columns).flatMap(({ columns, lows, highs, counts }) => [columns, lows, highs, counts]),
      ),
    redact: redactSequence,
    isHeld: false,
  },
  limits: {
    of: ({ heldTime, window }) => heldTime?.timeline.query(window, heldTime.endUs) ?? null,
    buffers: ofShares,
    redact: redactShares,
    isHeld: true,
  },
  account: {
    buffers: ofShares,
    redact: redactShares,
    isHeld: true,
  },
  appLimited: {
    buffers: ofShares,
    redact: redactShares,
    isHeld: false,
  },
  ptos: {
    buffers: ({ counts, spurious, consecutive }) => [counts, spurious, consecutive],
    redact: redactPtos,
    isHeld: true,
  },
  recovery: { buffers: ofShares, redact: redactShares, isHeld: true },
  rates: {
    buffers: ({ totals, transitions }) => [...totals.map(({ values }) => values), transitions],
    redact: redactRates,
    isHeld: true,
  },
  // Before shares, which are summed from what is made for lanes.
  streamLanes: {
    buffers: ({ data, acked, resent }) => [data, acked, resent],
    redact: redactStreamLanes,
    isHeld: true,
  },
  streamShares: {
    buffers: ({ starts, ids, bytes, others }) => [starts, ids, bytes, others],
    redact: redactStreamShares,
    isHeld: true,
  },
  http: { buffers: NO_BUFFERS, redact: redactHttp, isHeld: true },
  connectivity: { buffers: NO_BUFFERS, redact: redactConnectivity, isHeld: true },
  carried: { buffers: NO_BUFFERS, redact: redactTotals, isHeld: true },
  model: {
    buffers: ({ window, ssthresh, wMax, regions }) => [
      ...[window, ssthresh, wMax].map(({ values }) => values),
      ...ofShares(regions),
    ],
    redact: redactModel,
    isHeld: false,
  },
} as const satisfies { readonly [id in keyof AnswerParts]: Part<NonNullable<AnswerParts[id]>> };

/** Parts that the worker computes. */
export type ComputedPart = {
  [id in AnswerPart]: (typeof PARTS)[id] extends { readonly of: unknown } ? never : id;
}[AnswerPart];

/** Parts that a digest holds; the run of a model is held by itself. */
export type HeldPartId = {
  [id in AnswerPart]: (typeof PARTS)[id]['isHeld'] extends true ? id : never;
}[AnswerPart];

// Marked as pure: else the first load would hold this, after the names that `redact.ts` exports too.
const ALL = /* @__PURE__ */ Object.keys(PARTS) as (keyof AnswerParts)[];
/** Parts that a panel may request, in the order in which they are made. */
export const PART_IDS = /* @__PURE__ */ ALL.filter((id) => id !== 'model');

// biome-ignore lint/suspicious/noExplicitAny: each entry reads the part of its name
const ENTRIES: { readonly [id in keyof AnswerParts]: Part<any> } = PARTS;

/** @param of the part of a name. */
function partsBy(of: (id: keyof AnswerParts) => unknown): AnswerParts {
  return Object.fromEntries(ALL.map((id) => [id, of(id)])) as unknown as AnswerParts;
}

/** Where none is asked for. */
export const NO_PARTS: AnswerParts = /* @__PURE__ */ partsBy(() => null);

/** @param computed who owns what no entry makes. */
export function partsOf(
  source: PartSource,
  requested: readonly AnswerPart[],
  computed: { readonly [id in ComputedPart]: (source: PartSource) => AnswerParts[id] },
  model: AnswerParts['model'],
): AnswerParts {
  const makers: { readonly [id: string]: (source: PartSource) => unknown } = computed;
  const made = partsBy((id) => {
    const of = ENTRIES[id].of ?? makers[id];
    return of !== undefined && requested.some((one) => one === id) ? of(source) : null;
  });
  return { ...made, model };
}

/** Every array of the parts that was made for them. */
export function partArrays(parts: AnswerParts): readonly ArrayBufferView<ArrayBuffer>[] {
  return ALL.flatMap((id) => (parts[id] === null ? [] : ENTRIES[id].buffers(parts[id])));
}

/** What may leave of the parts. */
export function redactParts(parts: AnswerParts, options: ShareOptions): AnswerParts {
  return partsBy((id) => parts[id] && ENTRIES[id].redact(parts[id], options));
}
