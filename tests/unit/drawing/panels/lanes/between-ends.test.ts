/**
 * The path between the two ends as a panel: delays and losses of a pair of logs against figures that this file takes from the
 * records, and marks, rows and words of made packets.
 */
import { beforeAll, describe, expect, test } from 'vitest';
import { betweenEnds } from '../../../../../src/drawing/panels/lanes/between-ends.ts';
import type { PanelContext, PanelDefinition } from '../../../../../src/drawing/panels/panel.ts';
import { LossMark } from '../../../../../src/engine/reading/contract/packet-columns.ts';
import { relatedBy } from '../../../../../src/engine/service/compare/ends.ts';
import {
  isMatched,
  type MatchedPackets,
  matchPackets,
} from '../../../../../src/engine/service/compare/packet-match.ts';
import { PacketSpace } from '../../../../../src/qlog-schema/index.ts';
import { openCompared } from '../../../../support/compared.ts';
import { madePackets } from '../../../../support/made-packets.ts';
import {
  type OpenedTrace,
  openTrace,
  PALETTE,
  paintOn,
  pointsOf,
} from '../../../../support/panel-context.ts';
import { type PacketTimes, rawPackets } from '../../../../support/raw-packets.ts';
import { RecordingSurface } from '../../../../support/recording-surface.ts';

const A = { letter: 'A', style: 0 };
const B = { letter: 'B', style: 1 };
const fileOf = (end: string): string =>
  new URL(`../../../../corpus/other/quic-go-v0.65.0_loss5MB_${end}.sqlog.gz`, import.meta.url).pathname;

function matched(match: unknown): MatchedPackets {
  if (!isMatched(match as MatchedPackets)) throw new Error(`not matched: ${match}`);
  return match as MatchedPackets;
}

describe('of the two logs of a connection', () => {
  let server: OpenedTrace;
  let panel: PanelDefinition;
  let offsetMs: number;
  let raw: { readonly server: PacketTimes; readonly client: PacketTimes };

  beforeAll(async () => {
    const [a, b] = await Promise.all([
      openCompared(fileOf('server'), 'a', true),
      openCompared(fileOf('client'), 'b', true),
    ]);
    const match = matched(relatedBy(a, b).match);
    panel = betweenEnds(match, A, B);
    offsetMs = match.clocks.offsetUs / 1000;
    server = await openTrace(fileOf('server'));
    raw = { server: rawPackets(fileOf('server')), client: rawPackets(fileOf('client')) };
  });

  /** Packets of a direction on the server's clock, by send time, ms. */
  function crossed(isForth: boolean): readonly { readonly sentMs: number; readonly delayMs: number }[] {
    const [from, to] = isForth ? [raw.server, raw.client] : [raw.client, raw.server];
    return [...from.sent]
      .flatMap(([key, ms]) => {
        const arrivedMs = to.received.get(key);
        if (arrivedMs === undefined) return [];
        const movedMs = isForth ? offsetMs : -offsetMs;
        return { sentMs: isForth ? ms : ms + offsetMs, delayMs: arrivedMs + movedMs - ms };
      })
      .sort((one, other) => one.sentMs - other.sentMs);
  }

  test('the delays at a time are those of the last packets that were sent before it', () => {
    for (const isForth of [true, false]) {
      const packets = crossed(isForth);
      // A column is 8 µs wide there: no second packet lies in it.
      for (const share of [0.2, 0.5, 0.9]) {
        const { sentMs, delayMs } = packets[Math.floor(packets.length * share)]!;
        const atUs = sentMs * 1000;
        const context = server.context({ fromUs: atUs - 4000, toUs: atUs + 4096, width: 1000 });
        const text = panel.values(context, atUs + 4).get(isForth ? 'delay-forth' : 'delay-back');
        const among = packets.filter((packet) => Math.abs(packet.sentMs - sentMs) < 0.02);
        expect(among.length).toBeGreaterThan(0);
        const said = [...(text ?? '').matchAll(/[\d.]+/g)].map(Number);
        expect(
          among.some((packet) => said.some((ms) => Math.abs(ms - packet.delayMs) <= 0.051)),
          `${text} at ${sentMs} ms, logged ${delayMs} ms`,
        ).toBe(true);
      }
    }
  });

  test('smallest and largest delay in view, and what was lost on the way, are those of the logs', () => {
    const context = server.context();
    const shown = panel.resting!(context);
    for (const [id, isForth] of [
      ['delay-forth', true],
      ['delay-back', false],
    ] as const) {
      const delays = crossed(isForth).map(({ delayMs }) => delayMs);
      const [least, most] = [Math.min(...delays), Math.max(...delays)].map((ms) => ms.toFixed(1));
      expect(shown.get(id)).toBe(`${least} ms to ${most} ms`);
    }
    expect(shown.get('lost-declared')).toBe('A → B 36, B → A 1');
    expect(shown.get('lost-ack-alone')).toBe('A → B 0, B → A 8');
    expect(shown.has('lost-undeclared')).toBe(false);
    expect(panel.sentence(context)).toContain(
      'lost A → B: declared by the sender 36; lost B → A: declared by the sender 1, ACKs alone 8. The clocks are laid',
    );
  });

  test('every part of the table counts its own losses', () => {
    const { fromUs, toUs } = server.snapshot.extent;
    const context = server.context();
    const middleUs = (fromUs + toUs) / 2;
    const lostOf = (from: number, to: number): number => {
      const cell = panel.cells(context, from, to)[2] ?? '';
      return Number(/A → B (\d+)/.exec(cell)?.[1]);
    };
    expect(lostOf(fromUs, middleUs) + lostOf(middleUs, toUs + 1)).toBe(36);
    expect(panel.legend(context)).toHaveLength(panel.cells(context, fromUs, toUs).length);
  });

  test('one direction is solid and the other dashed, above the rows of losses; the zero lies on these', () => {
    const { surface, painted, axisText } = paintOn(panel, server.context());
    const dashes = (color: string) =>
      surface.lines.filter((line) => line.stroke.color === color).map((line) => line.stroke.dash.length);
    expect(new Set(dashes('slot-1'))).toEqual(new Set([0]));
    expect(new Set(dashes('slot-2'))).toEqual(new Set([2]));
    expect(painted.max).toBeGreaterThan(21_000);
    expect(painted.note).toContain('slower in one direction cannot be seen');
    expect([axisText(10_000), axisText(-10_000)]).toEqual(['10 ms', '']);
    for (const [, y] of [...pointsOf(surface, 'slot-1'), ...pointsOf(surface, 'slot-2')])
      expect(y).toBeLessThanOrEqual(70);
    const marks = pointsOf(surface, 'loss');
    expect(marks.length).toBeGreaterThan(0);
    for (const [, y] of marks) expect(y).toBeGreaterThan(70);
  });
});

