/** `qlogscope check`: analyses every trace, passes each to the report immediately, and returns the exit status. */
import { availableParallelism } from 'node:os';
import { printable } from '../../../../engine/base/text/printable';
import { DETECTORS } from '../../../../engine/findings/rules/index';
import type { Program } from '../../command';
import { type Io, sinkOf } from '../../io';
import { ReaderGone } from '../../output';
import { talliedTraces } from '../../reading/tallied-traces';
import { type Format, type Reporter, type ReportSettings, Tally } from '../../report';
import type { CheckSetting } from './check-setting';
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
  setting: CheckSetting & { readonly format: Format },
  io: Io,
  { version }: Program,
): Promise<number> {
  const { paths, only, failOn, output, separate, format, costs } = setting;
  const jobs = setting.jobs ?? availableParallelism();
  const asked = only === null ? DETECTORS : DETECTORS.filter(({ id }) => only.has(id));
  const reporter = reporterOf(format, { rules: asked, failOn, version });
  const tally = new Tally(failOn);
  const sink = sinkOf(output, io);
  try {
    const { openStdin, startThread } = io;
    const readingThreads = jobs > 1 ? io.readingThreads : null;
    const traffic = format === 'json';
    const given = { paths, only, separate, jobs, traffic, costs };
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
