/** The columns of packets that are kept while a trace grows are those that are collected from scratch, bit by bit. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { ColumnWindow } from '../../src/engine/base/columns/series.ts';
import { emptyOutcome, SpaceLedger } from '../../src/engine/sender/transport/ledger.ts';
import { type LedgerContext, PacketMark } from '../../src/engine/sender/transport/packet-fate.ts';
import {
  collectAcked,
  collectSent,
  columnsOf,
  emptyCollectors,
  totalsOf,
} from '../../src/engine/sender/transport/sequence-columns.ts';
import { grownSequenceColumns } from '../../src/engine/sender/transport/sequence-growth.ts';
import { draws } from '../support/tier.ts';

type Step =
  | { readonly type: 'send'; readonly packets: number; readonly inFlight: boolean; readonly resent: boolean }
  /** Backwards from the newest packet. */
  | { readonly type: 'ack'; readonly back: number; readonly packets: number }
  | { readonly type: 'lose'; readonly back: number }
  | { readonly type: 'threshold' | 'restore' | 'discard' }
  | { readonly type: 'wait'; readonly us: number }
  /** As before, so many columns longer; or another window. */
  | { readonly type: 'grow'; readonly columns: number }
  | { readonly type: 'look'; readonly window: ColumnWindow };

const back = fc.oneof({ weight: 4, arbitrary: fc.nat(40) }, { weight: 1, arbitrary: fc.nat(400) });
const window: fc.Arbitrary<ColumnWindow> = fc.record({
  fromUs: fc.constantFrom(0, 64, 1000),
  columnUs: fc.constantFrom(0.5, 1, 8, 64, 10),
  columns: fc.integer({ min: 1, max: 80 }),
});
const only = <T extends Step['type']>(type: T) => fc.constant({ type });
const step = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record({
      type: fc.constant('send'),
      packets: fc.integer({ min: 1, max: 50 }),
      inFlight: fc.integer({ max: 9, min: 0 }).map((one) => one > 0),
      resent: fc.integer({ max: 9, min: 0 }).map((one) => one === 0),
    }),
  },
  {
    weight: 8,
    arbitrary: fc.record({ type: fc.constant('ack'), back, packets: fc.integer({ min: 1, max: 60 }) }),
  },
  { weight: 2, arbitrary: fc.record({ type: fc.constant('lose'), back }) },
  { weight: 1, arbitrary: only('threshold') },
  { weight: 1, arbitrary: only('restore') },
  { weight: 1, arbitrary: only('discard') },
  { weight: 6, arbitrary: fc.record({ type: fc.constant('wait'), us: fc.nat(120) }) },
  { weight: 6, arbitrary: fc.record({ type: fc.constant('grow'), columns: fc.nat(12) }) },
  { weight: 2, arbitrary: fc.record({ type: fc.constant('look'), window }) },
) as fc.Arbitrary<Step>;

/** A ledger and the window that is looked at. */
class Scene {
  readonly context: LedgerContext = { nowUs: 0, onLost: null, takesBack: null };
  readonly ledger = new SpaceLedger(this.context);
  window: ColumnWindow = { fromUs: 0, columnUs: 8, columns: 20 };
  #next = 0;

  apply(step: Step): void {
    switch (step.type) {
      case 'send':
        for (let i = 0; i < step.packets; i++) this.#send(step.inFlight, step.resent);
        break;
      case 'ack': {
        const to = Math.max(0, this.#next - 1 - step.back);
        this.ledger.ackRange(Math.max(0, to - step.packets), to, emptyOutcome());
        break;
      }
      case 'lose':
        this.ledger.lose(this.#next - 1 - step.back);
        break;
      case 'threshold':
        this.ledger.loseByThreshold(3, this.context.nowUs - 60);
        break;
      case 'restore':
        this.ledger.restoreLost();
        break;
      case 'discard':
        this.ledger.discard();
        break;
      case 'wait':
        this.context.nowUs += step.us;
        break;
      case 'grow':
        this.window = { ...this.window, columns: this.window.columns + step.columns };
        break;
      case 'look':
        this.window = step.window;
        break;
    }
  }

  #send(inFlight: boolean, resent: boolean): void {
    const { nowUs } = this.context;
    const marks = PacketMark.ackEliciting | (resent ? PacketMark.resent : 0);
    this.ledger.send(this.#next++, 100, nowUs, inFlight, { marks, dataBytes: 0, resentBytes: 0 });
    this.context.nowUs = nowUs + (this.#next % 3);
  }
}

/** By a look at all packets. */
function columnsAnew(books: SpaceLedger, window: ColumnWindow) {
  const into = emptyCollectors(window.columns);
  collectSent(books, window, into, 0);
  collectAcked(books, window, into, 0);
  return columnsOf(into);
}

it('what is kept from the answer before gives the columns of a new look at all packets', () => {
  fc.assert(
    fc.property(fc.array(step, { minLength: 5, maxLength: 60 }), (steps) => {
      const scene = new Scene();
      const fresh = new Scene();
      for (const each of steps) {
        scene.apply(each);
        fresh.apply(each);
        if (each.type !== 'grow' && each.type !== 'look') continue;
        expect(grownSequenceColumns(scene.ledger, scene.window)).toEqual(
          columnsAnew(fresh.ledger, fresh.window),
        );
        const { sent, acked } = totalsOf(scene.ledger);
        const all = { fromUs: 0, columnUs: 2 ** 40, columns: 1 };
        const [whole] = [columnsAnew(scene.ledger, all)];
        expect([sent, acked]).toEqual([whole.sent.counts[0] ?? 0, whole.acked.counts[0] ?? 0]);
      }
    }),
    { numRuns: draws(2000) },
  );
});
