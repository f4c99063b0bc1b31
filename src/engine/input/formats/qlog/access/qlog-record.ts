/** One record of a qlog, read again: its text and its parsed value, or why it is no JSON. */
import { plainJson, plainLine } from '../../../../base/text/plain';
import type {
  FieldInText,
  LoggedRecord,
  Missing,
  PrintedRecord,
  RecordFields,
  WantedField,
} from '../../records';
import { repairJson } from '../decode/tolerant-json';
import { fieldInText } from './field-in-text';
import { OtherPaths } from './field-names';
import { valuesAt } from './lookup';
import { printRecord } from './print-record';
import { recordDetail } from './record-detail';

const DECODER = new TextDecoder('utf-8', { fatal: false });

export class QlogRecord implements LoggedRecord, RecordFields {
  readonly sizeBytes: number;
  /** Parsed; undefined where it is no JSON. */
  readonly value: unknown;
  /** As logged; invalid UTF-8 as U+FFFD. */
  readonly #logged: string;
  readonly #damage: string | null;
  readonly #isShortened: boolean;

  private constructor(bytes: Uint8Array, text: string, parsed: Parsed, isShortened: boolean) {
    this.sizeBytes = bytes.length;
    this.#logged = text;
    this.value = parsed.value;
    this.#damage = parsed.damage;
    this.#isShortened = isShortened;
  }

  /** A record with its end. @param isShortened its line continues after the bytes, which are no JSON. */
  static whole(bytes: Uint8Array, isShortened = false): QlogRecord {
    const text = DECODER.decode(bytes);
    return new QlogRecord(bytes, text, parse(text), isShortened);
  }

  /** A record without its end. @param damage why. */
  static cutOff(bytes: Uint8Array, damage: string, isShortened: boolean): QlogRecord {
    return new QlogRecord(bytes, DECODER.decode(bytes), { value: undefined, damage }, isShortened);
  }

  get fields(): RecordFields | Missing {
    return this.#damage === null ? this : { missing: this.#damage };
  }

  /** As it is shown: with escapes for what is not seen. */
  get text(): string {
    return plainJson(this.#logged);
  }

  /** The value, also of a record with NaN or a stray comma, as the decoder reads it; undefined for any other text. */
  repaired(): unknown {
    if (this.#damage === null) return this.value;
    const repaired = repairJson(this.#logged);
    return repaired === null ? undefined : parse(repaired).value;
  }

  print(): PrintedRecord {
    const { text, shortened } = printRecord(this.#logged);
    return { text, shortened: shortened || this.#isShortened };
  }

  field(wanted: WantedField, event: string): FieldInText | null {
    return this.#damage === null ? fieldInText(this.value, this.print().text, wanted, event) : null;
  }

  detail(): string | null {
    return this.#damage === null ? recordDetail(this.value) : null;
  }

  valuesAt(path: readonly string[], event: string): readonly unknown[] {
    return valuesAt(this.value, path, () => othersOf(path).in(event));
  }
}

/** The other names of a path: a filter asks for the same one in every record. */
const OTHERS = new WeakMap<readonly string[], OtherPaths>();

function othersOf(path: readonly string[]): OtherPaths {
  const paths = OTHERS.get(path) ?? new OtherPaths(path);
  OTHERS.set(path, paths);
  return paths;
}

interface Parsed {
  readonly value: unknown;
  /** Why it is no JSON; null where it is. */
  readonly damage: string | null;
}

function parse(text: string): Parsed {
  try {
    return { value: JSON.parse(text) as unknown, damage: null };
  } catch (error) {
    return { value: undefined, damage: plainLine(error instanceof Error ? error.message : String(error)) };
  }
}
