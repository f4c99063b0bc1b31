/** Where a record stands, so that it is found in its file. */
import { count } from '../../../engine/base/text/figures';
import type { TextPlace } from '../../../engine/reading/contract/events';

const TEXTS: { readonly [form in TextPlace['form']]: string } = {
  stored: '',
  inflated: 'the inflated text',
  transcoded: 'the text in UTF-8',
};

/** `at byte 793 of rot.3.sqlog`; bytes are those of the file where nothing else is said. */
export function placeWords({ file, offset, form }: TextPlace): string {
  const parts = [TEXTS[form], file === null ? '' : file].filter((part) => part !== '');
  return [`at byte ${count(offset)}`, ...parts].join(' of ');
}
