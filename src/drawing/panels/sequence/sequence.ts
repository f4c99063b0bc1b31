/**
 * Sequence: packet numbers over time as sent, acknowledged, lost and retransmitted. The vertical distance from sent to
 * acknowledged is the packets in flight, the horizontal one is the RTT.
 *
 * Losses are at the send time; single packets also show when they were declared lost. The axis is that of 1-RTT
 * numbers. Initial and Handshake packets have their own numbers, which may begin anywhere: they are in strips at the
 * bottom, without numbers, if any are visible.
 */
import { count, plural } from '../../../engine/base/text/figures';
import type { SequenceKind, SpaceSequence } from '../../../engine/sender/transport/sequence';
import { visibleColumns } from '../../painters/pixel-columns';
import { columnAt, columnsOf } from '../build/answer-values';
import {
  isHidden,
  type LegendEntry,
  legendEntry,
  type PacketAxis,
  type PanelContext,
  type PanelDefinition,
} from '../panel';
import { lossWords } from '../words';
import { type MarkKind, type NumberScale, paintColumns, paintPackets } from './sequence-marks';
import {
  earlySpaces,
  highestBefore,
  ID,
  mainSpace,
  type NumberAxis,
  type Numbers,
  numberAxis,
  numbersIn,
  stripsOf,
  totalOf,
} from './sequence-view';

/** Kinds whose entry is shown only if the trace has any. */
const RARE = ['lost', 'spurious', 'resent', 'aside'] as const;

/** Height of a strip of Initial or Handshake packets. */
const STRIP_PX = 14;
/** Half of a mark: marks this close to the cursor are counted at it. */
const REACH_PX = 4;
const SENTENCE_KINDS: readonly (readonly [SequenceKind, string])[] = [
  ['lost', 'lost (in flight)'],
  ['spurious', 'declared lost and acknowledged later'],
  ['resent', 'with data sent before'],
  ['discarded', 'open when their keys were discarded'],
  ['aside', 'ACK only and not acknowledged'],
];

/** Only `packet_lost` names the packets; other evidence gives only time and number. */
function lostWords({ snapshot: { summary } }: PanelContext): string {
  const words = lossWords(summary.lossMethod);
  return summary.lossMethod === 'counted' ? `${words}, which ones inferred` : words;
}

function isSingly(context: PanelContext): boolean {
  return context.answer.parts.sequence?.spaces.every(({ packets }) => packets !== null) ?? false;
}

function legendOf(context: PanelContext): readonly (LegendEntry & { readonly id: MarkKind })[] {
  const singly = isSingly(context);
  const discarded = totalOf(context, 'discarded') > 0 ? ', hollow: keys discarded' : '';
  const rare: { readonly [kind in (typeof RARE)[number]]: Pick<LegendEntry, 'label' | 'swatch' | 'color'> } =
    {
      lost: { label: `lost (in flight, ${lostWords(context)})`, swatch: 'cross', color: '--loss' },
      spurious: { label: 'lost, then acknowledged', swatch: 'diamond', color: '--slot-2' },
      resent: { label: 'resent data', swatch: 'ring', color: '--slot-4' },
      aside: { label: 'ACK only, not acknowledged', swatch: 'stub', color: '--ink-faint' },
    };
  return [
    legendEntry('sent', 'sent', singly ? 'square' : 'line', '--slot-1'),
    legendEntry('acked', 'acknowledged', singly ? 'mark' : 'dash', '--slot-3'),
    ...RARE.filter((kind) => totalOf(context, kind) > 0).map((id) => ({ id, ...rare[id] })),
    ...(earlySpaces(context).length > 0
      ? [legendEntry('early', `Initial, Handshake (at the foot${discarded})`, 'triangle', '--slot-6')]
      : []),
  ];
}

/** Number of packets of a kind in a part, in the spaces given. */
function countIn(
  spaces: readonly SpaceSequence[],
  kind: SequenceKind,
  [first, last]: readonly [number, number],
): number {
  return spaces.reduce((sum, { columns }) => sum + (numbersIn(columns[kind], first, last)?.count ?? 0), 0);
}

