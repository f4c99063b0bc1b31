/** Values of fields and seeds, as `simulate` and `experiment` take them. */
import { type Field, initialValues, readValue, type Values } from '../../../engine/simulator/runs/scenario';
import { UsageError } from '../arg-values';

const MAX_SEEDS = 100_000;
const MAX_SEED = 2 ** 31;

/** @param from the values that are changed. @throws UsageError for a setting that names no field or has no value of it. */
export function valuesOf(
  of: { readonly id: string; readonly fields: readonly Field[] },
  settings: readonly string[],
  from: Values = initialValues(of),
): Values {
  const values: { [id: string]: number | string } = { ...from };
  for (const setting of settings) {
    const at = setting.indexOf('=');
    const id = setting.slice(0, Math.max(0, at));
    const field = of.fields.find((one) => one.id === id);
    if (field === undefined)
      throw new UsageError(
        `--set takes FIELD=VALUE with a field of ${of.id} (${of.fields.map((one) => one.id).join(', ')}), not "${setting}"`,
      );
    const read = readValue(field, setting.slice(at + 1));
    if ('why' in read) throw new UsageError(`--set ${setting}: ${read.why}`);
    values[id] = read.value;
  }
  return values;
}

/** The first and the last. @param own how many there are where none are given. @throws UsageError */
export function seedsOf(
  own: number,
  seeds: string | undefined,
  seed: string | undefined,
): readonly [number, number] {
  if (seeds !== undefined && seed !== undefined)
    throw new UsageError('--seeds and --seed contradict each other');
  const [, from, to] = /^(?:(\d{1,10})-)?(\d{1,10})$/.exec(seeds ?? seed ?? String(own)) ?? [];
  const last = Number(to ?? Number.NaN);
  const first = seed !== undefined ? last : Number(from ?? 1);
  if (
    !(first >= 0 && first <= last && last <= MAX_SEED && last - first < MAX_SEEDS) ||
    (seed !== undefined && from !== undefined)
  )
    throw new UsageError(
      seed === undefined
        ? `--seeds takes a number of runs up to ${MAX_SEEDS}, or A-B, not "${seeds}"`
        : `--seed takes a number, not "${seed}"`,
    );
  return [first, last];
}
