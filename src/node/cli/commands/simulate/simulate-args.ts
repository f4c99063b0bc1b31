/** Arguments and help of `simulate`. */
import { parseArgs } from 'node:util';
import { findVariant, type Scenario, type Values } from '../../../../engine/simulator/runs/scenario';
import { findScenario, SCENARIOS } from '../../../../engine/simulator/runs/scenarios';
import { GLOBAL, listOf, STRING, STRINGS, UsageError, wholeOf } from '../../arg-values';
import { folderFor } from '../../output-format';
import { seedsOf, valuesOf } from './setting-args';

export interface SimulateCommand {
  readonly name: 'simulate';
  readonly scenario: string;
  readonly values: Values;
  /** Ids of variants. */
  readonly variants: readonly string[];
  /** The first and the last. */
  readonly seeds: readonly [number, number];
  /** Folder for the traces; null for none. */
  readonly out: string | null;
  readonly json: boolean;
  /** Threads at most; null for as many as there are cores. */
  readonly jobs: number | null;
}

type OtherCommand = { readonly name: 'help'; readonly of: 'simulate' } | { readonly name: 'version' };

const SIMULATE = {
  ...GLOBAL,
  scenario: STRING,
  variant: STRINGS,
  controller: STRING,
  'idle-rule': STRING,
  seeds: STRING,
  seed: STRING,
  set: STRINGS,
  out: STRING,
  json: { type: 'boolean' },
  jobs: STRING,
} as const;

const width = Math.max(...SCENARIOS.map(({ id }) => id.length)) + 2;
const fieldLines = SCENARIOS.map(
  ({ id, title, fields }) =>
    `  ${id.padEnd(width)}${title}; --set ${fields.map((field) => field.id).join(', ')}`,
).join('\n');

export const SIMULATE_HELP = `qlogscope simulate [options]

Runs a scenario: QUIC senders and receivers over a path, packet by packet, once per seed and variant. Tells the share of runs
that were late or whose window was held by the recovery boundary (a spiral), with its 95 % interval (Wilson), and how long they took. The
same seed gives the same run everywhere: in the lab of the page too.

  --scenario ID     incident where it is left out
  --variant ID,…    the variants to run; all of the scenario where it is left out
  --controller C    in their place one controller: newreno, cubic, cubic-linux, cubic-printed,
                    standard-tcp, hstcp, bic
  --idle-rule RULE  of cubic: shift-from-last-send (the defect), shift-from-last-activity (the fix), threshold:0.5 …
  --seeds N         runs of each variant, with the seeds 1 to N; or A-B
  --seed N          one run
  --set FIELD=VALUE   changes a field; may be given several times
  --out DIR         write the traces of every run there, of the sender and of the receiver (qlog 0.4, JSON-SEQ)
  --json            one JSON object per run and line, then one per variant
  --jobs N          runs at a time; as many as there are cores where it is left out

Scenarios:
${fieldLines}

Exit status: 0 done, 2 a trace or the answer could not be written, 64 wrong call.
`;

export function simulateCommand(args: string[]): SimulateCommand | OtherCommand {
  const { values: given, positionals } = parseArgs({ args, options: SIMULATE, allowPositionals: true });
  if (given.help === true) return { name: 'help', of: 'simulate' };
  if (given.version === true) return { name: 'version' };
  if (positionals.length > 0) throw new UsageError(`simulate takes no files: "${positionals[0]}"`);
  const scenario = scenarioOf(given.scenario ?? 'incident');
  const values = valuesOf(scenario, given.set ?? []);
  return {
    name: 'simulate',
    scenario: scenario.id,
    values,
    variants: variantsOf(scenario, values, given),
    seeds: seedsOf(scenario.seeds, given.seeds, given.seed),
    out: given.out === undefined ? null : folderFor('--out', given.out, 'traces'),
    json: given.json === true,
    jobs: given.jobs === undefined ? null : wholeOf('--jobs', given.jobs, 1, 256),
  };
}

function scenarioOf(id: string): Scenario {
  const found = findScenario(id);
  if (found === undefined)
    throw new UsageError(`--scenario takes ${SCENARIOS.map((one) => one.id).join(', ')}, not "${id}"`);
  return found;
}

interface Chosen {
  readonly variant?: string[] | undefined;
  readonly controller?: string | undefined;
  readonly 'idle-rule'?: string | undefined;
}

function variantsOf(
  scenario: Scenario,
  values: Values,
  { variant, controller, 'idle-rule': idleRule }: Chosen,
): readonly string[] {
  if (controller !== undefined || idleRule !== undefined) {
    if (variant !== undefined) throw new UsageError('--variant and --controller contradict each other');
    const id = idleRule === undefined ? (controller as string) : `${controller ?? 'cubic'}:${idleRule}`;
    if (scenario.settings === undefined)
      throw new UsageError(`the scenario ${scenario.id} has variants of its own, and takes no --controller`);
    if (findVariant(scenario, values, id) === null)
      throw new UsageError(
        `--controller ${controller ?? 'cubic'}${idleRule === undefined ? '' : ` --idle-rule ${idleRule}`} names no controller`,
      );
    return [id];
  }
  const all = scenario.variants(values).map(({ id }) => id);
  if (variant === undefined) return all;
  const named = [...new Set(listOf(variant))];
  if (named.length === 0) throw new UsageError(`--variant names none of ${all.join(', ')}`);
  return named.map((id) => {
    if (findVariant(scenario, values, id) === null)
      throw new UsageError(`--variant takes ${all.join(', ')}, not "${id}"`);
    return id;
  });
}
