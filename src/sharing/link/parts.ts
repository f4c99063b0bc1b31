/**
 * The parameters of a link, version 1, one entry each: how it is written and read. They are written in the
 * order of this table. Versions and the whole link are in `parse.ts` and `format.ts`; the traces, the
 * only repeatable parameters, in `trace-refs.ts`.
 */
import * as v from 'valibot';
import {
  type LinkLayout,
  type LinkState,
  type LinkView,
  MAX_CONNECTION,
  MAX_DIGEST,
  MAX_TRACES,
} from './state';
import { escapeText, joinItems, seconds } from './text';
import { Base64url, Height, Id, integer, items, Model, Range, Seconds, type Written } from './values';

export interface Part {
  readonly name: string;
  /** @returns the written value; null for the default, which is not written. */
  readonly format: (state: LinkState) => string | null;
  /** @returns the state with this part set; null for an invalid value. */
  readonly read: (state: LinkState, raw: string) => LinkState | null;
  /** Description of valid values, for the error message. */
  readonly form: string;
  /** Longest value, where it may be longer than `MAX_VALUE`. */
  readonly maxLength?: number;
}

function withView(state: LinkState, change: Partial<LinkView>): LinkState {
  return { ...state, view: { ...state.view, ...change } };
}

function withLayout(state: LinkState, change: Partial<LinkLayout>): LinkState {
  return { ...state, layout: { ...state.layout, ...change } };
}

/** A part whose value is set only if it matches its schema. */
function part<T>(
  name: string,
  form: string,
  format: (state: LinkState) => string | null,
  value: Written<T>,
  put: (state: LinkState, value: T) => LinkState,
): Part {
  return {
    name,
    form,
    format: (state) => format(state) || null,
    read: (state, raw) => {
      const read = v.safeParse(value, raw);
      return read.success ? put(state, read.output) : null;
    },
  };
}

function rangePart(name: string, key: 'range' | 'marked'): Part {
  return part(
    name,
    'two times in seconds, the earlier first',
    ({ view }) => {
      const range = view[key];
      return range && `${seconds(range.fromUs)}-${seconds(range.toUs)}`;
    },
    Range,
    (state, range) => withView(state, { [key]: range }),
  );
}

function listPart(
  name: string,
  get: (state: LinkState) => readonly string[],
  put: (state: LinkState, ids: readonly string[]) => LinkState,
): Part {
  return part(
    name,
    'a list of names separated by commas',
    (state) => joinItems(get(state).map((id) => escapeText(id))),
    items(Id),
    put,
  );
}

export const PARTS: readonly Part[] = [
  part(
    'show',
    `the number of a trace, 1 to ${MAX_TRACES}`,
    ({ shown }) => (shown === 0 ? null : String(shown + 1)),
    integer(1, MAX_TRACES),
    (state, number) => ({ ...state, shown: number - 1 }),
  ),
  part(
    'c',
    'the number of a connection',
    ({ view }) => (view.connection === null ? null : String(view.connection + 1)),
    integer(1, MAX_CONNECTION),
    (state, number) => withView(state, { connection: number - 1 }),
  ),
  rangePart('t', 'range'),
  rangePart('mark', 'marked'),
  part(
    'at',
    'a time in seconds',
    ({ view }) => (view.pinnedUs === null ? null : seconds(view.pinnedUs)),
    Seconds,
    (state, pinnedUs) => withView(state, { pinnedUs }),
  ),
  part(
    'f',
    'the name of a finding',
    ({ view }) => view.finding && escapeText(view.finding),
    Id,
    (state, finding) => withView(state, { finding }),
  ),
  listPart(
    'away',
    ({ view }) => view.dismissed,
    (state, dismissed) => withView(state, { dismissed }),
  ),
  part(
    'm',
    'the name of a model, with @ and a time if it runs freely',
    ({ view: { model } }) => {
      if (model === null) return null;
      const from = model.freeFromUs === null ? '' : `@${seconds(model.freeFromUs)}`;
      return `${escapeText(model.id, '@')}${from}`;
    },
    Model,
    (state, model) => withView(state, { model }),
  ),
  listPart(
    'order',
    ({ layout }) => layout.order,
    (state, order) => withLayout(state, { order }),
  ),
  listPart(
    'hide',
    ({ layout }) => layout.hiddenPanels,
    (state, hiddenPanels) => withLayout(state, { hiddenPanels }),
  ),
  listPart(
    'off',
    ({ layout }) => layout.hiddenSeries,
    (state, hiddenSeries) => withLayout(state, { hiddenSeries }),
  ),
  part(
    'h',
    'panels with their heights in pixels, separated by commas',
    ({ layout }) => joinItems(layout.heights.map(({ panel, px }) => `${escapeText(panel, ':')}:${px}`)),
    items(Height),
    (state, heights) => withLayout(state, { heights }),
  ),
  {
    // Last: if a link is cut, the other parts remain.
    ...part(
      'd',
      'a digest, as this page writes it',
      ({ digest }) => (digest !== null && digest.length <= MAX_DIGEST ? digest : null),
      Base64url,
      (state, digest) => ({ ...state, digest }),
    ),
    maxLength: MAX_DIGEST,
  },
];
