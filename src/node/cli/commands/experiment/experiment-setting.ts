/** An experiment with what it is run with, and that in words: its fields, its seeds, and the call that makes it again. */
import { plural } from '../../../../engine/base/text/figures';
import type { Experiment } from '../../../../engine/simulator/lab/experiment';
import { type Field, initialValues, type Values } from '../../../../engine/simulator/runs/scenario';
import { changedArgs } from '../../../../engine/simulator/runs/scenario-run';

export interface ExperimentSetting {
  readonly experiment: Experiment;
  /** In full size: what is said then of values and seeds are differences from that. */
  readonly isFull: boolean;
  readonly values: Values;
  /** The first and the last; null where formulas say all. */
  readonly seeds: readonly [number, number] | null;
}

/** As it is run unless set otherwise. The quick form is the full one where there is no other. */
export function ownSetting(experiment: Experiment, isFull: boolean): ExperimentSetting {
  const { scenario, full } = experiment;
  const size = isFull ? full : null;
  return {
    experiment,
    isFull: size !== null,
    values: { ...initialValues(experiment), ...size?.values },
    seeds: scenario === null ? null : [1, size?.seeds ?? scenario.seeds],
  };
}

export function variantsOf({ experiment, values }: ExperimentSetting): readonly string[] {
  return experiment.scenario?.variants(values).map(({ id }) => id) ?? [];
}

/** As "Rate 10,000 Mbit/s, Packet 1,250 B". */
export function valuesWords({ experiment, values }: ExperimentSetting): string {
  return experiment.fields.map((field) => `${field.title} ${valueWords(field, values[field.id])}`).join(', ');
}

const NUMBER = new Intl.NumberFormat('en-US', { maximumFractionDigits: 6 });

function valueWords(field: Field, value: Values[string] | undefined): string {
  if (field.kind === 'choice') return field.choices.find(([one]) => one === value)?.[1] ?? String(value);
  return `${NUMBER.format(Number(value))}${field.unit === '' ? '' : ` ${field.unit}`}`;
}

/** As "40 runs: 8 variants, seeds 1 to 5". */
export function runsWords(setting: ExperimentSetting): string {
  if (setting.seeds === null) return 'none';
  const [first, last] = setting.seeds;
  const variants = variantsOf(setting).length;
  const seeds = first === last ? `seed ${first}` : `seeds ${first} to ${last}`;
  return `${plural(variants * (last - first + 1), 'run')}: ${plural(variants, 'variant')}, ${seeds}`;
}

/** The command that makes it again. */
export function callOf({ experiment, isFull, values, seeds }: ExperimentSetting): string {
  const own = ownSetting(experiment, isFull);
  const hasOwnSeeds = seeds === null || (seeds[0] === own.seeds?.[0] && seeds[1] === own.seeds[1]);
  return [
    `qlogscope experiment ${experiment.id}`,
    isFull ? ' --full' : '',
    changedArgs(experiment, values, own.values),
    hasOwnSeeds ? '' : ` --seeds ${seeds.join('-')}`,
  ].join('');
}
