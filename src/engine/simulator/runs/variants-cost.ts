/** What variants of a scenario cost, each run once, and which fields make it so much. */
import type { VariantsCost } from '../../base/text/run-cost-words';
import { runCost } from './run-cost';
import type { Scenario, Values, Variant } from './scenario';
import { rowBytes } from './scenario-run';

/** A field is named that saves so much when it is set back. */
const WORTH_NAMING = 0.3;
const MOST_NAMED = 3;

/** @param samplesFlows rows hold samples of every flow. */
export function variantsCost(variants: readonly Variant[], samplesFlows = false): VariantsCost {
  let [seconds, longestSeconds, runBytes, rowsBytes] = [0, 0, 0, 0];
  for (const variant of variants) {
    // A seed moves the beginning of a flow by some round trips at most.
    const settings = variant.settings(1);
    const cost = runCost(settings);
    seconds += cost.seconds;
    longestSeconds = Math.max(longestSeconds, cost.seconds);
    runBytes = Math.max(runBytes, cost.bytes);
    rowsBytes += rowBytes(samplesFlows ? settings.flows.length : 0);
  }
  return { variants: variants.length, seconds, longestSeconds, runBytes, rowsBytes };
}

/** Titles of the changed fields without which the variants would cost less, in time or in memory, the one that saves most first. */
export function raisedBy(
  { fields, variants }: Pick<Scenario, 'fields' | 'variants'>,
  values: Values,
): readonly string[] {
  const all = variantsCost(variants(values));
  const left = ({ seconds, runBytes }: VariantsCost): number =>
    Math.min(seconds / all.seconds, runBytes / all.runBytes);
  return fields
    .filter(({ id, initial }) => values[id] !== initial)
    .map(({ id, title, initial }) => ({
      title,
      share: left(variantsCost(variants({ ...values, [id]: initial }))),
    }))
    .filter(({ share }) => share <= 1 - WORTH_NAMING)
    .sort((a, b) => a.share - b.share)
    .slice(0, MOST_NAMED)
    .map(({ title }) => title);
}
