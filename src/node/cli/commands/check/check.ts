/** `qlogscope check`: analyses every trace once, passes each to the reports, and returns the exit status. */
import { availableParallelism } from 'node:os';
import { printable } from '../../../../engine/base/text/printable';
import { DETECTORS } from '../../../../engine/findings/rules/index';
import type { TraceReport } from '../../../../sharing/report/records/trace-record';
import type { Program } from '../../command';
import { Exit } from '../../exit';
import { type Io, sinkOf } from '../../io';
import { ReaderGone, type Sink } from '../../output';
import { talliedTraces } from '../../reading/tallied-traces';
import { type Format, type Reporter, type ReportSettings, Tally } from '../../report';
import { readBaseline } from './baseline';
import { CheckFileUnusable } from './check-file';
import type { CheckOutput, CheckSetting } from './check-setting';
import { Gate } from './gate';
import { baselineLines, gateCounts, muteLines } from './gate-words';
import { readIgnoreFile } from './ignore-file';
import { manyTraces } from './many-traces';
import { githubReporter } from './report-github';
import { jsonReporter } from './report-json';
import { junitReporter } from './report-junit';
import { markdownReporter } from './report-markdown';
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
    case 'markdown':
      return markdownReporter();
    case 'github':
      return githubReporter(settings);
  }
}

/** The reports of one reading; one whose reader has gone gets no more. */
class Reports {
  readonly #open: Map<Reporter, Sink>;

  constructor(outputs: readonly CheckOutput[], settings: ReportSettings, io: Io) {
    this.#open = new Map(outputs.map(({ format, path }) => [reporterOf(format, settings), sinkOf(path, io)]));
  }

  get isOver(): boolean {
    return this.#open.size === 0;
  }

  /** @throws OutputFailed */
  async write(textOf: (reporter: Reporter) => string): Promise<void> {
    for (const [reporter, sink] of this.#open)
      await this.#unlessGone(reporter, () => sink.write(textOf(reporter)));
  }

  /** @throws OutputFailed */
  async close(): Promise<void> {
    for (const [reporter, sink] of this.#open) await this.#unlessGone(reporter, () => sink.close());
  }

  async #unlessGone(reporter: Reporter, work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      if (!(error instanceof ReaderGone)) throw error;
      this.#open.delete(reporter);
    }
  }
}

/** Null where a file that it is judged by cannot be used, which is said. @throws UsageError */
async function gateOf(
  { baseline, ignoreFile, failOn, only }: Pick<CheckSetting, 'baseline' | 'ignoreFile' | 'failOn' | 'only'>,
  { warn }: Io,
): Promise<Gate | null> {
  const ids = DETECTORS.map(({ id }) => id);
  try {
    return new Gate({
      baseline: baseline === null ? null : await readBaseline(baseline),
      ignored: ignoreFile === null ? null : await readIgnoreFile(ignoreFile, ids, new Date()),
      failOn,
      only,
    });
  } catch (error) {
    if (!(error instanceof CheckFileUnusable)) throw error;
    warn(error.message);
    return null;
  }
}

/**
 * @returns the exit status. Readers that have closed all outputs end the work; the status is then that of the traces
 * analysed so far.
 * @throws OutputFailed when a report cannot be written. @throws UsageError where an ignore file does not fit.
 */
export async function check(
  setting: Omit<CheckSetting, 'tables'>,
  io: Io,
  { version }: Program,
): Promise<number> {
  const { paths, only, failOn, outputs, separate, costs } = setting;
  const gate = await gateOf(setting, io);
  if (gate === null) return Exit.unreadable;
  const jobs = setting.jobs ?? availableParallelism();
  const asked = only === null ? DETECTORS : DETECTORS.filter(({ id }) => only.has(id));
  const reports = new Reports(outputs, { rules: asked, failOn, version }, io);
  const tally = new Tally(failOn);
  const { openStdin, startThread } = io;
  const readingThreads = jobs > 1 ? io.readingThreads : null;
  const whole = outputs.some(({ format }) => format === 'json');
  const given = { paths, only, separate, jobs, whole, costs };
  const outcomes = manyTraces({ ...given, openStdin, startThread, readingThreads });
  const write = async (traces: readonly TraceReport[]): Promise<void> => {
    for (const [i, standing] of gate.standingsOf(traces).entries()) {
      const report = traces[i] as TraceReport;
      tally.decide(report, standing);
      gate.add(report, standing);
      await reports.write((reporter) => reporter.trace(report, standing));
    }
  };
  const held: TraceReport[] = [];
  for await (const { report } of talliedTraces(outcomes, tally, io)) {
    if (gate.isOneByOne) await write([report]);
    else held.push(report);
    if (reports.isOver) break;
  }
  if (!gate.isOneByOne) await write(held);
  await reports.write((reporter) => reporter.end(tally, gate.report));
  await reports.close();
  await sayCounts(outputs, `${tally.words}${gateCounts(gate.report)}`, io);
  // Records have no place for it.
  if (outputs.every(({ format }) => format === 'json'))
    for (const line of [...baselineLines(gate.report), ...muteLines(gate.report)]) io.warn(line);
  for (const line of tally.passedOver.lines) io.warn(line);
  return tally.exit;
}

/** On standard output, where no report is. */
async function sayCounts(outputs: readonly CheckOutput[], counts: string, { stdout }: Io): Promise<void> {
  const files = outputs.flatMap(({ path }) => path ?? []);
  if (files.length < outputs.length) return;
  try {
    await stdout.write(`${printable(`${counts}; written to ${files.join(', ')}`)}\n`);
  } catch (error) {
    if (!(error instanceof ReaderGone)) throw error;
  }
}
