/** What a link to the lab has of it: a scenario or an experiment with the fields that were changed, or the list of experiments. */
import type { Texts } from '../../../engine/simulator/lab/contract';
import type { Field } from '../../../engine/simulator/runs/scenario';
import type { LinkLab } from '../../../sharing/link/state';
import type { Lab } from './lab';

/** In place of a scenario: all experiments. */
export const EXPERIMENTS_PAGE = 'experiments';

export function labLink(lab: Lab): LinkLab {
  if (lab.page.get() === 'experiments') {
    const { current } = lab.experiments.state.get();
    return current === null
      ? { scenario: EXPERIMENTS_PAGE, texts: {}, seeds: null }
      : experimentLink(lab, current);
  }
  const { scenario, texts, seeds } = lab.state.get();
  const asked = seeds === null ? null : lab.seeds;
  return { scenario, texts: changedTexts(lab.chosen?.fields ?? [], texts), seeds: asked };
}

/** To one card. */
export function experimentLink({ experiments }: Lab, id: string): LinkLab {
  const card = experiments.state.get().cards.get(id);
  const texts = changedTexts(experiments.info(id)?.fields ?? [], card?.texts ?? {});
  return { scenario: id, texts, seeds: card?.seeds == null ? null : experiments.seedsOf(id) };
}

function changedTexts(fields: readonly Field[], texts: Texts): Texts {
  const initial = new Map(fields.map((field) => [field.id, String(field.initial)]));
  const changed = Object.entries(texts).filter(([id, text]) => text.trim() !== initial.get(id));
  return Object.fromEntries(changed.map(([id, text]) => [id, text.trim()]));
}
