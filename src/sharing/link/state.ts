/**
 * The content of a link, version 13: which traces, which of them is shown, the set of traces that it is shown with, their
 * view, and the panel layout. Version 1 knew no sets: its links show a set of one; version 2 no digests of several
 * traces, version 3 no tables of traces, no differences, and no axis of bytes, version 4 no traces in a store, version 5 no fleets, version 6 no lab, version 7 no
 * runs of it as traces, version 8 no packets, version 9 no groups of rows, version 10 no outside marks, version 11 no runs of groups, version 12 no patterns of groups and no table in a store (`parts.ts` and `trace-refs.ts` say what
 * each version has). An external format: links are opened years later, so it uses no internal type, and its limits apply
 * to untrusted input. Text is written and read in `format.ts` and `parse.ts`, the conversion to the program's values is
 * in `link-of.ts` and `apply-link.ts`.
 */
import type { Fingerprint } from './fingerprint';

export const LINK_VERSION = 13;
/** Links that need no newer one are written as this one, so that older pages open them. */
export const LEAST_VERSION = 2;

/** Maximum length of a fragment, and of one parameter's value, in characters as written. */
export const MAX_FRAGMENT = 440_000;
export const MAX_VALUE = 10_000;
/** A digest of 32 KiB as base64url, with some margin. */
export const MAX_DIGEST = 45_000;
/** Rows of a table as base64url, with some margin. */
export const MAX_ROWS = 36_000;
export const MAX_FILTER = 2_000;
/** Largest number of a row. */
export const MAX_PICK = 1e5;
/** Groups of the rows of a table. */
export const MAX_GROUPS = 6;
/** Rows of a table in groups. */
export const MAX_GROUPED = 4_000;
export const MAX_TRACES = 20;
/** Further files of all traces of a link, besides the first of each: at most 40 characters each as written. */
export const MAX_SEGMENTS = 999;
/** Of these, per trace, the first ones have a name; a request for them counts the others. */
export const MAX_NAMED_SEGMENTS = 19;
/** Traces of a set, the shown one included. */
export const MAX_LANES = 8;
/** Maximum items of a list, and length of an id in it. */
export const MAX_ITEMS = 200;
export const MAX_ID = 100;
/** Maximum length of a URL as written. */
export const MAX_URL = 2_000;
/** Times and offsets are within ±30 years of the trace's start, µs. */
export const MAX_TIME_US = 1e15;
export const MAX_CONNECTION = 1e6;
export const MAX_HEIGHT_PX = 9_999;
/** Largest count of bytes on an axis. */
export const MAX_BYTES = 1e14;

/** Reference to a trace. A local file is identified by its fingerprint. */
export type TraceRef =
  | { readonly kind: 'example'; readonly id: string }
  /** https, or http on this machine. */
  | { readonly kind: 'src'; readonly url: string }
  | StoredRef
  | RunRef
  | FileRef;

/** A trace in the page's store; where that is, only the page's host says. */
export interface StoredRef {
  readonly kind: 'stored';
  /** See `stored-name.ts`. */
  readonly object: string;
}

/** The trace of one end of a run of the lab; whoever opens the link makes it again. */
export interface RunRef {
  readonly kind: 'run';
  readonly scenario: string;
  readonly variant: string;
  readonly seed: number;
  readonly end: 'sender' | 'receiver';
  /** The fields that were changed, as `rtt:20`, sorted; whether they are fields of the scenario is not checked here. */
  readonly fields: readonly string[];
}

/** A trace of the link's digest, by its number there; 1 is the first. For a trace that is in the link as its digest only. */
export interface DigestRef {
  readonly kind: 'digest';
  readonly number: number;
}

/** A trace as a link names it. */
export type LinkTrace = TraceRef | DigestRef;

export function isTraceRef(trace: LinkTrace): trace is TraceRef {
  return trace.kind !== 'digest';
}

