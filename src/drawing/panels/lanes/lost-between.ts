/**
 * Packets that were lost on the way between the two ends of a connection: a row of marks per direction at the lower edge of
 * their panel, at the time of each send. What the sender says of the loss is the shape of the mark.
 */
import { lowerBound } from '../../../engine/base/columns/growable';
import { count } from '../../../engine/base/text/figures';
import { LossMark } from '../../../engine/reading/contract/packet-columns';
import type { Direction } from '../../../engine/service/compare/packet-match';
import { type MarkShape, paintMarks } from '../../painters/paint-sequence';
import { timeToX } from '../../surface/viewport';
import type { TimeRange } from '../../view/view';
import { isHidden, type LegendEntry, legendEntry, type PaintTools, type PanelContext } from '../panel';

export interface LostWay {
  /** Letters of its ends. */
  readonly from: string;
  readonly to: string;
  readonly direction: Direction;
}

interface LostKind {
  readonly entry: LegendEntry;
  readonly mark: number;
  readonly shape: MarkShape;
}

const ROW_PX = 15;
/** One mark of a kind per so many pixels. */
const CELL_PX = 8;
/** Size of a row's label, the room that it takes, and its distance from the edge. */
const LABEL = { px: 10, room: 72, edge: 4 };

const KINDS: readonly LostKind[] = [
  {
    entry: legendEntry('lost-declared', 'lost, declared by the sender', 'cross', '--loss'),
    mark: LossMark.declared,
    shape: 'cross',
  },
  {
    entry: legendEntry('lost-undeclared', 'lost, not declared', 'diamond', '--loss'),
    mark: LossMark.none,
    shape: 'diamond',
  },
  {
    entry: legendEntry('lost-ack-alone', 'lost, ACKs alone', 'stub', '--loss'),
    mark: LossMark.ackAlone,
    shape: 'stub',
  },
];

function isFree(places: readonly number[], from: number, to: number): boolean {
  return !places.some((x) => x >= from && x <= to);
}

/** Times of the packets of a direction with each mark, ascending. */
type TimesByMark = ReadonlyMap<number, Float64Array>;

export class LostBetween {
  /** Of kinds that there are. */
  readonly entries: readonly LegendEntry[];
  readonly heightPx: number;
  readonly #panel: string;
  readonly #ways: readonly LostWay[];
  readonly #kinds: readonly LostKind[];
  readonly #times: readonly TimesByMark[];

  /** @param panel id of the panel whose legend they stand in. */
  constructor(panel: string, ways: readonly LostWay[]) {
    this.#panel = panel;
    this.#ways = ways;
    this.#times = ways.map(({ direction: { lostUs, lostMarks } }) => {
      const of = ({ mark }: LostKind) => lostUs.filter((_, i) => lostMarks[i] === mark);
      return new Map(KINDS.map((kind) => [kind.mark, of(kind)] as const));
    });
    this.#kinds = KINDS.filter(({ mark }) => this.#times.some((times) => times.get(mark)?.length !== 0));
    this.entries = this.#kinds.map(({ entry }) => entry);
    this.heightPx = ways.length * ROW_PX;
  }

  paint(context: PanelContext, { surface, palette }: PaintTools): void {
    const { viewport } = context;
    const cellUs = (CELL_PX * (viewport.toUs - viewport.fromUs)) / viewport.width;
    for (const [row, { from, to }] of this.#ways.entries()) {
      const top = surface.height - this.heightPx + row * ROW_PX;
      surface.polyline([0, top, surface.width, top], { color: palette.grid, width: 1, dash: [] });
      const places: number[] = [];
      for (const { entry, mark, shape } of this.#kinds) {
        if (isHidden(context, this.#panel, entry.id)) continue;
        const [times, first, last] = this.#inside(row, mark, viewport);
        const points: number[] = [];
        // One per cell, whose places move with the data in a pan: of a hundred thousand most are passed over.
        for (let i = first; i < last; ) {
          const us = times[i];
          points.push(timeToX(viewport, us), top + ROW_PX / 2);
          i = Math.max(i + 1, lowerBound(times, (Math.floor(us / cellUs) + 1) * cellUs, i));
        }
        paintMarks(surface, shape, points, palette.loss);
        places.push(...points.filter((_, i) => i % 2 === 0));
      }
      const isRight = isFree(places, surface.width - LABEL.room, surface.width);
      const atRight = isRight && !isFree(places, 0, LABEL.room);
      surface.text(
        atRight ? surface.width - LABEL.edge : LABEL.edge,
        top + ROW_PX - LABEL.edge,
        `lost ${from} → ${to}`,
        { color: palette.faint, size: LABEL.px, anchor: atRight ? 'end' : 'start' },
      );
    }
  }

  /** Packets of each kind in a range: `A → B 3, B → A 0`. */
  values(range: TimeRange): readonly (readonly [string, string])[] {
    const cells = this.cells(range);
    return this.entries.map(({ id }, i) => [id, cells[i] ?? '']);
  }

  /** One text per entry. */
  cells(range: TimeRange): readonly string[] {
    return this.#kinds.map(({ mark }) =>
      this.#ways
        .map(({ from, to }, row) => `${from} → ${to} ${count(this.#countOf(row, mark, range))}`)
        .join(', '),
    );
  }

  /** What was lost in a range, per direction, without a full stop. */
  words(range: TimeRange): string {
    return this.#ways
      .map(({ from, to }, row) => {
        const kinds = this.#kinds.flatMap(({ entry, mark }) => {
          const lost = this.#countOf(row, mark, range);
          return lost === 0 ? [] : [`${entry.label.replace('lost, ', '')} ${count(lost)}`];
        });
        return `lost ${from} → ${to}: ${kinds.length === 0 ? 'none' : kinds.join(', ')}`;
      })
      .join('; ');
  }

  #countOf(row: number, mark: number, range: TimeRange): number {
    const [, first, last] = this.#inside(row, mark, range);
    return last - first;
  }

  #inside(row: number, mark: number, { fromUs, toUs }: TimeRange): readonly [Float64Array, number, number] {
    const times = this.#times[row]?.get(mark) ?? new Float64Array();
    return [times, lowerBound(times, fromUs), lowerBound(times, toUs)];
  }
}
