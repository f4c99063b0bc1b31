/**
 * Resolution of a trace's clock, derived from its first timestamps: whole ms, whole µs, 32-bit floats (whose steps grow
 * with the time: 8 µs after a minute, over 1 ms after five hours), or finer.
 *
 * Examines the decimal digits as written in the JSON. The sample is bounded; more of the trace would not change the
 * result much.
 */

const RESOLUTIONS = ['1 ms', '1 µs', 'float32', 'finer', 'unknown'] as const;
export type Resolution = (typeof RESOLUTIONS)[number];

/** The resolution as an exported range states it, in ASCII. */
export function resolutionWord(resolution: Resolution): string {
  return resolution.replace('µ', 'u');
}

/** The resolution of such a word; null for none. */
export function resolutionNamed(word: unknown): Resolution | null {
  return RESOLUTIONS.find((resolution) => resolutionWord(resolution) === word) ?? null;
}

const SAMPLES = 512;
/** Above this value a 32-bit float is coarser than nanoseconds written in ms, so that the two can be distinguished. */
const DISTINCT_FROM = 128;
/** Minimum number of samples: with fewer, some may be round numbers by chance. */
const MIN_SAMPLES = 8;

export class ClockResolution {
  readonly #wholeUnit: Resolution;
  /** Decimal digits of whole ms, or of the whole unit where that is finer; and of whole µs. */
  readonly #wholeDigits: number;
  readonly #microDigits: number;
  #samples = 0;
  #digits = 0;
  #allFloat32 = true;
  #distinct = 0;

  /** @param unitsPerMs the file's unit of time: 1 for ms, 1000 for µs; seconds and ns for some dates. */
  constructor(unitsPerMs: number) {
    const decades = Math.round(Math.log10(unitsPerMs));
    this.#wholeUnit = decades <= 0 ? '1 ms' : decades <= 3 ? '1 µs' : 'finer';
    this.#wholeDigits = Math.max(0, -decades);
    this.#microDigits = Math.max(0, 3 - decades);
  }

  /** Adds the next time, in the file's unit. */
  note(value: number): void {
    const isDistinct = Math.abs(value) >= DISTINCT_FROM;
    // Early events may fill the sample before a distinguishing time comes.
    const wanted = isDistinct ? this.#distinct < SAMPLES : this.#samples < SAMPLES;
    if (!wanted || value === 0) return;
    this.#samples++;
    this.#digits = Math.max(this.#digits, fractionDigits(value));
    if (isDistinct) this.#distinct++;
    if (this.#allFloat32) this.#allFloat32 = isShortFloat32(value);
  }

  get value(): Resolution {
    if (this.#samples < MIN_SAMPLES) return 'unknown';
    if (this.#digits <= this.#wholeDigits) return this.#wholeUnit;
    if (this.#digits <= this.#microDigits) return '1 µs';
    return this.#allFloat32 && this.#distinct >= MIN_SAMPLES ? 'float32' : 'finer';
  }
}

function fractionDigits(value: number): number {
  const text = String(value);
  const exponent = /e-(\d+)$/.exec(text);
  if (exponent !== null) return Number(exponent[1]);
  const point = text.indexOf('.');
  return point < 0 ? 0 : text.length - point - 1;
}

/** Significant decimal digits that tell any two 32-bit floats apart. */
const FLOAT32_DIGITS = 9;

/**
 * True when the number is the shortest decimal form of a 32-bit float. Of two equally near numbers with that many
 * digits, writers differ in which they print.
 */
function isShortFloat32(value: number): boolean {
  // No float needs more digits, and the check is a tenth of the search.
  if (Number(value.toPrecision(FLOAT32_DIGITS)) !== value) return false;
  const float = Math.fround(value);
  for (let digits = 1; digits <= FLOAT32_DIGITS; digits++) {
    if (Math.fround(Number(float.toPrecision(digits))) === float)
      return Number(value.toPrecision(digits)) === value;
  }
  return false;
}
