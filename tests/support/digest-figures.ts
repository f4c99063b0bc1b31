/**
 * Reads the texts of panels as figures, so that those of a digest are held against those of its trace: a figure that is
 * marked, `≈ 3,200 B ± 400 B`, must hold with its bound, any other to the letter.
 */

export interface ReadFigure {
  /** As it is written, without its bound. */
  readonly text: string;
  readonly value: number;
  /** 0 where none is written. */
  readonly bound: number;
  /** Half of the last digit that is written. */
  readonly rounding: number;
}

const UNITS: { readonly [unit: string]: number } = {
  ...{ B: 1, kB: 1e3, MB: 1e6, GB: 1e9, µs: 1, ms: 1e3, s: 1e6, '%': 0.01 },
  ...{ 'bit/s': 1, 'kbit/s': 1e3, 'Mbit/s': 1e6, 'Gbit/s': 1e9 },
};
const NUMBER = String.raw`[+−]?\d[\d,]*(?:\.\d+)?(?:e\+\d+)?`;
const UNIT = String.raw`(?: ?(?:[kMG]?bit\/s|[kMG]?B|µs|ms|\/s|s|%)(?![\w/]))?`;
const MARKED = new RegExp(
  `≈ (${NUMBER}${UNIT})(?: to (${NUMBER}${UNIT}))? ± (${NUMBER}${UNIT})|(${NUMBER}${UNIT})`,
  'g',
);

function sizeOf(text: string): { readonly value: number; readonly rounding: number } {
  const [, sign = '', digits = '', unit = ''] = /^([+−]?)([\d,.e+]+) ?(.*)$/.exec(text) ?? [];
  const scale = UNITS[unit] ?? 1;
  const plain = digits.replaceAll(',', '');
  const decimals = plain.split('.')[1]?.length ?? 0;
  return { value: Number(plain) * scale * (sign === '−' ? -1 : 1), rounding: (scale * 10 ** -decimals) / 2 };
}

export function figuresIn(text: string): readonly ReadFigure[] {
  return [...text.matchAll(MARKED)].flatMap(([, low, high, bound, exact]) => {
    const within = bound === undefined ? 0 : sizeOf(bound).value;
    return [low, high, exact].flatMap((own) =>
      own === undefined ? [] : [{ text: own, bound: within, ...sizeOf(own) }],
    );
  });
}

/** `stream 8: 12,000 B, 12: 4,800 B, 5 more`: the text of each that is named. */
function streamsIn(text: string): ReadonlyMap<string, string> {
  const named = [...text.replace(/^stream /, '').matchAll(/(\d+): (≈ )?([\d,]+ k?B(?: ± [\d,.]+ k?B)?)/g)];
  return new Map(named.map(([, id = '', mark = '', own = '']) => [id, mark + own]));
}

/** Why the text of a digest is not true of the one of the trace; null where it is. */
export function untruth(digest: string, trace: string): string | null {
  // A digest may have rounded to nothing what is less than is written.
  const [a, b] = [digest, trace].map((text) => text.replaceAll('< 0.1 %', '0.0 %'));
  if (a === b) return null;
  if (digest.startsWith('stream ')) {
    // Those with most bytes are named: which ones, bounds may leave open.
    const due = streamsIn(trace);
    const wrong = [...streamsIn(digest)].flatMap(([id, text]) => untruth(text, due.get(id) ?? text) ?? []);
    return wrong.length === 0 ? null : `“${digest}” of “${trace}”`;
  }
  // Beside a rounded value it is not said how many packets it is.
  const plain = (text: string): string => text.replace(/ \([\d.,]+ packets?\)/, '');
  const [held, own] = alike(figuresIn(plain(digest)), figuresIn(plain(trace)));
  const isWrong =
    held.length !== own.length || held.some((figure, i) => !isNear(figure, own[i] as ReadFigure));
  return isWrong ? `“${digest}” of “${trace}”` : null;
}

function isNear(held: ReadFigure, own: ReadFigure): boolean {
  if (held.bound === 0) return held.text === own.text;
  return Math.abs(held.value - own.value) <= (held.bound + own.rounding) * (1 + 1e-9);
}

/** One value is a range of two that read the same. */
function alike(
  held: readonly ReadFigure[],
  own: readonly ReadFigure[],
): readonly [readonly ReadFigure[], readonly ReadFigure[]] {
  const [one, other] = [held[0], own[0]];
  if (held.length === 1 && own.length === 2 && one !== undefined) return [[one, one], own];
  if (own.length === 1 && held.length === 2 && other !== undefined) return [held, [other, other]];
  return [held, own];
}