export interface FileRef {
  readonly kind: 'file';
  /** Of the first file where the trace has several. */
  readonly fingerprint: Fingerprint;
  /** The further files of the trace, in order; left out where it is one file. */
  readonly segments?: readonly Fingerprint[];
}

/** Of all files of a trace, in order. */
export function fingerprintsOf({ fingerprint, segments = [] }: FileRef): readonly Fingerprint[] {
  return [fingerprint, ...segments];
}

/** µs from the trace's start, whole numbers. */
export interface LinkRange {
  readonly fromUs: number;
  readonly toUs: number;
}

/** What belongs to one trace of the set; times are its own. */
export interface LinkMarks {
  /** Name of what is chosen: a finding, a part of the account, or a stream (`drawing/view/chosen.ts`). */
  readonly finding: string | null;
  readonly dismissed: readonly string[];
  readonly model: { readonly id: string; readonly freeFromUs: number | null } | null;
  readonly packet: LinkPacket | null;
  /** Its outside marks as text, not read here (`sharing/outside/outside-text.ts`); empty for none. */
  readonly outside: string;
}

export interface LinkPacket {
  readonly space: 'Initial' | 'Handshake' | '1-RTT';
  readonly packetNumber: number;
}

/** The view of the shown trace; range, marked and pinned are times of the set. */
export interface LinkView extends LinkMarks {
  /** Index in the file; null for the program's default. */
  readonly connection: number | null;
  readonly range: LinkRange | null;
  readonly marked: LinkRange | null;
  readonly pinnedUs: number | null;
}

/** Where a trace is in the set. */
export interface LinkPlace {
  /** Added to the trace's times, whole µs. */
  readonly offsetUs: number;
  /** Index of its colour. */
  readonly style: number;
}

/** Another trace of the set. */
export interface LinkLane extends LinkPlace, LinkMarks {
  /** Index in `traces`. */
  readonly trace: number;
  /** Index in the file; null for the program's default. */
  readonly connection: number | null;
}

/** What is seen of a set over bytes delivered. */
export interface LinkByBytes {
  /** Whole bytes; null for all. */
  readonly range: { readonly fromBytes: number; readonly toBytes: number } | null;
}

/** The set that the shown trace is in; a set of one has no others, and its trace no offset. */
export interface LinkSet {
  readonly lead: LinkPlace;
  readonly others: readonly LinkLane[];
  readonly isStacked: boolean;
  /** The x axis is bytes delivered; null for time. */
  readonly byBytes: LinkByBytes | null;
  /** Top of the value axis of panels where it is locked. */
  readonly axes: readonly { readonly panel: string; readonly max: number }[];
  /** How the Congestion panel maps values to its height: fitted to a finding, to all in view, or logarithmic. */
  readonly scale: 'fitted' | 'whole' | 'log';
}

/** Stands for the panels of the answer, first in a list. */
export const OF_ANSWER = 'answer';

/** Panel layout; ids are those of panels, and `panel/entry` of series. */
export interface LinkLayout {
  /** The first panels from top to bottom; the others follow in default order. */
  readonly order: readonly string[];
  /** Of all of them, where `panels` is left out. */
  readonly hiddenPanels: readonly string[];
  /** Which panels are shown, from top to bottom, or `answer` and what is pinned; left out for all, as in links that knew no others. */
  readonly panels?: readonly string[];
  readonly hiddenSeries: readonly string[];
  readonly heights: readonly { readonly panel: string; readonly px: number }[];
  /** Panels that draw the difference of two traces; null for those of who opens the link. */
  readonly differences: readonly string[] | null;
}

/** A row of a table. */
export interface LinkPick {
  /** From 0: of the rows in the link, or of the files of a listing. */
  readonly row: number;
  /** Which row of its file, from 0; null for a row in the link, and for the first. */
  readonly ofFile: number | null;
}

export interface LinkGroups {
  /** One per group, as others see them: what the user typed, or may leave of what was made of names of files. */
  readonly names: readonly string[];
  /** Index of the group of each row of the link, in their order; null for none. Rows after the last are in none. */
  readonly ofRows: readonly (number | null)[];
}

