/**
 * The parameters of a link, one entry each: how it is written and read, and the version that brought it. They are written
 * in the order of this table, which is the order in which they are read: a trace of the set is named before its marks.
 * Versions and the whole link are in `parse.ts` and `format.ts`; the traces, the only repeatable parameters, in
 * `trace-refs.ts`.
 */
import * as v from 'valibot';
import { LAB_PARTS } from './lab-parts';
import { packetText } from './packet-text';
import { type Part, part } from './part';
import {
  type LinkLane,
  type LinkLayout,
  type LinkMarks,
  type LinkPlace,
  type LinkSet,
  type LinkState,
  type LinkView,
  MAX_CONNECTION,
  MAX_DIGEST,
  MAX_LANES,
  MAX_TRACES,
  NO_MARKS,
} from './state';
import { TABLE_PARTS } from './table-parts';
import { escapeText, joinItems, seconds } from './text';
import {
  Axis,
  Base64url,
  ByBytes,
  Height,
  Id,
  integer,
  items,
  Model,
  Packet,
  Place,
  Range,
  Seconds,
} from './values';

function withView(state: LinkState, change: Partial<LinkView>): LinkState {
  return { ...state, view: { ...state.view, ...change } };
}

function withSet(state: LinkState, change: Partial<LinkSet>): LinkState {
  return { ...state, set: { ...state.set, ...change } };
}

function withLayout(state: LinkState, change: Partial<LinkLayout>): LinkState {
  return { ...state, layout: { ...state.layout, ...change } };
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

/** `2.3@-1.5~1`, without defaults. */
function placeText(trace: number, connection: number | null, { offsetUs, style }: LinkPlace): string {
  const ofFile = connection === null ? '' : `.${connection + 1}`;
  const shift = offsetUs === 0 ? '' : `@${seconds(offsetUs)}`;
  return `${trace + 1}${ofFile}${shift}${style === 0 ? '' : `~${style}`}`;
}

/** What belongs to a trace of the set, 1 for the shown one; undefined where the set has fewer. */
function marksOf({ view, set }: LinkState, lane: number): LinkMarks | undefined {
  return lane === 1 ? view : set.others[lane - 2];
}

function withMarks(state: LinkState, lane: number, change: Partial<LinkMarks>): LinkState {
  if (lane === 1) return withView(state, change);
  const others = state.set.others.map((other, i) => (i === lane - 2 ? { ...other, ...change } : other));
  return withSet(state, { others });
}

/** The parts that belong to one trace of the set: `f`, `away`, `m`, `pn`, `out` of the shown one, `f2` … of the others. */
function markParts(lane: number): readonly Part[] {
  const number = lane === 1 ? '' : String(lane);
  const parts = [
    part(
      `f${number}`,
      'the name of a finding, or of what held the sender',
      (state) => escapeText(marksOf(state, lane)?.finding ?? ''),
      Id,
      (state, finding) => withMarks(state, lane, { finding }),
    ),
    listPart(
      `away${number}`,
      (state) => marksOf(state, lane)?.dismissed ?? [],
      (state, dismissed) => withMarks(state, lane, { dismissed }),
    ),
    part(
      `m${number}`,
      'the name of a model, with @ and a time if it runs freely',
      (state) => {
        const model = marksOf(state, lane)?.model ?? null;
        if (model === null) return null;
        const from = model.freeFromUs === null ? '' : `@${seconds(model.freeFromUs)}`;
        return `${escapeText(model.id, '@')}${from}`;
      },
      Model,
      (state, model) => withMarks(state, lane, { model }),
    ),
    {
      ...part(
        `pn${number}`,
        'the number of a packet, with i or h in front of that of an Initial or Handshake packet',
        (state) => {
          const packet = marksOf(state, lane)?.packet ?? null;
          return packet && packetText(packet);
        },
        Packet,
        (state, packet) => withMarks(state, lane, { packet }),
      ),
      since: 9,
    } as const,
    {
      ...part(
        `out${number}`,
        'marks, as this page writes them',
        (state) => marksOf(state, lane)?.outside ?? '',
        v.string(),
        (state, outside) => withMarks(state, lane, { outside }),
      ),
      since: 11,
    } as const,
  ];
  if (lane === 1) return parts;
  return parts.map((mark) => ({
    ...mark,
    since: mark.since === 1 ? 2 : mark.since,
    form: `${mark.form}, of a trace that set= names`,
    read: (state, raw) => (marksOf(state, lane) === undefined ? null : mark.read(state, raw)),
  }));
}

const SET_PARTS: readonly Part[] = [
  {
    name: 'set',
    since: 2,
    form: `the numbers of 2 to ${MAX_LANES} traces, the shown one first, with offsets in seconds`,
    format: ({ shown, set: { lead, others } }) =>
      others.length === 0
        ? null
        : [
            placeText(shown, null, lead),
            ...others.map((lane) => placeText(lane.trace, lane.connection, lane)),
          ].join(','),
    read(state, raw) {
      const read = v.safeParse(v.pipe(items(Place), v.minLength(2), v.maxLength(MAX_LANES)), raw);
      const [lead, ...others] = read.success ? read.output : [];
      if (lead === undefined || lead.trace - 1 !== state.shown) return null;
      return withSet(state, {
        lead: { offsetUs: lead.offsetUs, style: lead.style },
        others: others.map(
          ({ trace, connection, ...place }): LinkLane => ({
            ...place,
            trace: trace - 1,
            connection: connection === null ? null : connection - 1,
            ...NO_MARKS,
          }),
        ),
      });
    },
  },
  ...Array.from({ length: MAX_LANES - 1 }, (_, i) => markParts(i + 2)).flat(),
  {
    ...part(
      'stack',
      '1',
      ({ set }) => (set.isStacked ? '1' : null),
      integer(1, 1),
      (state) => withSet(state, { isStacked: true }),
    ),
    since: 2,
  },
  {
    ...part(
      'x',
      'bytes, or bytes: with two counts of bytes, the smaller first',
      ({ set: { byBytes } }) => {
        const range = byBytes?.range ?? null;
        return byBytes && (range === null ? 'bytes' : `bytes:${range.fromBytes}-${range.toBytes}`);
      },
      ByBytes,
      (state, byBytes) => withSet(state, { byBytes }),
    ),
    since: 4,
  },
  {
    ...part(
      'y',
      'panels with the top of their value axis, separated by commas',
      ({ set }) => joinItems(set.axes.map(({ panel, max }) => `${escapeText(panel, ':')}:${max}`)),
      items(Axis),
      (state, axes) => withSet(state, { axes }),
    ),
    since: 2,
  },
  {
    ...part(
      'scale',
      'whole or log',
      ({ set }) => (set.scale === 'fitted' ? null : set.scale),
      v.picklist(['whole', 'log']),
      (state, scale) => withSet(state, { scale }),
    ),
    since: 2,
  },
];

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
  ...markParts(1),
  ...SET_PARTS,
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
  {
    ...listPart(
      'panels',
      ({ layout }) => layout.panels ?? [],
      (state, panels) => withLayout(state, { panels }),
    ),
    // Pages that do not know it pass it over, and show all panels.
    since: 2,
  },
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
    ...part(
      'diff',
      'a list of names separated by commas, or - for none',
      ({ layout: { differences } }) =>
        differences && (joinItems(differences.map((id) => escapeText(id))) || '-'),
      v.union([
        v.pipe(
          v.literal('-'),
          v.transform(() => []),
        ),
        items(Id),
      ]),
      (state, differences) => withLayout(state, { differences }),
    ),
    since: 4,
  },
  ...TABLE_PARTS,
  ...LAB_PARTS,
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
