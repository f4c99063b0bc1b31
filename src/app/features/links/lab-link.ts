/** The link to the lab: its scenario, the fields that were changed, and the number of runs. */
import { formatLink } from '../../../sharing/link/format';
import { EMPTY_LINK } from '../../../sharing/link/state';
import type { Lab } from '../../state/lab';

/** @returns a fragment without `#`. */
export function labFragment(lab: Lab): string {
  const { scenario, texts, seeds } = lab.state.get();
  const initial = new Map(lab.chosen?.fields.map((field) => [field.id, String(field.initial)]));
  const changed = Object.entries(texts).filter(([id, text]) => text.trim() !== initial.get(id));
  const asked = seeds === null || lab.seeds === null ? null : lab.seeds;
  return formatLink({
    ...EMPTY_LINK,
    lab: {
      scenario,
      texts: Object.fromEntries(changed.map(([id, text]) => [id, text.trim()])),
      seeds: asked,
    },
  });
}
