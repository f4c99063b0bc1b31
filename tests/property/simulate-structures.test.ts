/** The queue of events and the sets of ranges of a simulation against slow references. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { EventQueue } from '../../src/engine/simulator/runs/event-queue.ts';
import { RangeSet } from '../../src/engine/simulator/runs/range-set.ts';
import { draws } from '../support/tier.ts';

const NEVER = Number.POSITIVE_INFINITY;

describe('EventQueue', () => {
  /** What is done when a part is called, by the number of the call: another is scheduled so much later. */
  const answers = fc.array(fc.record({ part: fc.nat(7), afterUs: fc.constantFrom(0, 0, 1, 2, 5, NEVER) }), {
    minLength: 1,
    maxLength: 40,
    size: 'max',
  });
  const acts = fc.array(
    fc.oneof(
      fc.record({ part: fc.nat(7), dueUs: fc.oneof(fc.nat(60), fc.constant(NEVER)) }),
      fc.record({ runUs: fc.nat(20) }),
    ),
    { maxLength: 40, size: 'max' },
  );

  it('calls what a list that is looked through calls, in the same order', () => {
    fc.assert(
      fc.property(answers, acts, (answered, steps) => {
        const events = new EventQueue();
        const dueUs = new Array<number>(8).fill(NEVER);
        const [calls, due]: [string[], string[]] = [[], []];
        const answer = (call: number): (typeof answered)[number] | undefined => answered[call];
        for (let id = 0; id < 8; id++)
          events.add({
            fire(nowUs) {
              const next = answer(calls.push(`${id} ${nowUs}`) - 1);
              if (next !== undefined) events.schedule(next.part, nowUs + next.afterUs);
            },
          });
        let nowUs = 0;
        for (const step of steps) {
          if ('part' in step) {
            events.schedule(step.part, Math.max(nowUs, step.dueUs));
            dueUs[step.part] = Math.max(nowUs, step.dueUs);
            continue;
          }
          nowUs += step.runUs;
          events.run(nowUs);
          for (;;) {
            const atUs = Math.min(...dueUs);
            if (atUs > nowUs) break;
            const id = dueUs.indexOf(atUs);
            dueUs[id] = NEVER;
            const next = answer(due.push(`${id} ${atUs}`) - 1);
            if (next !== undefined) dueUs[next.part] = atUs + next.afterUs;
          }
          expect(calls).toEqual(due);
          expect([events.nowUs, events.events]).toEqual([nowUs, due.length]);
        }
      }),
      { numRuns: draws(1000) },
    );
  });
});

describe('RangeSet', () => {
  const range = fc.tuple(fc.nat(60), fc.nat(12)).map(([from, length]) => [from, from + length] as const);
  const act = fc.oneof(
    { weight: 8, arbitrary: fc.record({ add: range }) },
    { weight: 1, arbitrary: fc.record({ dropBelow: fc.nat(70) }) },
  );

  it('holds what a set of numbers holds', () => {
    fc.assert(
      fc.property(fc.array(act, { maxLength: 60, size: 'max' }), range, (acts, asked) => {
        const ranges = new RangeSet();
        const slow = new Set<number>();
        for (const step of acts) {
          if ('add' in step) {
            const [from, to] = step.add;
            const before = slow.size;
            for (let number = from; number < to; number++) slow.add(number);
            expect(ranges.add(from, to)).toBe(slow.size - before);
          } else {
            ranges.dropBelow(step.dropBelow);
            for (const number of [...slow]) if (number < step.dropBelow) slow.delete(number);
          }
          const due: number[] = [];
          for (let number = 0; number <= 80; number++)
            if (slow.has(number) !== slow.has(number - 1)) due.push(number);
          expect(ranges.bounds).toEqual(due);
          expect([ranges.count, ranges.end]).toEqual([due.length / 2, due.at(-1) ?? 0]);
          let contiguous = 0;
          while (slow.has(contiguous)) contiguous++;
          expect(ranges.contiguous).toBe(contiguous);
          const [from, to] = asked;
          const all = Array.from({ length: to - from }, (_, i) => from + i);
          if (to > from) expect(ranges.has(from, to)).toBe(all.every((number) => slow.has(number)));
        }
      }),
      { numRuns: draws(300) },
    );
  });
});
