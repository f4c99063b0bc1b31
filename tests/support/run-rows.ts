/** Rows of the lab's runs by hand, and what the lab holds of them. */
import type { LabRuns } from '../../src/app/state/lab/lab.ts';
import { variantSummary } from '../../src/engine/service/compare/simulated-shares.ts';
import type {
  CheckedValues,
  LabQuestion,
  LabReply,
  ScenarioInfo,
  Texts,
} from '../../src/engine/simulator/lab/contract.ts';
import { serveLab } from '../../src/engine/simulator/lab/serve.ts';
import type { RunRow } from '../../src/engine/simulator/runs/scenario-run.ts';

/** A run that was done after a second, lost nothing and was never held. */
export function madeRun(seed: number, known: Partial<RunRow> = {}): RunRow {
  return {
    ...{ variant: 'a', seed, completedMs: 1000, isLate: false, isTrapped: false, longestTrapMs: 0 },
    ...{ goodputMbit: [8], sentPackets: 100, lostPackets: 0, spuriousPackets: 0, droppedPackets: 0 },
    ...{ reductions: 0, timeouts: 0, windowBytes: Float32Array.from([3000, 6000, 12_000, 24_000, 48_000]) },
    ...{ samples: [], limitMs: 10_000, packetEvents: 1000 },
    ...known,
  };
}

/** A run of a download that did not end in time. */
export const lateRun = (seed: number, known: Partial<RunRow> = {}): RunRow =>
  madeRun(seed, { completedMs: Number.NaN, isLate: true, ...known });

/** What a worker of the lab answers to one question. */
export function askLab<T>(question: Omit<LabQuestion, 'id'>): T {
  let answer: unknown;
  const port: Parameters<typeof serveLab>[0] = {
    onmessage: null,
    postMessage: (reply: LabReply) => {
      if ('problem' in reply) throw new Error(reply.problem);
      answer = reply.answer;
    },
  };
  serveLab(port);
  port.onmessage?.({ data: { id: 1, ...question } } as MessageEvent<LabQuestion>);
  return answer as T;
}

export function scenarioInfo(id: string): ScenarioInfo {
  const all = askLab<readonly ScenarioInfo[]>({ kind: 'scenarios', body: null } as LabQuestion);
  const found = all.find((one) => one.id === id);
  if (found === undefined) throw new Error(`there is no scenario ${id}`);
  return found;
}

export function checkedOf(scenario: string, texts: Texts = {}): CheckedValues {
  return askLab<CheckedValues>({ kind: 'check', body: { scenario, texts } } as LabQuestion);
}

/** Runs of a scenario with its own variants. @param rowsOf the rows of a variant. */
export function madeRuns(
  id: string,
  rowsOf: (variant: string) => readonly RunRow[],
  texts: Texts = {},
): LabRuns {
  const scenario = scenarioInfo(id);
  const checked = checkedOf(id, texts);
  const rows = new Map(
    checked.variants.map(({ id: variant }) => [variant, rowsOf(variant).map((row) => ({ ...row, variant }))]),
  );
  const summaries = new Map([...rows].map(([variant, of]) => [variant, variantSummary(variant, of)]));
  const done = [...rows.values()].flat().length;
  return { ...{ scenario, checked, rows, summaries, done }, ...{ seeds: 2, total: done } };
}
