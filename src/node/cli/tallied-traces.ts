/** Traces, counted as they come: what is skipped, joined or broken is said on the way. */
import type { Io } from './io';
import { type Tally, titleOf } from './report';
import type { Outcome } from './traces';

/** Only outcomes with a report are given on. */
export async function* talliedTraces(
  outcomes: AsyncGenerator<Outcome, void, undefined>,
  tally: Tally,
  io: Io,
): AsyncGenerator<Extract<Outcome, { readonly kind: 'report' }>, void, undefined> {
  for await (const outcome of outcomes) {
    if (outcome.kind === 'skipped') tally.skippedFiles += outcome.files;
    else if (outcome.kind === 'joined') io.warn(outcome.words);
    else {
      const { report } = outcome;
      tally.add(report);
      if (report.failure !== null) io.warn(`${titleOf(report)}: ${report.failure}`);
      yield outcome;
    }
  }
}
