/**
 * A fragment as a link's state. The text may come from a stranger, from years ago or from a newer version: every
 * part is taken only where it has the right form, what is known and does not fit is named with its reason, and what
 * is not known is passed over, except in a link to the lab: there it is a field that was to be set. Nothing here looks at a trace; that is `apply-link.ts`.
 */
import * as v from 'valibot';
import type { Part } from './part';
import { PARTS } from './parts';
import {
  type DroppedPart,
  EMPTY_LINK,
  EMPTY_VIEW,
  LINK_VERSION,
  type LinkState,
  type LinkTrace,
  MAX_FRAGMENT,
  MAX_SEGMENTS,
  MAX_TRACES,
  MAX_VALUE,
  renumbered,
  SET_OF_ONE,
} from './state';
import { readSegment, readTrace, SEGMENT_NAME, SEGMENTS_SINCE, sinceOf, TRACE_NAMES } from './trace-refs';
import { FIELD_TEXT, integer } from './values';

/** Name and value as written. */
type Parameter = readonly [name: string, raw: string];

export interface ParsedLink {
  readonly state: LinkState;
  readonly dropped: readonly DroppedPart[];
  /** False for a fragment in which nothing is known: it is no link of ours, and nothing is to be done about it. */
  readonly isLink: boolean;
}

const BY_NAME: ReadonlyMap<string, Part> = new Map(PARTS.map((part) => [part.name, part]));

/** The parts that a link of a version has. An older link says what its version could say. */
function partsOf(version: number): (name: string) => Part | undefined {
  return (name) => {
    const part = BY_NAME.get(name);
    return part !== undefined && part.since <= version ? part : undefined;
  };
}
function traceNameOf(name: string, version: number): LinkTrace['kind'] | undefined {
  return TRACE_NAMES.find((kind) => kind === name && sinceOf(kind) <= version);
}

const Version = integer(0, 1e6);
/** More parameters than any link has, besides further files of a trace; what follows is not looked at. */
const MAX_PARAMETERS = 500 + MAX_SEGMENTS;
const MAX_DROPPED = 50;
const MAX_QUOTE = 60;

/** A part as the reader sees it, cut to a length that can be shown. */
export function quotePart(text: string): string {
  return text.length > MAX_QUOTE ? `${text.slice(0, MAX_QUOTE)}…` : text;
}

