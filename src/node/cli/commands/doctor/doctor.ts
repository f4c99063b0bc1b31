/**
 * `qlogscope doctor`: what each log lacks, what that hides, and how the stack that wrote it logs it. Reading is `cli/reading/traces.ts`, the
 * answer `sharing/report/words/diagnosis.ts`, its form `doctor-words.ts`.
 */
import { sidePanels } from '../../../../drawing/panels/registry';
import { DEFAULT_CHOICES } from '../../../../drawing/view/choices';
import { plural } from '../../../../engine/base/text/figures';
import { printable } from '../../../../engine/base/text/printable';
import { diagnose, hidesSomething } from '../../../../sharing/report/words/diagnosis';
import { Exit } from '../../exit';
import { type Io, sinkOf } from '../../io';
import { ReaderGone } from '../../output';
import { talliedTraces } from '../../reading/tallied-traces';
import { tracesOf } from '../../reading/traces';
import { Tally } from '../../report';
import { doctorLine, doctorText } from './doctor-words';

export interface DoctorSetting {
  readonly paths: readonly string[];
  readonly json: boolean;
  /** File for the answer; null for standard output. */
  readonly output: string | null;
  readonly separate: boolean;
}

/**
 * @returns the exit status. A reader that has closed the output ends the work; the status is then that of the traces
 * looked at so far.
 * @throws OutputFailed when the answer cannot be written.
 */
export async function doctor({ paths, json, output, separate }: DoctorSetting, io: Io): Promise<number> {
  const tally = new Tally('critical');
  const sink = sinkOf(output, io);
  const words = json ? doctorLine : doctorText;
  let hiding = 0;
  const counts = (): string => {
    const broken = tally.unreadable > 0 ? `; ${plural(tally.unreadable, 'input')} could not be read` : '';
    const lacking = hiding === 0 ? 'none lacks' : `${hiding} ${hiding === 1 ? 'lacks' : 'lack'}`;
    return `${tally.read}: ${lacking} what a panel or a rule needs${broken}`;
  };
  try {
    const traces = tracesOf({ paths, only: null, separate, openStdin: io.openStdin });
    for await (const outcome of talliedTraces(traces, tally, io)) {
      const { report } = outcome;
      const log = outcome.log?.() ?? null;
      const diagnosis = log === null ? null : diagnose(log, sidePanels(DEFAULT_CHOICES, log));
      if (diagnosis !== null && hidesSomething(diagnosis)) hiding++;
      await sink.write(words(report, diagnosis));
    }
    if (!json) await sink.write(`${counts()}\n`);
    await sink.close();
    if (output !== null) await io.stdout.write(`${printable(`${counts()}; written to ${output}`)}\n`);
  } catch (error) {
    if (!(error instanceof ReaderGone)) throw error;
  }
  for (const line of tally.passedOver.lines) io.warn(line);
  if (tally.unreadable > 0) return Exit.unreadable;
  return hiding > 0 ? Exit.found : Exit.clean;
}
