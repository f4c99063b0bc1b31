/** What a link to the lab has of it: a scenario or an experiment with the fields that were changed, or the list of experiments. */
import type { Texts } from '../../../engine/simulator/lab/contract';
import type { Field } from '../../../engine/simulator/runs/scenario';
import type { LinkLab } from '../../../sharing/link/state';
import type { Experiments } from './experiments';

/** In place of a scenario: all experiments. */
export const EXPERIMENTS_PAGE = 'experiments';

/** What is set of a scenario: what was typed, over the scenario's own fields. */
interface SetScenario {
  readonly id: string;
  readonly fields: readonly Field[];
  readonly texts: Texts;
  /** Null for the scenario's own number. */
  readonly seeds: number | null;
}

export function scenarioLink({ id, fields, texts, seeds }: SetScenario): LinkLab {
  return { scenario: id, texts: changedTexts(fields, texts), seeds };
}

/** To the list of experiments, or to the card that is open. */
export function experimentsLink(experiments: Experiments): LinkLab {
  const { current } = experiments.state.get();
  return current === null
    ? { scenario: EXPERIMENTS_PAGE, texts: {}, seeds: null }
    : experimentLink(experiments, current);
}

/** To one card. */
export function experimentLink(experiments: Experiments, id: string): LinkLab {
  const card = experiments.state.get().cards.get(id);
  const texts = changedTexts(experiments.info(id)?.fields ?? [], card?.texts ?? {});
  return { scenario: id, texts, seeds: card?.seeds == null ? null : experiments.seedsOf(id) };
}

function changedTexts(fields: readonly Field[], texts: Texts): Texts {
  const initial = new Map(fields.map((field) => [field.id, String(field.initial)]));
  const changed = Object.entries(texts).filter(([id, text]) => text.trim() !== initial.get(id));
  return Object.fromEntries(changed.map(([id, text]) => [id, text.trim()]));
}
