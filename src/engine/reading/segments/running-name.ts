/**
 * Names that one writer gave to the files of one log: alike but for one running number (`a.0.qlog`, `a.1.qlog`), which
 * the newest or the oldest file may lack (`a.qlog`, `a.qlog.1`). The number gives no order: some rotate upwards, some
 * rename the older files.
 */

const COMPRESSED = /\.(gz|zst|zip)$/i;
/** A number at the end, and what sets it apart: ` (2)` of downloads as well. */
const ADDED_NUMBER = /[._-]\d+$| \(\d+\)$/;

export function differInNumber(a: string, b: string): boolean {
  const [left, right] = [a.replace(COMPRESSED, ''), b.replace(COMPRESSED, '')];
  if (left === right) return false;
  return differInRun(left, right) || lacksNumber(left, right) || lacksNumber(right, left);
}

function differInRun(a: string, b: string): boolean {
  const [left, right] = [a.split(/(\d+)/), b.split(/(\d+)/)];
  if (left.length !== right.length) return false;
  let numbers = 0;
  for (const [i, part] of left.entries()) {
    if (part === right[i]) continue;
    // Every second part is a number.
    if (i % 2 === 0) return false;
    numbers++;
  }
  return numbers === 1;
}

/** `a.qlog` beside `a.qlog.1`, `a.1.qlog` or `a (1).qlog`. */
function lacksNumber(plain: string, numbered: string): boolean {
  if (numbered.replace(ADDED_NUMBER, '') === plain) return true;
  const [stem, ends] = inTwo(numbered);
  const [plainStem, plainEnds] = inTwo(plain);
  return ends === plainEnds && stem !== plainStem && stem.replace(ADDED_NUMBER, '') === plainStem;
}

/** A path without its extension, and the extension. */
function inTwo(name: string): readonly [string, string] {
  const dot = name.lastIndexOf('.');
  return dot <= name.lastIndexOf('/') ? [name, ''] : [name.slice(0, dot), name.slice(dot)];
}