function rangeWords(numbers: Numbers | null): string {
  if (numbers === null) return 'none';
  const { low, high } = numbers;
  const range = low === high ? count(low) : `${count(low)} to ${count(high)}`;
  return `${range} (${count(numbers.count)})`;
}

function clippedWords({ below, above }: NumberAxis): string {
  if (below !== null) return `Clipped: late ACKs of old packets, down to number ${count(below)}.`;
  if (above !== null) return `Clipped: numbers up to ${count(above)} lie above the locked axis.`;
  return '';
}

function numbersOf(
  space: SpaceSequence | null,
  kind: SequenceKind,
  [first, last]: readonly [number, number],
): Numbers | null {
  return space === null ? null : numbersIn(space.columns[kind], first, last);
}

/** Packets per legend entry after `sent` and `acked`, in columns [first, last). */
function rareIn(
  context: PanelContext,
  part: readonly [number, number],
): readonly (readonly [MarkKind, number])[] {
  return legendOf(context)
    .slice(2)
    .map(({ id }) =>
      id === 'early'
        ? [id, countIn(earlySpaces(context), 'sent', part)]
        : [id, countIn(spacesOf(context), id, part)],
    );
}

/** Columns on both sides of the cursor over which marks under it extend. */
function reachColumns({ answer: { window }, viewport }: PanelContext): number {
  const columnPx = (window.columnUs / (viewport.toUs - viewport.fromUs)) * viewport.width;
  return Math.max(1, Math.round(REACH_PX / columnPx));
}

function spacesOf({ answer }: PanelContext): readonly SpaceSequence[] {
  return answer.parts.sequence?.spaces ?? [];
}