export interface LinkTable {
  /** The table in the page's store that it is, with its groups (`stored-name.ts`); null for any other. */
  readonly stored: string | null;
  /** The rows as base64url, not decoded here; null where a trace of the link is a listing, the table is in a store, or there is none. */
  readonly rows: string | null;
  /** Id of the column that it is sorted by; null for the worst first. */
  readonly order: { readonly key: string; readonly reversed: boolean } | null;
  readonly filter: string;
  /** The selected rows. */
  readonly picked: readonly LinkPick[];
  /** The groups that are shown in place of the rows; null for the rows. */
  readonly groups: LinkGroups | null;
  /** Of each group the pattern that names of further rows are held against, empty for none; empty where no group has one. */
  readonly patterns: readonly string[];
  /** What the files of the groups gave, as base64url, not decoded here; null for nothing. */
  readonly runs: string | null;
  /** What is seen of a fleet; null for a table, and for what a fleet begins with. */
  readonly fleet: LinkFleet | null;
}

/** What is looked at of a fleet, beside filter and order. */
export interface LinkFleet {
  /** Id of a grouping; null for the first one. */
  readonly by: string | null;
  /** Id of the finding whose share is shown; null for any alarm. */
  readonly finding: string | null;
  /** The group that is compared with what was before it; null for none. */
  readonly picked: string | null;
}

/** A scenario of the lab, what its fields are set to, and how many runs there are. */
export interface LinkLab {
  readonly scenario: string;
  /** By field's id, as typed; a field that is left out has its initial value. */
  readonly texts: { readonly [id: string]: string };
  /** Runs of each variant; null for the scenario's own number. */
  readonly seeds: number | null;
}

export interface LinkState {
  readonly traces: readonly LinkTrace[];
  /** Index of the shown trace in `traces`; 0 where there is none. */
  readonly shown: number;
  readonly view: LinkView;
  readonly set: LinkSet;
  readonly layout: LinkLayout;
  /** A digest of the shown trace, and of others of its set, as base64url, not decoded here; null for none. */
  readonly digest: string | null;
  readonly table: LinkTable;
  readonly lab: LinkLab | null;
}

/** A dropped part of a link: as written, shortened, and why, as a clause. */
export interface DroppedPart {
  readonly part: string;
  readonly why: string;
}

export const NO_MARKS: LinkMarks = { finding: null, dismissed: [], model: null, packet: null, outside: '' };

export const EMPTY_VIEW: LinkView = {
  connection: null,
  range: null,
  marked: null,
  pinnedUs: null,
  ...NO_MARKS,
};

export const SET_OF_ONE: LinkSet = {
  lead: { offsetUs: 0, style: 0 },
  others: [],
  isStacked: false,
  byBytes: null,
  axes: [],
  scale: 'fitted',
};

export const EMPTY_LAYOUT: LinkLayout = {
  order: [],
  hiddenPanels: [],
  hiddenSeries: [],
  heights: [],
  differences: null,
};

export const EMPTY_TABLE: LinkTable = {
  stored: null,
  rows: null,
  order: null,
  filter: '',
  picked: [],
  groups: null,
  patterns: [],
  runs: null,
  fleet: null,
};

export const EMPTY_LINK: LinkState = {
  traces: [],
  shown: 0,
  view: EMPTY_VIEW,
  set: SET_OF_ONE,
  layout: EMPTY_LAYOUT,
  digest: null,
  table: EMPTY_TABLE,
  lab: null,
};

/**
 * The set where traces have other numbers. @param indexOf the new index of a trace; null for one that is not in the link.
 */
export function renumbered(set: LinkSet, indexOf: (trace: number) => number | null): LinkSet {
  const others = set.others.flatMap((lane) => {
    const trace = indexOf(lane.trace);
    return trace === null ? [] : [{ ...lane, trace }];
  });
  return { ...set, others };
}
