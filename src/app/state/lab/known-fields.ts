/** What a link sets of a scenario or an experiment, and what it names that there is not: a link is never followed in part in silence. */
import type { Texts } from '../../../engine/simulator/lab/contract';
import type { Field } from '../../../engine/simulator/runs/scenario';

/** Of what a link set the fields that there are, and the names of the others. */
export function knownFields(
  { fields }: { readonly fields: readonly Field[] },
  texts: Texts,
): { readonly texts: Texts; readonly lost: readonly string[] } {
  const isField = (id: string): boolean => fields.some((field) => field.id === id);
  return {
    texts: Object.fromEntries(Object.entries(texts).filter(([id]) => isField(id))),
    lost: Object.keys(texts).filter((id) => !isField(id)),
  };
}