export const sequence: PanelDefinition = {
  id: ID,
  fields: ['packets sent'],
  digestRank: null,
  title: 'Sequence',
  about: {
    shows:
      'Packet numbers over time, as sent, acknowledged and lost: the distance upward is what is in flight, the distance to the right is the round trip.',
    good: 'Two parallel, steady lines.',
    bad: 'Steps with flat pieces between them (nothing is sent), or crosses in a row (losses).',
    axis: 'packet numbers',
  },
  height: 170,
  series: [],
  parts: ['sequence'],
  side: 'both',
  missing: ({ summary }) =>
    summary.packetsSent > 0
      ? null
      : 'no sent packets are logged with their numbers (packet_sent). Log packets (qlog importance "core") with their headers.',
  legend: legendOf,
  paint(context, tools) {
    const { surface, lockedMax } = tools;
    const strips = stripsOf(context);
    const footY = surface.height - strips.length * STRIP_PX;
    const axis = numberAxis(context, footY, lockedMax);
    const perPx = (axis.max - axis.min) / footY;
    const isOnAxis = (value: number): boolean => value >= axis.min;
    tools.axis(
      axis.max,
      (value) => (Number.isInteger(value) && value >= 0 && isOnAxis(value) ? `#${count(value)}` : ''),
      axis.min - (surface.height - footY) * perPx,
    );
    const y = (value: number): number =>
      isOnAxis(value) ? footY - (value - axis.min) / perPx : Number.POSITIVE_INFINITY;
    const isShown = (kind: MarkKind): boolean => !isHidden(context, ID, kind);
    const paintSpace = (space: SpaceSequence, scale: NumberScale): void => {
      if (space.packets === null) paintColumns(context, tools, space, scale, isShown);
      else paintPackets(context, tools, space, space.packets, scale, isShown);
    };
    const border = { color: tools.palette.grid, width: 1, dash: [] };
    strips.forEach((space, i) => {
      const top = footY + i * STRIP_PX;
      surface.polyline([0, top, surface.width, top], border);
      const middle = top + STRIP_PX / 2;
      paintSpace(space, { y: () => middle, footY: surface.height, rowPx: 0 });
    });
    const main = mainSpace(context);
    if (main !== null) paintSpace(main, { y, footY, rowPx: 1 / perPx });
    const clipped = clippedWords(axis);
    const packets: PacketAxis = {
      y({ space, packetNumber }) {
        if (space === main?.name) return y(packetNumber);
        const strip = strips.findIndex(({ name }) => name === space);
        return strip < 0 ? Number.NaN : footY + (strip + 0.5) * STRIP_PX;
      },
      at(atY) {
        const strip = strips[Math.floor((atY - footY) / STRIP_PX)];
        if (strip !== undefined) return { space: strip.name, packetNumber: Number.NaN, numbersPerPx: 0 };
        return {
          space: main?.name ?? '1-RTT',
          packetNumber: axis.min + (footY - atY) * perPx,
          numbersPerPx: perPx,
        };
      },
    };
    return { max: axis.max, packets, ...(clipped === '' ? {} : { clipped }) };
  },
  inView(context) {
    const part = visibleColumns(context.answer.window, context.viewport);
    const main = mainSpace(context);
    return [
      ...(['sent', 'acked'] as const).filter((kind) => numbersOf(main, kind, part) !== null),
      ...rareIn(context, part).flatMap(([id, packets]) => (packets > 0 ? [id] : [])),
    ];
  },
  values(context, timeUs) {
    const { window } = context.answer;
    const column = columnAt(window, timeUs);
    const values = new Map<string, string>();
    if (Number.isNaN(column)) return values;
    const main = mainSpace(context);
    for (const kind of ['sent', 'acked'] as const) {
      const highest = main === null ? Number.NaN : highestBefore(main, kind, column + 1);
      values.set(kind, Number.isNaN(highest) ? 'none yet' : `up to ${count(highest)}`);
    }
    const reach = reachColumns(context);
    for (const [id, packets] of rareIn(context, [column - reach, column + reach + 1])) {
      values.set(id, `${count(packets)} here`);
    }
    return values;
  },
  resting(context) {
    const part = visibleColumns(context.answer.window, context.viewport);
    const main = mainSpace(context);
    const values = (['sent', 'acked'] as const).map((kind): [string, number] => [
      kind,
      main === null ? 0 : countIn([main], kind, part),
    ]);
    return new Map([...values, ...rareIn(context, part)].map(([id, packets]) => [id, count(packets)]));
  },
  sentence(context) {
    const part = visibleColumns(context.answer.window, context.viewport);
    const main = mainSpace(context);
    const all = spacesOf(context);
    const early = earlySpaces(context).map((space) =>
      plural(countIn([space], 'sent', part), `${space.name} packet`),
    );
    const others = SENTENCE_KINDS.filter(([kind]) => kind === 'lost' || totalOf(context, kind) > 0).map(
      ([kind, words]) => `${count(countIn(all, kind, part))} ${words}`,
    );
    const words = [
      `1-RTT packet numbers in view: sent ${rangeWords(numbersOf(main, 'sent', part))}`,
      `acknowledged ${rangeWords(numbersOf(main, 'acked', part))}`,
      ...(early.length > 0 ? [`in strips at the foot ${early.join(' and ')}`] : []),
      `of all packets sent in view ${others.join(', ')}`,
    ];
    const method = totalOf(context, 'lost') > 0 ? ` Losses are ${lostWords(context)}.` : '';
    const drawn = isSingly(context)
      ? ' Every packet is drawn where it was sent, and again where it was acknowledged or declared lost.'
      : ' The lines are the highest number sent and acknowledged by then; marks stand where the packet was sent.';
    return `${words.join('; ')}.${method}${drawn}`;
  },
  cells(context, fromUs, toUs) {
    const part = columnsOf(context.answer.window, fromUs, toUs);
    const main = mainSpace(context);
    const ranges = (['sent', 'acked'] as const).map((kind) => rangeWords(numbersOf(main, kind, part)));
    return [...ranges, ...rareIn(context, part).map(([, packets]) => count(packets))];
  },
};