describe('of made packets', () => {
  const packets = (stepUs: number, laterUs: number) =>
    Array.from({ length: 100 }, (_, number) => ({
      space: PacketSpace.application,
      number,
      us: number * stepUs + laterUs,
    }));
  const without = (list: ReturnType<typeof packets>, numbers: readonly number[]) =>
    list.filter(({ number }) => !numbers.includes(number));
  const MARKS = [LossMark.declared, LossMark.none, LossMark.ackAlone];
  let context: PanelContext;

  beforeAll(async () => {
    const trace = await openTrace(fileOf('server'));
    context = trace.context({ fromUs: 0, toUs: 100_000, width: 500 });
  });

  /** A sends a packet per ms; 50, 51 and 52 of them are lost, one of each mark. */
  function panelOf(lost: readonly number[], sentLater = 10_000): PanelDefinition {
    const sent = packets(1000, 0).map((packet, i) => ({ ...packet, mark: MARKS[i - 50] ?? 0 }));
    const a = madePackets(sent, packets(1000, 10_000));
    const b = madePackets(packets(1000, 0), without(packets(1000, sentLater), lost));
    return betweenEnds(matched(matchPackets(a, b)), A, { letter: 'C', style: 2 });
  }

  test('each kind of loss has a mark of its own, in the row of its direction', () => {
    const panel = panelOf([50, 51, 52]);
    expect(panel.legend(context).map(({ id, color }) => [id, color])).toEqual([
      ['delay-forth', '--slot-1'],
      ['delay-back', '--slot-3'],
      ['lost-declared', '--loss'],
      ['lost-undeclared', '--loss'],
      ['lost-ack-alone', '--loss'],
    ]);
    const { surface } = paintOn(panel, context);
    const marks = surface.lines.filter(({ stroke }) => stroke.color === 'loss');
    expect(marks.map(({ points }) => points.length)).toEqual([12, 12, 6]);
    const middles = marks.map(({ points }) => {
      const xs = points.filter((x, i) => i % 2 === 0 && !Number.isNaN(x));
      return (Math.min(...xs) + Math.max(...xs)) / 2;
    });
    expect(middles).toEqual([250, 255, 260]);
    expect(surface.texts.map(({ words }) => words)).toEqual(['lost A → C', 'lost C → A']);
    const hidden = { ...context, hidden: new Set(['between-ends/lost-declared', 'between-ends/delay-back']) };
    const less = paintOn(panel, hidden).surface;
    expect(less.lines.filter(({ stroke }) => stroke.color === 'loss')).toHaveLength(2);
    expect(pointsOf(less, 'slot-3')).toEqual([]);
  });

  test('a row names itself where no mark is', () => {
    const [first] = paintOn(panelOf([1, 2]), context).surface.texts;
    expect([first?.x, first?.style.anchor]).toEqual([496, 'end']);
    const [both] = paintOn(panelOf([1, 97]), context).surface.texts;
    expect([both?.x, both?.style.anchor]).toEqual([4, 'start']);
  });

  test('without losses there are no entries for them, and the sentence says none', () => {
    const panel = panelOf([]);
    expect(panel.legend(context)).toHaveLength(2);
    expect(panel.sentence(context)).toContain('lost A → C: none; lost C → A: none.');
    expect(panel.values(context, 50_000).get('delay-forth')).toBe('10.0 ms');
  });

  test('after its last packet a direction has no delay', () => {
    const panel = panelOf([]);
    const later = { ...context, viewport: { ...context.viewport, fromUs: 0, toUs: 200_000 } };
    expect(panel.values(later, 98_900).get('delay-forth')).toBe('10.0 ms');
    expect(panel.values(later, 150_000).has('delay-forth')).toBe(false);
    expect(panel.cells(later, 150_000, 200_000)[0]).toBe('–');
    const { surface } = paintOn(panel, later);
    expect(Math.max(...pointsOf(surface, 'slot-1').map(([x]) => x))).toBeCloseTo(247.5, 3);
  });

  test('a drift of the clocks is said', () => {
    const fast = (list: ReturnType<typeof packets>) =>
      list.map((packet) => ({ ...packet, us: packet.us * 1.001 }));
    const slowly = (laterUs: number) => packets(100_000, laterUs);
    const a = madePackets(slowly(0), slowly(10_000));
    const b = madePackets(fast(slowly(0)), fast(slowly(10_000)));
    const { note = '' } = betweenEnds(matched(matchPackets(a, b)), A, B).paint(context, {
      ...{ surface: new RecordingSurface(500, 100), palette: PALETTE, lockedMax: null },
      axis: () => undefined,
    });
    expect(note).toMatch(/The clock of B goes faster by (999|1000) µs per second/);
  });
});
