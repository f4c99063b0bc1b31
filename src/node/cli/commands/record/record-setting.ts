/** A call of `record`, and what it means: the path of a scenario, and the two programs. */
import { SEVERITIES } from '../../../../engine/base/text/severities';
import {
  findVariant,
  type Scenario,
  type Values,
  type Variant,
} from '../../../../engine/simulator/runs/scenario';
import { findScenario, SCENARIOS } from '../../../../engine/simulator/runs/scenarios';
import type { SeverityName } from '../../../../sharing/report/records/trace-record';
import { whyUnplayable } from '../../../relay/unplayable';
import { formatNamed, oneOf, UsageError, wholeOf } from '../../arg-values';
import type { Values as ValuesOf } from '../../command';
import { folderFor, formatFor } from '../../output-format';
import { FORMATS, type Format } from '../../report';
import { seedsOf, valuesOf } from '../../runs/run-options';
import type { RECORD_OPTIONS } from './record-options';

type Given = ValuesOf<typeof RECORD_OPTIONS>;

export interface RecordSetting {
  readonly scenario: string;
  readonly values: Values;
  /** The variant whose path is played. */
  readonly variant: string;
  /** Of the first run; each further one has the next. */
  readonly seed: number;
  readonly runs: number;
  /** Runs that were late and are recorded again, of all, at most. */
  readonly again: number;
  /** How late a datagram may be, ms. */
  readonly lateMs: number;
  /** Of a client, from its start. */
  readonly timeoutMs: number;
  readonly ipv6: boolean;
  readonly out: string;
  /** Folder of an earlier recording; null for none. */
  readonly baseline: string | null;
  /** Program and arguments, with `{port}`, `{relay}`, `{qlog}`. */
  readonly server: readonly string[];
  readonly client: readonly string[];
  readonly failOn: SeverityName;
  /** A report of every log, as of `check`; null for none. Its path is null for standard output. */
  readonly report: { readonly format: Format; readonly path: string | null } | null;
}

/** What a path of whole ms is played to. */
const LATE_MS = 2;
const SEPARATOR = '--';

/** @throws UsageError */
export function recordSetting(given: Given, operands: readonly string[]): RecordSetting {
  const { server, client } = programsOf(operands);
  const scenario = scenarioOf(given.scenario ?? 'incident');
  const values = valuesOf(scenario, given.set ?? []);
  const variant = variantOf(scenario, values, given.variant);
  const [seed] = seedsOf(1, undefined, given.seed);
  const { limitMs, ...settings } = variant.settings(seed);
  const why = whyUnplayable({ limitMs, ...settings });
  if (why !== null) throw new UsageError(`no relay can play ${scenario.id} so: ${why}`);
  for (const set of given.set ?? []) refuseWithoutEffect(scenario, variant.id, values, set);
  const { timeout, runs = '20' } = given;
  const runCount = wholeOf('--runs', runs, 1, 10_000);
  return {
    scenario: scenario.id,
    values,
    variant: variant.id,
    seed,
    runs: runCount,
    again: given.again === undefined ? runCount : wholeOf('--again', given.again, 0, 10_000),
    lateMs: given.late === undefined ? LATE_MS : wholeOf('--late', given.late, 1, 10_000),
    timeoutMs: timeout === undefined ? limitMs : wholeOf('--timeout', timeout, 1, 3600) * 1000,
    ipv6: given.ipv6 === true,
    out: folderFor('--out', given.out ?? 'recorded', 'logs'),
    baseline: given.baseline ?? null,
    server,
    client,
    failOn: oneOf('--fail-on', given['fail-on'] ?? 'critical', SEVERITIES),
    report: reportOf(given),
  };
}

function programsOf(operands: readonly string[]): Pick<RecordSetting, 'server' | 'client'> {
  const at = operands.indexOf(SEPARATOR);
  const server = operands.slice(0, Math.max(0, at));
  const client = operands.slice(at + 1);
  if (server.length === 0 || client.length === 0 || client.includes(SEPARATOR))
    throw new UsageError('record takes two programs: record [options] -- SERVER … -- CLIENT …');
  const lacks = (words: readonly string[], part: string): boolean =>
    !words.some((word) => word.includes(part));
  if (lacks(server, '{port}'))
    throw new UsageError('the server is given no {port}: each run has a free one, where it has to listen');
  if (lacks(client, '{relay}'))
    throw new UsageError(
      'the client is given no {relay}, the port that it has to ask: nothing would be between the two',
    );
  return { server, client };
}

function scenarioOf(id: string): Scenario {
  const match = findScenario(id);
  if (match === undefined)
    throw new UsageError(`--scenario takes ${SCENARIOS.map((one) => one.id).join(', ')}, not "${id}"`);
  return match;
}

function pathOf({ settings }: Variant, seed = 1): string {
  const { down, up, limitMs } = settings(seed);
  return JSON.stringify([down, up, limitMs]);
}

/** The one that is named, or the first where the paths of all are alike. */
function variantOf(scenario: Scenario, values: Values, id: string | undefined): Variant {
  const all = scenario.variants(values);
  const names = all.map((variant) => variant.id).join(', ');
  if (id !== undefined) {
    const variant = findVariant(scenario, values, id);
    if (variant === null) throw new UsageError(`--variant takes ${names}, not "${id}"`);
    return variant;
  }
  const first = all[0] as Variant;
  if (all.some((variant) => pathOf(variant) !== pathOf(first)))
    throw new UsageError(
      `the variants of ${scenario.id} have paths of their own: --variant takes one of ${names}`,
    );
  return first;
}

/** A field of simulated hosts does nothing to real ones: nobody shall believe that it does. */
function refuseWithoutEffect(scenario: Scenario, variant: string, values: Values, set: string): void {
  const field = scenario.fields.find(({ id }) => set.startsWith(`${id}=`));
  if (field === undefined || values[field.id] === field.initial) return;
  const pathWith = (of: Values): string => pathOf(findVariant(scenario, of, variant) as Variant);
  if (pathWith(values) === pathWith({ ...values, [field.id]: field.initial }))
    throw new UsageError(`--set ${set} changes nothing of this path: sender and receiver are your programs`);
}

function reportOf(given: Given): RecordSetting['report'] {
  const named = formatNamed(given, FORMATS);
  if (given.json === true && given.format !== undefined && given.format !== 'json')
    throw new UsageError(`--json and --format ${given.format} contradict each other`);
  if (named === null && given.output === undefined) return null;
  return { format: formatFor(FORMATS, named, 'text', given.output), path: given.output ?? null };
}
