/** Random texts of any characters, of which many are not seen; halves of surrogate pairs and emoji among them. */
import fc from 'fast-check';
import { HOSTILE_PARTS } from './hostile-trace.ts';

const PIECE = fc.oneof(
  fc.constantFrom(...HOSTILE_PARTS),
  fc.constantFrom(
    '👩‍👩‍👧',
    '🏴󠁧󠁢󠁥󠁮󠁧󠁿',
    '❤️‍🔥',
    '👩',
    '\u200d',
    '\u{e0067}',
    '\u{e007f}',
    '\ude00',
    'a',
    '\\',
    '\\u200b',
  ),
  fc.string({ unit: 'binary', maxLength: 8 }),
  // UTF-16 units of any kind, alone.
  fc.integer({ min: 0, max: 0xffff }).map((unit) => String.fromCharCode(unit)),
);

export const unseenText = fc.array(PIECE, { minLength: 1, maxLength: 8 }).map((pieces) => pieces.join(''));

const EMOJI =
  /(?<=\p{Extended_Pictographic}[\ufe0f\p{Emoji_Modifier}]?)\u200d(?=\p{Extended_Pictographic})/gu;
const FLAG = /\u{1f3f4}[\u{e0030}-\u{e0039}\u{e0061}-\u{e007a}]{3,6}\u{e007f}/gu;

/** The text without what makes one emoji of several. */
export function withoutEmoji(text: string): string {
  // What stood on both sides of one does not come together: halves of a surrogate pair would be a character.
  return text.replace(EMOJI, ' ').replace(FLAG, ' ');
}
