/** Colours, patterns and words of what may hold a sender, or what a receiver sees, the same wherever it is drawn or listed. */
import { CAUSE_NAMES, type Cause, type HolderName } from '../../../engine/base/text/account-names';
import type { Palette } from '../../surface/palette';
import type { Pattern } from '../../surface/patterns';
import type { Fill } from '../../surface/surface';

/** Names in digests of earlier versions. */
type Name = HolderName | 'pacing' | 'anti-amplification';
type CausePatterns = { readonly [cause in Cause]?: Pattern };

export interface HolderStyle {
  /** In sentences. */
  readonly words: string;
  /** Custom property of its colour, and its place in the palette. */
  readonly color: string;
  readonly colorOf: (palette: Palette) => string;
  readonly pattern: Pattern;
  /** Of a cause with a pattern of its own. */
  readonly causes?: CausePatterns;
}

const inSlot = (number: number): Pick<HolderStyle, 'color' | 'colorOf'> => ({
  color: `--slot-${number}`,
  colorOf: ({ slots }) => slots[number - 1],
});

/** Of the window and the pacing rate. */
const CONTROL: CausePatterns = {
  startUp: 'dots',
  fullPath: 'solid',
  cutQueue: 'diagonal',
  cutPoliced: 'grid',
  cutBurst: 'dashes',
  cutRandom: 'falling',
  cutTooLarge: 'checks',
  cutMarks: 'plus',
  cutSpurious: 'bricks',
  cutUnknown: 'zigzag',
  doesNotGrow: 'cross',
  estimateBelow: 'horizontal',
  configured: 'vertical',
  unknown: 'frames',
};

/**
 * From the bottom of the stack to its top, the same in every trace. No two have both their colour and their pattern in common, with
 * their causes. Unknown time is drawn faintly.
 */
const STYLES: { readonly [name in Name]: HolderStyle } = {
  'congestion window': {
    words: 'the congestion window',
    ...inSlot(1),
    pattern: 'solid',
    causes: CONTROL,
  },
  'pacing rate': { words: 'the pacing rate', ...inSlot(3), pattern: 'dots', causes: CONTROL },
  pacing: { words: 'pacing', ...inSlot(3), pattern: 'dots' },
  'sender (window not logged)': {
    words: 'the sender (its window is not logged)',
    ...inSlot(1),
    pattern: 'stubs',
  },
  'flow control': {
    words: 'flow control',
    ...inSlot(2),
    pattern: 'diagonal',
    causes: { readerSlow: 'dots', neverRenewed: 'cross' },
  },
  'anti-amplification': { words: 'anti-amplification', ...inSlot(7), pattern: 'cross' },
  handshake: { words: 'the handshake', ...inSlot(7), pattern: 'dots' },
  'loss detection': { words: 'loss detection', ...inSlot(8), pattern: 'diagonal' },
  'nothing comes through': {
    words: 'a path or receiver that lets nothing through',
    ...inSlot(5),
    pattern: 'cross',
  },
  'this host stopped': { words: 'stops of this host', ...inSlot(4), pattern: 'cross' },
  application: {
    words: 'the application',
    ...inSlot(6),
    pattern: 'horizontal',
    causes: { inferred: 'diagonal' },
  },
  'next request': { words: 'the wait for the next request', ...inSlot(4), pattern: 'horizontal' },
  'in transit': { words: 'transit', ...inSlot(6), pattern: 'dots' },
  'data arriving': {
    words: 'data that arrives',
    ...inSlot(8),
    pattern: 'solid',
    causes: { outOfOrder: 'dashes' },
  },
  'data missing': { words: 'a gap in which data is missing', ...inSlot(8), pattern: 'checks' },
  'own credit used up': {
    words: 'credit of this end that is used up',
    ...inSlot(2),
    pattern: 'grid',
    causes: { readerSlow: 'bricks', neverRenewed: 'plus' },
  },
  'first byte of a response': {
    words: 'the wait for the first byte of a response',
    ...inSlot(3),
    pattern: 'stubs',
  },
  'nothing came': { words: 'nothing that comes', ...inSlot(5), pattern: 'vertical' },
  'behind other streams': {
    words: 'other streams',
    color: '--ink-faint',
    colorOf: ({ faint }) => faint,
    pattern: 'diagonal',
  },
  'not known': {
    words: 'something not known',
    color: '--grid',
    colorOf: ({ grid }) => grid,
    pattern: 'solid',
  },
};
const CAUSE_OF: ReadonlyMap<string, Cause> = new Map(
  Object.entries(CAUSE_NAMES).map(([cause, words]) => [words, cause as Cause]),
);

/** From the bottom of a stack to its top. */
export const HOLDER_ORDER = Object.keys(STYLES) as readonly Name[];

/** @param name of a holder, also one of a digest of an earlier version. */
export const holderStyle = (name: string): HolderStyle => STYLES[name as Name];

/** Of a part of the account, by its words or by its holder's name alone. */
export function partStyle(words: string): Pick<HolderStyle, 'color' | 'colorOf' | 'pattern'> {
  const style = STYLES[words.split(': ')[0] as Name] ?? STYLES['not known'];
  const cause = CAUSE_OF.get(causeOf(words));
  return { ...style, pattern: (cause && style.causes?.[cause]) ?? style.pattern };
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