function parametersOf(fragment: string): readonly Parameter[] {
  return fragment
    .replace(/^#/, '')
    .split('&', MAX_PARAMETERS)
    .map((text) => {
      const at = text.indexOf('=');
      return at < 0 ? [text, ''] : [text.slice(0, at), text.slice(at + 1)];
    });
}

/**
 * @param fragment with or without `#`.
 * @returns what could be read of it; never throws, whatever the text.
 */
export function parseLink(fragment: string): ParsedLink {
  if (fragment.length > MAX_FRAGMENT) {
    const why = `it is longer than ${MAX_FRAGMENT.toLocaleString('en-US')} characters`;
    return { state: EMPTY_LINK, dropped: [{ part: 'the whole link', why }], isLink: true };
  }
  const dropped: DroppedPart[] = [];
  const drop = (part: string, why: string): void => {
    if (dropped.length < MAX_DROPPED) dropped.push({ part: quotePart(part), why });
  };
  const parameters = parametersOf(fragment);
  const version = versionOf(parameters, drop);
  const partOf = partsOf(version);
  const isPart = ([name]: Parameter): boolean =>
    name === 'v' || partOf(name) !== undefined || traceNameOf(name, version) !== undefined;
  return {
    state: withRowsOnly(withoutGaps(readAll(parameters, version, drop), drop), drop),
    dropped,
    isLink: parameters.some(isPart),
  };
}

type Drop = (part: string, why: string) => void;

/**
 * The version to read a link as; reports one that this page does not know: its parameters are read as those of the
 * newest version all the same.
 */
function versionOf(parameters: readonly Parameter[], drop: Drop): number {
  const raw = parameters.find(([name]) => name === 'v')?.[1];
  if (raw === undefined) return LINK_VERSION;
  const read = v.safeParse(Version, raw);
  if (!read.success) drop(`v=${raw}`, 'it is no version of a link');
  else if (read.output > LINK_VERSION)
    drop(
      `v=${raw}`,
      `it was made by a newer qlogscope (links of version ${read.output}, this one reads up to ${LINK_VERSION}); what it has in common is shown`,
    );
  else if (read.output < 1) drop(`v=${raw}`, 'there is no such version of a link');
  else return read.output;
  return LINK_VERSION;
}

/** The state as it is read, with a gap where a trace could not be: `show` counts the traces as they were written. */
type Gapped = ReturnType<typeof readAll>;

function readAll(parameters: readonly Parameter[], version: number, drop: Drop) {
  const partOf = partsOf(version);
  let state = EMPTY_LINK;
  const traces: (LinkTrace | null)[] = [];
  let segments = 0;
  const seen = new Set<string>();
  const strange: Parameter[] = [];
  for (const [name, raw] of parameters) {
    const kind = traceNameOf(name, version);
    const part = partOf(name);
    const quote = `${name}=${raw}`;
    if (kind !== undefined) {
      if (traces.length === MAX_TRACES) drop(quote, `a link holds ${MAX_TRACES} traces at most`);
      else traces.push(traceOrGap(kind, raw, drop));
    } else if (name === SEGMENT_NAME && version >= SEGMENTS_SINCE) {
      const last = traces.length - 1;
      const read =
        raw.length > MAX_VALUE ? 'it is too long' : readSegment(traces[last] ?? null, raw, segments);
      if (typeof read === 'string') drop(quote, read);
      else {
        traces[last] = read;
        segments++;
      }
    } else if (part !== undefined) {
      const repeated = seen.has(name);
      seen.add(name);
      const isLong = raw.length > (part.maxLength ?? MAX_VALUE);
      const next = repeated || isLong ? null : part.read(state, raw);
      if (next !== null) state = next;
      else if (repeated) drop(quote, 'it is there twice');
      else if (isLong) drop(quote, 'it is too long');
      else drop(quote, `it should be ${part.form}`);
    } else if (name !== 'v' && quote !== '=') strange.push([name, raw]);
  }
  if (state.lab !== null) for (const parameter of strange) drop(parameter.join('='), labHint(parameter));
  return { state, traces };
}

function labHint([name, raw]: Parameter): string {
  const field = `${name}:${raw}`;
  const hint = FIELD_TEXT.test(field) ? `; a field of a scenario is set by fields=${field}` : '';
  return `a link to the lab has no such part${hint}`;
}

function traceOrGap(kind: LinkTrace['kind'], raw: string, drop: Drop): LinkTrace | null {
  const read = raw.length > MAX_VALUE ? 'it is too long' : readTrace(kind, raw);
  if (typeof read !== 'string') return read;
  drop(`${kind}=${raw}`, read);
  return null;
}

/** Groups are of rows that are in the link. */
function withRowsOnly(state: LinkState, drop: Drop): LinkState {
  const { table } = state;
  if (table.groups === null || table.rows !== null) return state;
  drop('groups=…', 'the link holds no rows that could be grouped');
  return { ...state, table: { ...table, groups: null } };
}

/** Closes the gaps; where the trace that is shown is one, what was looked at in it goes with it. */
function withoutGaps({ state, traces }: Gapped, drop: Drop): LinkState {
  const refs = traces.filter((trace) => trace !== null);
  const { shown, view, set } = state;
  const isNamed = (trace: number): boolean => (traces[trace] ?? null) !== null;
  const indexOf = (trace: number): number => traces.slice(0, trace).filter((other) => other !== null).length;
  const isLost = traces.length > 0 && !isNamed(shown);
  if (shown >= Math.max(1, traces.length)) drop(`show=${shown + 1}`, 'the link names no such trace');
  if (!isLost) {
    for (const { trace } of set.others)
      if (trace >= traces.length) drop(`set=…,${trace + 1}`, 'the link names no such trace');
    const named = renumbered(set, (trace) => (isNamed(trace) ? indexOf(trace) : null));
    // Without a trace there is none whose offset and style they would be.
    const { lead } = refs.length === 0 ? SET_OF_ONE : named;
    return { ...state, traces: refs, shown: indexOf(shown), set: { ...named, lead } };
  }
  if (view !== EMPTY_VIEW) drop('the view', 'the trace that it belongs to is not named');
  return { ...state, traces: refs, shown: 0, view: EMPTY_VIEW, set: SET_OF_ONE };
}
