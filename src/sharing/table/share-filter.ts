/** The filter of a table as it leaves the page: what the user typed may hold the name of a file, or text of a log. */
import type { ShareOptions } from '../../engine/reading/contract/share-options';
import { isFilterError } from '../../engine/service/filter';
import { parse } from '../../engine/service/filter/parser';
import { rowLanguage } from '../../engine/service/filter/table-fields';
import { ROW_FIELDS } from './row-fields';

/** Fields whose values are redacted, and the option that lets them out. */
const REDACTED = { name: 'fileName', failure: 'reasonPhrases', recorded: 'wallClock' } as const;

/** @returns an empty filter where it asks for something that the options leave out. */
export function shareFilter(filter: string, options: ShareOptions): string {
  const isLeft = (field: string): boolean =>
    Object.hasOwn(REDACTED, field) && !options[REDACTED[field as keyof typeof REDACTED]];
  const fields = Object.fromEntries(Object.entries(ROW_FIELDS.fields).filter(([field]) => !isLeft(field)));
  const language = rowLanguage({ ...ROW_FIELDS, fields });
  // A text without a field is looked for in names and failures too.
  let hasText = false;
  const text = (wanted: string) => {
    hasText = true;
    return language.text(wanted);
  };
  const parsed = parse(filter, { ...language, text });
  const isAllowed = !isFilterError(parsed) && (!hasText || (options.fileName && options.reasonPhrases));
  return isAllowed ? filter : '';
}
