/** An alignment as one word, as it stands in a call and in a link: `last-loss`, `packet:123`, `finding:death-spiral`. */
import { type Alignment, LANDMARKS } from './align';

/** `packet:N` and `finding:ID` beside the words. */
export const ALIGNMENT_FORMS: readonly string[] = [...LANDMARKS, 'packet:N', 'finding:ID'];

/** As the ids of rules are. */
const FINDING_ID = /^[a-z][a-z0-9-]{0,63}$/;
const NUMBER = /^\d{1,16}$/;

export function alignmentText(alignment: Alignment): string {
  if (alignment.at === 'packet') return `packet:${alignment.number}`;
  return 'id' in alignment ? `finding:${alignment.id}` : alignment.at;
}

/** @returns null for any other text. */
export function parseAlignment(text: string): Alignment | null {
  const landmark = LANDMARKS.find((one) => one === text);
  if (landmark !== undefined) return { at: landmark };
  const colon = text.indexOf(':');
  const [kind, value] = [text.slice(0, colon), text.slice(colon + 1)];
  if (kind === 'finding') return FINDING_ID.test(value) ? { at: 'finding', id: value } : null;
  if (kind !== 'packet' || !NUMBER.test(value)) return null;
  const number = Number(value);
  return Number.isSafeInteger(number) ? { at: 'packet', number } : null;
}

/** Why a text is no alignment, as what follows its option: `takes start, …, not noon`. */
export function noAlignmentWords(text: string): string {
  const shown = text.length > 40 ? `${text.slice(0, 40)}…` : text;
  if (text.startsWith('packet:')) return `takes a packet number after packet:, not ${shown.slice(7)}`;
  if (text.startsWith('finding:')) return `takes the id of a finding after finding:, not ${shown.slice(8)}`;
  return `takes ${ALIGNMENT_FORMS.join(', ')}, not ${shown}`;
}
