/** Traces, counted as they come: what is skipped, joined, of another tool or broken is said on the way. */
import type { Io } from '../io';
import type { Tally } from '../report';
import type { Outcome } from './traces';

/** Only outcomes with a report are given on. */
export async function* talliedTraces(
  outcomes: AsyncGenerator<Outcome, void, undefined>,
  tally: Tally,
  io: Io,
): AsyncGenerator<Extract<Outcome, { readonly kind: 'report' }>, void, undefined> {
  const warned = new Set<string>();
  for await (const outcome of outcomes) {
    if (outcome.kind === 'skipped') tally.passedOver.add(outcome);
    else if (outcome.kind === 'note') io.warn(outcome.words);
    else {
      const { report } = outcome;
      tally.add(report);
      const failed = report.failure === null ? '' : `${report.record.file}: ${report.failure}`;
      // The traces of a file fail together.
      if (failed !== '' && !warned.has(failed)) io.warn(failed);
      warned.add(failed);
      yield outcome;
    }
  }
}
