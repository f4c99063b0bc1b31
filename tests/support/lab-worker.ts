/**
 * A worker of the lab by hand: two scenarios and three experiments with one field. What it is asked is answered at once, but for runs,
 * which wait until they are let go, and for checks of fields while those are held.
 */
import type { LabQuestion } from '../../src/engine/simulator/lab/contract.ts';
import type { RunRef, RunRow } from '../../src/engine/simulator/runs/scenario-run.ts';

const FIELD = {
  kind: 'number',
  id: 'rtt',
  title: 'RTT',
  unit: 'ms',
  least: 1,
  most: 100,
  initial: 10,
  about: '',
};
const EXPERIMENTS = ['one', 'two', 'formula'].map((id) => ({
  ...{ id, title: id, source: 's', about: 'a', claims: [], leavesOpen: [], fields: [FIELD], full: null },
  seeds: id === 'formula' ? null : 2,
}));
/** Runs with this value take 100 s of a core in all variants. */
const COSTLY_RTT = 99;
const VARIANTS = ['a', 'b'].map((id) => ({ id, title: id, at: null }));

const rowOf = ({ variant, seed }: RunRef): RunRow =>
  ({
    variant,
    seed,
    goodputMbit: [1],
    windowBytes: new Float32Array(4),
    samples: [{ windowBytes: new Float32Array(4) }],
  }) as never;

export class StubLabWorker extends EventTarget {
  /** Each lets one piece of runs go. */
  static waiting: (() => void)[] = [];
  /** Each answers one question about fields; null while those are answered at once. */
  static heldChecks: (() => void)[] | null = null;
  static asked: LabQuestion[] = [];
  static refuses: string | null = null;
  isEnded = false;

  static reset(): void {
    StubLabWorker.waiting = [];
    StubLabWorker.heldChecks = null;
    StubLabWorker.asked = [];
    StubLabWorker.refuses = null;
  }

  postMessage(question: LabQuestion): void {
    StubLabWorker.asked.push(question);
    const { id } = question;
    const reply = (data: object): void => {
      if (!this.isEnded) this.dispatchEvent(new MessageEvent('message', { data: { id, ...data } }));
    };
    const answer = (): void => reply({ answer: answerTo(question) });
    if (question.kind === 'runs') {
      StubLabWorker.waiting.push(() =>
        reply(
          StubLabWorker.refuses === null
            ? { answer: question.body.map(rowOf) }
            : { problem: StubLabWorker.refuses },
        ),
      );
    } else if (question.kind === 'check' && StubLabWorker.heldChecks !== null)
      StubLabWorker.heldChecks.push(answer);
    else queueMicrotask(answer);
  }

  terminate(): void {
    this.isEnded = true;
  }
}

function answerTo(question: LabQuestion): unknown {
  switch (question.kind) {
    case 'scenarios':
      return [
        { id: 'incident', title: 'Incident', fields: [FIELD], seeds: 3, axes: null, look: ['Look here.'] },
        { id: 'other', title: 'Other', fields: [FIELD], seeds: 5, axes: null, look: ['Look there.'] },
      ];
    case 'experiments':
      return EXPERIMENTS;
    case 'check': {
      const { rtt = '10' } = question.body.texts;
      const isValid = Number(rtt) > 0;
      const seconds = rtt === String(COSTLY_RTT) ? 100 : 0.1;
      return {
        values: { rtt: isValid ? Number(rtt) : 10 },
        problems: isValid ? {} : { rtt: 'more than 0' },
        variants: question.body.scenario === 'formula' ? [] : VARIANTS,
        args: rtt === '10' ? '' : ` --set rtt=${rtt}`,
        cost: { variants: 2, seconds, longestSeconds: seconds / 2, runBytes: 1e6, rowsBytes: 1e4 },
        raisedBy: seconds > 1 ? ['RTT'] : [],
      };
    }
    case 'result':
      return { plots: [], answers: [{ claim: String(question.body.rows.length) }] };
    default:
      return { sender: 's', receiver: 'r' };
  }
}

export const settle = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 0));

/** Lets runs go until none waits. */
export async function letGo(): Promise<void> {
  while (StubLabWorker.waiting.length > 0) {
    StubLabWorker.waiting.shift()?.();
    await settle();
  }
}
