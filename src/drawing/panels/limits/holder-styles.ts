/** Colours, patterns and words of what may hold a sender, or what a receiver sees, the same wherever it is drawn or listed. */
import { CAUSE_NAMES, type Cause, type HolderName } from '../../../engine/base/text/account-names';
import type { Palette } from '../../surface/palette';
import type { Fill } from '../../surface/surface';

/** Names in digests of earlier versions. */
type Name = HolderName | 'pacing' | 'anti-amplification';

export interface HolderStyle {
  /** In sentences. */
  readonly words: string;
  /** Custom property of its colour, and its place in the palette. */
  readonly color: string;
  readonly colorOf: (palette: Palette) => string;
  readonly pattern: Fill['pattern'];
}

const inSlot = (number: number): Pick<HolderStyle, 'color' | 'colorOf'> => ({
  color: `--slot-${number}`,
  colorOf: ({ slots }) => slots[number - 1],
});

/** From the bottom of the stack to its top, the same in every trace. Unknown time is drawn faintly. */
const STYLES: { readonly [name in Name]: HolderStyle } = {
  'congestion window': { words: 'the congestion window', ...inSlot(1), pattern: 'solid' },
  'pacing rate': { words: 'the pacing rate', ...inSlot(3), pattern: 'dots' },
  pacing: { words: 'pacing', ...inSlot(3), pattern: 'dots' },
  'sender (window not logged)': {
    words: 'the sender (its window is not logged)',
    ...inSlot(1),
    pattern: 'dots',
  },
  'flow control': { words: 'flow control', ...inSlot(2), pattern: 'diagonal' },
  'anti-amplification': { words: 'anti-amplification', ...inSlot(5), pattern: 'cross' },
  handshake: { words: 'the handshake', ...inSlot(7), pattern: 'dots' },
  'loss detection': { words: 'loss detection', ...inSlot(8), pattern: 'diagonal' },
  'nothing comes through': {
    words: 'a path or receiver that lets nothing through',
    ...inSlot(5),
    pattern: 'cross',
  },
  'this host stopped': { words: 'stops of this host', ...inSlot(4), pattern: 'cross' },
  application: { words: 'the application', ...inSlot(6), pattern: 'horizontal' },
  'next request': { words: 'the wait for the next request', ...inSlot(4), pattern: 'horizontal' },
  'in transit': { words: 'transit', ...inSlot(6), pattern: 'dots' },
  'data arriving': { words: 'data that arrives', ...inSlot(1), pattern: 'solid' },
  'data missing': { words: 'a gap in which data is missing', ...inSlot(8), pattern: 'diagonal' },
  'own credit used up': { words: 'credit of this end that is used up', ...inSlot(2), pattern: 'diagonal' },
  'first byte of a response': {
    words: 'the wait for the first byte of a response',
    ...inSlot(3),
    pattern: 'dots',
  },
  'nothing came': { words: 'nothing that comes', ...inSlot(5), pattern: 'cross' },
  'behind other streams': { words: 'other streams', ...inSlot(7), pattern: 'diagonal' },
  'not known': {
    words: 'something not known',
    color: '--grid',
    colorOf: ({ grid }) => grid,
    pattern: 'solid',
  },
};
const CAUSE_PATTERNS: { readonly [cause in Cause]?: Fill['pattern'] } = {
  startUp: 'dots',
  fullPath: 'solid',
  cutQueue: 'diagonal',
  cutPoliced: 'diagonal',
  cutBurst: 'diagonal',
  cutRandom: 'diagonal',
  cutTooLarge: 'diagonal',
  cutMarks: 'diagonal',
  cutSpurious: 'diagonal',
  cutUnknown: 'diagonal',
  doesNotGrow: 'cross',
  estimateBelow: 'horizontal',
  configured: 'horizontal',
  readerSlow: 'dots',
  neverRenewed: 'cross',
  inferred: 'diagonal',
  outOfOrder: 'diagonal',
};
const PATTERNS: ReadonlyMap<string, Fill['pattern']> = new Map(
  Object.entries(CAUSE_PATTERNS).map(([cause, pattern]) => [CAUSE_NAMES[cause as Cause], pattern]),
);

/** From the bottom of a stack to its top. */
export const HOLDER_ORDER = Object.keys(STYLES) as readonly Name[];

/** @param name of a holder, also one of a digest of an earlier version. */
export const holderStyle = (name: string): HolderStyle => STYLES[name as Name];

/** Of a part of the account, by its words or by its holder's name alone: of a cause a pattern of its own where the holder has several. */
export function partStyle(words: string): Pick<HolderStyle, 'color' | 'colorOf' | 'pattern'> {
  const style = STYLES[words.split(': ')[0] as Name] ?? STYLES['not known'];
  return { ...style, pattern: PATTERNS.get(causeOf(words)) ?? style.pattern };
}

/** Empty where the words name none. */
export const causeOf = (words: string): string => words.slice(words.indexOf(': ') + 1 || words.length).trim();

export function partFill(words: string, palette: Palette): Fill {
  const { colorOf, pattern } = partStyle(words);
  return { color: colorOf(palette), pattern };
}

export function holderFill(name: string, palette: Palette): Fill {
  const { colorOf, pattern } = holderStyle(name);
  return { color: colorOf(palette), pattern };
}
