/**
 * What a link says, in its own form, version 1: which traces, which of them is shown, what is looked at in it, and how
 * the panels stand. It is a form that leaves the program: links of today are opened in years, so it names nothing by
 * an internal type, and its limits hold for whatever a stranger writes. Texts are in `format.ts` and `parse.ts`, the
 * program's own values in `link-of.ts` and `apply-link.ts`.
 */
import type { Fingerprint } from './fingerprint';

/** The version of the form that is written. */
export const LINK_VERSION = 1;

/** Longest fragment that is read, and longest value of one parameter, both in characters as written. */
export const MAX_FRAGMENT = 150_000;
export const MAX_VALUE = 10_000;
/** A digest of 32 KiB as base64url, and a little more. */
export const MAX_DIGEST = 45_000;
export const MAX_TRACES = 20;
/** Most items of a list, and longest id in it. */
export const MAX_ITEMS = 200;
export const MAX_ID = 100;
/** A URL, as written. */
export const MAX_URL = 2_000;
/** Times lie within ±30 years of the trace's start, µs. */
export const MAX_TIME_US = 1e15;
export const MAX_CONNECTION = 1e6;
export const MAX_HEIGHT_PX = 9_999;

/** Where a trace is to be found. A local file cannot be: it is known again by its fingerprint. */
export type TraceRef =
  | { readonly kind: 'example'; readonly id: string }
  /** https, or http on this machine. */
  | { readonly kind: 'src'; readonly url: string }
  | { readonly kind: 'file'; readonly fingerprint: Fingerprint };

/** µs from the trace's start, whole numbers. */
export interface LinkRange {
  readonly fromUs: number;
  readonly toUs: number;
}

/** What is looked at in the trace that is shown. */
export interface LinkView {
  /** Index in the file; null leaves it to the program. */
  readonly connection: number | null;
  readonly range: LinkRange | null;
  readonly marked: LinkRange | null;
  readonly pinnedUs: number | null;
  readonly finding: string | null;
  readonly dismissed: readonly string[];
  readonly model: { readonly id: string; readonly freeFromUs: number | null } | null;
}

/** How the panels stand; ids are those of panels, and `panel/entry` of series. */
export interface LinkLayout {
  /** The first panels from top to bottom; others follow in their own order. */
  readonly order: readonly string[];
  readonly hiddenPanels: readonly string[];
  readonly hiddenSeries: readonly string[];
  readonly heights: readonly { readonly panel: string; readonly px: number }[];
}

export interface LinkState {
  readonly traces: readonly TraceRef[];
  /** Index in `traces` of the one that is shown; 0 where there is none. */
  readonly shown: number;
  readonly view: LinkView;
  readonly layout: LinkLayout;
  /** A digest of the shown trace as base64url, not looked into here; null for none. */
  readonly digest: string | null;
}

/** A part of a link that was left out: how it was written, cut to a readable length, and why, as a clause. */
export interface DroppedPart {
  readonly part: string;
  readonly why: string;
}

export const EMPTY_VIEW: LinkView = {
  connection: null,
  range: null,
  marked: null,
  pinnedUs: null,
  finding: null,
  dismissed: [],
  model: null,
};

export const EMPTY_LAYOUT: LinkLayout = { order: [], hiddenPanels: [], hiddenSeries: [], heights: [] };

export const EMPTY_LINK: LinkState = {
  traces: [],
  shown: 0,
  view: EMPTY_VIEW,
  layout: EMPTY_LAYOUT,
  digest: null,
};
