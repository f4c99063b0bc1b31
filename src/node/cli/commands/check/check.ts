/** `qlogscope check`: analyses every trace, passes each to the report immediately, and returns the exit status. */

import { availableParallelism } from 'node:os';
import { printable } from '../../../../engine/base/text/printable';
import type { CheckCommand } from '../../args';
import { type Io, sinkOf } from '../../io';
import { ReaderGone } from '../../output';
import { talliedTraces } from '../../reading/tallied-traces';
import { type Format, type Reporter, type ReportSettings, Tally } from '../../report';
import { manyTraces } from './many-traces';
import { jsonReporter } from './report-json';
import { junitReporter } from './report-junit';
import { sarifReporter } from './report-sarif';
import { textReporter } from './report-text';

function reporterOf(format: Format, settings: ReportSettings): Reporter {
  switch (format) {
    case 'text':
      return textReporter();
    case 'json':
      return jsonReporter();
    case 'junit':
      return junitReporter(settings);
    case 'sarif':
      return sarifReporter(settings);
  }
}

/**
 * @returns the exit status. A reader that has closed the output ends the work; the status is then that of the traces
 * analysed so far.
 * @throws OutputFailed when the report cannot be written.
 */
export async function check(
  command: CheckCommand & { readonly format: Format },
  { rules, version }: Pick<ReportSettings, 'rules' | 'version'>,
  io: Io,
): Promise<number> {
  const { paths, failOn, output, separate } = command;
  const jobs = command.jobs ?? availableParallelism();
  const only = command.only;
  const asked = only === null ? rules : rules.filter(({ id }) => only.has(id));
  const reporter = reporterOf(command.format, { rules: asked, failOn, version });
  const tally = new Tally(failOn);
  const sink = sinkOf(output, io);
  try {
    const { openStdin, startThread } = io;
    const readingThreads = jobs > 1 ? io.readingThreads : null;
    const carries = command.format === 'json';
    const given = { paths, only, separate, jobs, carries };
    const outcomes = manyTraces({ ...given, openStdin, startThread, readingThreads });
    for await (const outcome of talliedTraces(outcomes, tally, io)) {
      const { report } = outcome;
      await sink.write(reporter.trace(report));
    }
    await sink.write(reporter.end(tally));
    await sink.close();
    if (output !== null) await io.stdout.write(`${printable(`${tally.words}; written to ${output}`)}\n`);
  } catch (error) {
    if (!(error instanceof ReaderGone)) throw error;
  }
  for (const line of tally.passedOver.lines) io.warn(line);
  return tally.exit;
}
