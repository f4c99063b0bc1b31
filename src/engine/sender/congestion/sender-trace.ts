/**
 * The sender's side of a trace that was read, with all of its steps: for what goes through them in its own way. The verdict
 * over controllers needs no steps that are kept (sender-judge.ts).
 */
import type { TransportState } from '../transport/transport';
import { FeedCollector } from './feed-collector';
import type { SenderTrace } from './sender-steps';
import { StepBuilder } from './step-builder';

/** Builds the steps of a connection. A trace without packets or without windows gives few steps or none. */
export function senderTrace(state: TransportState): SenderTrace {
  const collector = new FeedCollector(state);
  collector.finish();
  const { basis, side, source, isMidway, lastUs } = collector.end();
  const builder = new StepBuilder(basis);
  for (let feed = collector.take(); feed !== null; feed = collector.take()) builder.feed(feed);
  const { steps } = builder;
  steps.leastUse = builder.leastUse;
  return { ...basis, side, source, isMidway, lastUs, steps };
}
