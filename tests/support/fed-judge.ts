/** Judges a trace from feeds while it is read, through messages as between threads, and from the whole, for comparison. */
import { expect } from 'vitest';
import { TracePipeline } from '../../src/engine/reading/stages/pipeline.ts';
import { IdleSendScan } from '../../src/engine/sender/congestion/idle-sends.ts';
import {
  boundaryLeads,
  buffersOf,
  FeedCollector,
  fitTrace,
  heldGrowth,
  type IdleSends,
  type JudgedSender,
  judgedFrom,
  plainJudgement,
  type RuleLead,
  type SenderFeed,
  SenderJudge,
  type SenderTrace,
  senderTrace,
} from '../../src/engine/sender/congestion/index.ts';
import { type SenderSteps, StepKind } from '../../src/engine/sender/congestion/sender-steps.ts';
import { StepBuilder } from '../../src/engine/sender/congestion/step-builder.ts';
import type { TransportState } from '../../src/engine/sender/transport/transport.ts';

/** The owner of a state, and the judge that gets its feeds. */
export class FedJudge {
  readonly #collector: FeedCollector;
  readonly #judge = new SenderJudge();
  #builder: StepBuilder | null = null;
  #builderRun = 0;

  constructor(state: TransportState) {
    this.#collector = new FeedCollector(state);
  }

  get runs(): number {
    return this.#collector.runs;
  }

  /** Feeds what is there, in feeds of at most so many rows. */
  pump(most: number): void {
    for (let feed = this.#collector.take(most); feed !== null; feed = this.#collector.take(most)) {
      const message = structuredClone(feed, { transfer: buffersOf(feed) });
      this.#build(message);
      if (!this.#judge.feed(message)) this.#collector.again(message.run);
    }
  }

  end(most: number): { readonly judged: JudgedSender; readonly steps: SenderSteps } {
    this.#collector.finish();
    for (;;) {
      this.pump(most);
      const end = this.#collector.end();
      const judged = this.#judge.end(structuredClone(end));
      const builder = this.#builder ?? new StepBuilder(end.basis);
      builder.steps.leastUse = builder.leastUse;
      if (judged !== null) return { judged: sent(judged), steps: builder.steps };
      this.#collector.again(end.run);
    }
  }

  #build(feed: SenderFeed): void {
    if (this.#builder === null || this.#builderRun !== feed.run) this.#builder = new StepBuilder(feed.basis);
    this.#builderRun = feed.run;
    this.#builder.feed(feed);
  }
}

function sent(judged: JudgedSender): JudgedSender {
  const { plain, buffers } = plainJudgement(judged);
  return judgedFrom(structuredClone(plain, { transfer: buffers }));
}

/** The steps as lists. */
function columnsOf(steps: SenderSteps): object {
  const { leastUse, timeUs, kind, a, b, c, d, rttUs, use, packetSentUs, packetBytes } = steps;
  const columns = [timeUs, kind, a, b, c, d, rttUs, use, packetSentUs, packetBytes];
  return { leastUse, columns: columns.map((column) => [...column.view()]) };
}

const pointsOf = ({ lead, stretches }: RuleLead): object => ({
  times: [...lead.timesUs],
  values: [...lead.values],
  stretches,
});

function valuesOf({ models, leads, heldGrowth: held, ackedSends, idleSends }: JudgedSender): object {
  const leadPoints = [pointsOf(leads.defective), pointsOf(leads.fixed)];
  return { models, leads: leadPoints, held, ackedSends, idleSends };
}

/** The same of the steps of the whole trace. */
function wholeOf(state: TransportState, trace: SenderTrace): JudgedSender {
  const { steps } = trace;
  const all = Array.from({ length: steps.length }, (_, i) => i);
  const at = (kind: StepKind): number[] => all.filter((i) => steps.kind.at(i) === kind);
  const acks = at(StepKind.ack);
  const losses = [...at(StepKind.loss), ...at(StepKind.reduction)].sort((i, j) => i - j);
  const lostSent = (i: number): number => (steps.kind.at(i) === StepKind.loss ? steps.a : steps.timeUs).at(i);
  const ackedSends = {
    ackedUs: Float64Array.from(acks, (i) => steps.timeUs.at(i)),
    ackedSentUs: Float64Array.from(acks, (i) => steps.newestSentUs(i)),
    lostUs: Float64Array.from(losses, (i) => steps.timeUs.at(i)),
    lostSentUs: Float64Array.from(losses, lostSent),
  };
  const held = heldGrowth(trace);
  return {
    ...{ models: fitTrace(trace), leads: boundaryLeads(trace), heldGrowth: held, ackedSends },
    idleSends: idleSendsOf(state),
  };
}

/** Found in one feed of all rows. */
function idleSendsOf(state: TransportState): IdleSends {
  const collector = new FeedCollector(state);
  collector.finish();
  const scan = new IdleSendScan(collector.end().basis);
  const all = collector.take(Number.POSITIVE_INFINITY);
  if (all !== null) scan.feed(all);
  return scan.sends;
}

/**
 * Holds what is judged in pieces against the whole.
 * @param pieces the text in pieces, after each of which the next number of rows is the most of a feed; 0 feeds nothing.
 * @returns the number of runs.
 */
export function judgeInPieces(pieces: Iterable<Uint8Array>, most: readonly number[]): number {
  const pipeline = new TracePipeline(() => undefined);
  let judge: FedJudge | null = null;
  let turn = 0;
  for (const piece of pieces) {
    pipeline.push(piece);
    const [connection] = pipeline.connections;
    if (connection === undefined) continue;
    judge ??= new FedJudge(connection.state);
    const rows = most[turn++ % most.length] as number;
    if (rows > 0) judge.pump(rows);
  }
  pipeline.end();
  const state = pipeline.connections[0]?.state;
  if (state === undefined) throw new Error('no connection');
  judge ??= new FedJudge(state);
  const { judged, steps } = judge.end(Math.max(1, ...most));
  const whole = senderTrace(state);
  expect(columnsOf(steps)).toEqual(columnsOf(whole.steps));
  expect(valuesOf(judged)).toEqual(valuesOf(wholeOf(state, whole)));
  return judge.runs;
}
