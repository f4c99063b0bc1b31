/**
 * Judges the sender's side of a trace from feeds, while it is read: the fit of the models, the lead of the boundary, the growth
 * held back, what ACKs acknowledge, and the sends with nothing in flight. The steps themselves are not kept. The verdict is that of the whole trace, whatever the
 * feeds.
 *
 * One fact that the steps of the whole decide is needed at every ACK: how full a window counts as used (`leastUse`). It is
 * assumed to be what the first ACKs show. Where that proves wrong, the judge asks for the rows again; it looks when they
 * have doubled, and at the end.
 */
import { inOneGo } from '../../base/columns/work';
import type { TransportState } from '../transport/transport';
import { AckedSendsScan } from './acked-sends';
import { LeadScan } from './boundary';
import { FeedCollector } from './feed-collector';
import { Fit } from './fit';
import { HeldScan } from './held-growth';
import { IdleSendScan } from './idle-sends';
import type { JudgedSender } from './judged-sender';
import type { FeedBasis, SenderEnd, SenderFeed } from './sender-feed';
import type { Use } from './sender-steps';
import { StepBuilder } from './step-builder';

/** So many steps show what a stack's full window is. */
const FIRST_STEPS = 4096;
/** Rows at which the assumption is looked at first, and the growth to the next look. */
const FIRST_LOOK_ROWS = 16_384;
const LOOK_GROWTH = 2;

export function judgeSender(state: TransportState): JudgedSender {
  return inOneGo(judgingSender(state));
}

/** The same piece by piece: whoever drives it may do something else between them. */
export function* judgingSender(state: TransportState): Generator<void, JudgedSender, void> {
  const collector = new FeedCollector(state);
  collector.finish();
  const judge = new SenderJudge();
  for (;;) {
    for (let feed = collector.take(); feed !== null; feed = collector.take()) {
      if (!judge.feed(feed)) collector.again(feed.run);
      yield;
    }
    const end = collector.end();
    const judgement = judge.end(end);
    if (judgement !== null) return judgement;
    collector.again(end.run);
  }
}

class Run {
  readonly builder: StepBuilder;
  readonly #fit: Fit;
  readonly #leads = new LeadScan();
  readonly #held: HeldScan;
  readonly #acked = new AckedSendsScan();
  readonly #idleSends: IdleSendScan;
  /** Steps that were taken, of those that are kept. */
  #taken = 0;

  constructor(basis: FeedBasis) {
    this.builder = new StepBuilder(basis);
    this.#fit = new Fit(basis);
    this.#held = new HeldScan(basis);
    this.#idleSends = new IdleSendScan(basis);
  }

  feed(feed: SenderFeed): void {
    this.builder.feed(feed);
    this.#idleSends.feed(feed);
  }

  /** Takes the steps before `to`. */
  take(to: number): void {
    const { steps } = this.builder;
    const from = this.#taken;
    this.#fit.take(steps, from, to);
    this.#leads.take(steps, from, to);
    this.#held.take(steps, from, to);
    this.#acked.take(steps, from, to);
    this.#taken = to;
    if (to < steps.length) return;
    this.builder.forget();
    this.#taken = 0;
  }

  /** Changes what was assumed. @returns whether it is the same for the ACKs that were taken. */
  assume(leastUse: Use): boolean {
    const { steps } = this.builder;
    const [least, most] = [Math.min(steps.leastUse, leastUse), Math.max(steps.leastUse, leastUse)];
    const isSame = this.#acked.acksByUse.slice(least, most).every((acks) => acks === 0);
    if (isSame) steps.leastUse = leastUse;
    return isSame;
  }

  end(end: SenderEnd): JudgedSender {
    this.#fit.end(end.lastUs);
    return {
      models: this.#fit.report(end),
      leads: this.#leads.end(end.lastUs),
      heldGrowth: this.#held.growth,
      ackedSends: this.#acked.sends,
      idleSends: this.#idleSends.sends,
    };
  }
}

export class SenderJudge {
  #number = 0;
  #run: Run | null = null;
  #rows = 0;
  /** What the rows so far show, where they were run through before. */
  #use: Use | null = null;
  #isAssumed = false;
  #isWrong = false;
  #lookAt = FIRST_LOOK_ROWS;
  /**
   * The last feed, until the next one: with the last object of its kind V8 forgets the layout, and at the next feed compiles
   * anew all code that uses it.
   */
  readonly #last: SenderFeed[] = [];

  /** @returns false if the rows are needed again: another run. What else comes of this one is ignored. */
  feed(feed: SenderFeed): boolean {
    const run = this.#runOf(feed);
    this.#last[0] = feed;
    if (this.#isWrong) return false;
    run.feed(feed);
    this.#rows += feed.rows.timeUs.length;
    if (!this.#isAssumed && this.#use === null && run.builder.steps.length < FIRST_STEPS) return true;
    this.#assume(run);
    if (this.#rows >= this.#lookAt && !this.#stands(run)) return false;
    run.take(run.builder.settled);
    return true;
  }

  /** The last feed was before. @returns null if the rows are needed again, and the end after them. */
  end(end: SenderEnd): JudgedSender | null {
    const run = this.#runOf(end);
    if (this.#isWrong) return null;
    this.#assume(run);
    if (!this.#stands(run)) return null;
    run.take(run.builder.steps.length);
    return run.end(end);
  }

  #runOf({ run, basis }: Pick<SenderFeed, 'run' | 'basis'>): Run {
    if (this.#run !== null && run === this.#number) return this.#run;
    if (this.#run !== null && this.#isAssumed) this.#use = this.#run.builder.leastUse;
    this.#number = run;
    this.#run = new Run(basis);
    this.#rows = 0;
    this.#isAssumed = false;
    this.#isWrong = false;
    return this.#run;
  }

  #assume({ builder }: Run): void {
    if (this.#isAssumed) return;
    this.#isAssumed = true;
    builder.steps.leastUse = this.#use ?? builder.leastUse;
  }

  /** Does what was assumed agree with what the rows show by now? */
  #stands(run: Run): boolean {
    this.#lookAt = Math.max(this.#lookAt, this.#rows * LOOK_GROWTH);
    this.#use = run.builder.leastUse;
    this.#isWrong = !run.assume(this.#use);
    return !this.#isWrong;
  }
}
