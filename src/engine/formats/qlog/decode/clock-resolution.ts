/**
 * How fine a trace's clock is, read off the first times it shows: whole ms, whole µs, 32-bit floats (whose
 * steps grow with the time: 8 µs after a minute, over 1 ms after five hours), or finer.
 *
 * It looks at the digits as JSON has them. The sample is bounded; more of the trace would not change much.
 */

export type Resolution = '1 ms' | '1 µs' | 'float32' | 'finer' | 'unknown';

const SAMPLES = 512;
/** From here on a 32-bit float is coarser than nanoseconds written in ms, so that the two can be told apart. */
const TELLING = 128;
/** Fewer times than this say nothing: a few may end on a round figure by chance. */
const ENOUGH = 8;

export class ClockResolution {
  readonly #wholeUnit: Resolution;
  /** Digits behind the point of whole ms, or of the whole unit where that is finer; and of whole µs. */
  readonly #wholeDigits: number;
  readonly #microDigits: number;
  #samples = 0;
  #digits = 0;
  #allFloat32 = true;
  #telling = 0;

  /** @param unitsPerMs the file's unit of time: 1 for ms, 1000 for µs; seconds and ns for some dates. */
  constructor(unitsPerMs: number) {
    const decades = Math.round(Math.log10(unitsPerMs));
    this.#wholeUnit = decades <= 0 ? '1 ms' : decades <= 3 ? '1 µs' : 'finer';
    this.#wholeDigits = Math.max(0, -decades);
    this.#microDigits = Math.max(0, 3 - decades);
  }

  /** Takes the next time, in the file's unit. */
  note(value: number): void {
    const telling = Math.abs(value) >= TELLING;
    // A busy beginning fills the sample before a time comes that tells.
    const wanted = telling ? this.#telling < SAMPLES : this.#samples < SAMPLES;
    if (!wanted || value === 0) return;
    this.#samples++;
    this.#digits = Math.max(this.#digits, fractionDigits(value));
    if (telling) this.#telling++;
    if (this.#allFloat32) this.#allFloat32 = isShortFloat32(value);
  }

  get value(): Resolution {
    if (this.#samples < ENOUGH) return 'unknown';
    if (this.#digits <= this.#wholeDigits) return this.#wholeUnit;
    if (this.#digits <= this.#microDigits) return '1 µs';
    return this.#allFloat32 && this.#telling >= ENOUGH ? 'float32' : 'finer';
  }
}

function fractionDigits(value: number): number {
  const text = String(value);
  const exponent = /e-(\d+)$/.exec(text);
  if (exponent !== null) return Number(exponent[1]);
  const point = text.indexOf('.');
  return point < 0 ? 0 : text.length - point - 1;
}

/**
 * True when the number is what a writer prints for a 32-bit float: as few digits as read back as it. Which of two
 * equally near numbers of so many digits is printed differs among writers.
 */
function isShortFloat32(value: number): boolean {
  const float = Math.fround(value);
  for (let digits = 1; digits <= 9; digits++) {
    if (Math.fround(Number(float.toPrecision(digits))) === float)
      return Number(value.toPrecision(digits)) === value;
  }
  return false;
}
