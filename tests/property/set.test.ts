/** Sets of traces: whatever is done to one, its link gives it back exactly, and what is undone is as it was. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type SetMember, TraceSet } from '../../src/app/state/traces/trace-set.ts';
import { DEFAULT_CHOICES } from '../../src/drawing/view/choices.ts';
import { type TraceMarks, viewOfTrace } from '../../src/drawing/view/set-view.ts';
import { applySet } from '../../src/sharing/link/apply-link.ts';
import { formatLink } from '../../src/sharing/link/format.ts';
import { linkOf } from '../../src/sharing/link/link-of.ts';
import { parseLink } from '../../src/sharing/link/parse.ts';
import type { TraceRef } from '../../src/sharing/link/state.ts';
import { draws } from '../support/tier.ts';

const FINDINGS = ['death-spiral.1', 'bufferbloat.2'];
const MODELS = ['newreno', 'cubic-none'];
const PANELS = ['congestion', 'rtt'];

/** A trace as its set sees it; `set` is the one that it is drawn in. */
interface Member extends SetMember {
  readonly index: number;
  marks: TraceMarks;
  set: TraceSet<SetMember> | null;
}

/** Ten traces of different lengths; some do not begin at 0. */
function members(): readonly Member[] {
  return Array.from({ length: 10 }, (_, index) => {
    const member: Member = {
      index,
      key: `${index}.0`,
      extent: { fromUs: index * 1000, toUs: (index + 2) * 1_000_000 },
      marks: { chosen: null, dismissed: [], model: null, packet: null },
      set: null,
      get chosen() {
        return member.marks.chosen;
      },
      setChosen(chosen) {
        member.marks = { ...member.marks, chosen };
      },
      enter(set) {
        member.set = set;
      },
    };
    return member;
  });
}

const time = fc.integer({ min: -3_000_000, max: 15_000_000 });
const index = fc.nat(9);
const operation = fc.oneof(
  fc.record({ kind: fc.constant('add' as const), index }),
  fc.record({ kind: fc.constant('remove' as const), index }),
  fc.record({ kind: fc.constant('offset' as const), index, by: time }),
  fc.record({ kind: fc.constant('range' as const), from: time, to: time }),
  fc.record({ kind: fc.constant('whole' as const) }),
  fc.record({ kind: fc.constant('select' as const), from: time, to: time }),
  fc.record({ kind: fc.constant('pin' as const), at: fc.double({ min: 0, max: 1, noNaN: true }) }),
  fc.record({ kind: fc.constant('undo' as const) }),
  fc.record({ kind: fc.constant('redo' as const) }),
  fc.record({ kind: fc.constant('arrange' as const), to: fc.constantFrom('overlay', 'stacked') }),
  fc.record({
    kind: fc.constant('axis' as const),
    panel: fc.constantFrom(...PANELS),
    max: fc.option(fc.double({ min: 1e-9, max: 1e12, noNaN: true })),
  }),
  fc.record({
    kind: fc.constant('mark' as const),
    index,
    chosen: fc.option(fc.constantFrom(...FINDINGS)),
    dismissed: fc.subarray(FINDINGS),
    model: fc.option(fc.constantFrom(...MODELS)),
  }),
);
type Operation = typeof operation extends fc.Arbitrary<infer T> ? T : never;

function run(set: TraceSet<Member>, all: readonly Member[], done: Operation): void {
  switch (done.kind) {
    case 'add':
      set.add(all[done.index] as Member);
      break;
    case 'remove':
      set.remove(all[done.index] as Member);
      break;
    case 'offset':
      set.setOffset(all[done.index] as Member, done.by);
      break;
    case 'range':
      if (done.from !== done.to)
        set.goTo({ fromUs: Math.min(done.from, done.to), toUs: Math.max(done.from, done.to) });
      break;
    case 'whole':
      set.goTo(null);
      break;
    case 'select': {
      const { fromUs, toUs } = set.visiblePart({
        fromUs: Math.min(done.from, done.to),
        toUs: Math.max(done.from, done.to),
      });
      if (toUs > fromUs) set.select({ fromUs, toUs });
      break;
    }
    case 'pin': {
      const { fromUs, toUs } = set.extent;
      set.pin(Math.round(fromUs + (toUs - fromUs) * done.at));
      break;
    }
    case 'undo':
      set.walk('back');
      break;
    case 'redo':
      set.walk('forward');
      break;
    case 'arrange':
      set.arrange(done.to === 'overlay' ? 'overlay' : 'stacked');
      break;
    case 'axis':
      set.lockAxis(done.panel, done.max);
      break;
    case 'mark': {
      const { chosen, dismissed, model } = done;
      (all[done.index] as Member).marks = {
        chosen,
        dismissed,
        model: model === null ? null : { id: model, freeFromUs: null },
        packet: chosen === null ? null : { space: 'Handshake', packetNumber: done.index },
      };
    }
  }
}

test('any sequence of changes leaves a view that its link restores exactly', () => {
  let several = 0;
  fc.assert(
    fc.property(fc.array(operation, { maxLength: 40 }), index, (operations, leadIndex) => {
      const all = members();
      const lead = all[leadIndex] as Member;
      const set = new TraceSet<Member>(lead);
      for (const done of operations) run(set, all, done);
      const view = set.view.get();
      if (view.lanes.length > 1) several++;
      const state = linkOf({
        traces: all.map((_, i): TraceRef => ({ kind: 'example', id: `t${i}` })),
        shown: leadIndex,
        view: viewOfTrace(view, set.offsetOf(lead), lead.marks),
        connection: null,
        set: {
          view,
          byBytes: null,
          others: set.members
            .slice(1)
            .map(({ trace: { index: trace, marks } }) => ({ trace, connection: null, marks })),
        },
        choices: DEFAULT_CHOICES,
        panels: PANELS,
      });
      const { state: read, dropped } = parseLink(formatLink(state));
      expect(dropped).toEqual([]);
      const facts = ({ key, extent }: Member) => ({
        ...{ key, extent, keys: FINDINGS, models: MODELS },
        hasPackets: true,
      });
      const others = read.set.others.map(({ trace }) => all[trace] as Member);
      const restored = applySet(read, facts(lead), others.map(facts));
      const visible = (part: typeof view) => ({
        ...part,
        arrangement: part.lanes.length > 1 && part.arrangement,
      });
      expect(visible(restored.value.view)).toEqual(visible(view));
      expect(restored.value.marks).toEqual(set.members.map(({ trace }) => trace.marks));
      for (const { set: drawnIn, key } of all)
        if (drawnIn !== null) expect(view.lanes.some(({ trace }) => trace === key)).toBe(drawnIn === set);
    }),
    { numRuns: draws(2000) },
  );
  expect(several).toBeGreaterThan(0);
});

test('every step back is taken back by a step forward', () => {
  fc.assert(
    fc.property(fc.array(operation, { maxLength: 30 }), fc.nat(20), (operations, steps) => {
      const all = members();
      const set = new TraceSet<Member>(all[0] as Member);
      for (const done of operations) run(set, all, done);
      const { lanes, arrangement, range } = set.view.get();
      const before = set.stepsTaken;
      for (let i = 0; i < steps; i++) set.walk('back');
      const walked = set.stepsTaken - before;
      for (let i = 0; i < walked; i++) set.walk('forward');
      expect(set.view.get()).toMatchObject({ lanes, arrangement, range });
    }),
    { numRuns: draws(1000) },
  );
});
