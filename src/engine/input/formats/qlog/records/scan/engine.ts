/**
 * The scanner's WebAssembly instance. A thread has one instance of each build, whose memory never grows and which
 * several scanners share: `user` is the current one, and a scanner that finds another there must write its skeletons
 * and its text again (record-scanner.ts).
 */
import {
  BATCH_COLUMNS,
  BATCH_ROWS,
  type BatchColumns,
  EventBatch,
  Pairs,
} from '../../../../../base/columns/event-batch';
import { SCALAR, SIMD } from './binaries.js';
import type { Exports } from './exports';
import { ProgramMemory } from './row-program';
import { RECORD_NUMBERS } from './run';

export type EngineBuild = 'simd' | 'scalar';

export class Engine {
  /** The scanner that wrote the current skeletons and text. */
  user: object | null = null;
  readonly code: Exports;
  readonly text: Uint8Array;
  /** Recognised records: skeleton, first byte, byte after the last one, index of its first number; see `RECORD_NUMBERS`. */
  readonly records: Uint32Array;
  /** Their numbers, consecutively. */
  readonly numbers: Float64Array;
  readonly lesson: Uint8Array;
  readonly maxSlots: number;
  readonly programs: ProgramMemory;
  /** A batch whose columns the scanner fills; nobody's rows stay in it. */
  readonly batch: EventBatch;

  constructor(exports: Exports) {
    this.code = exports;
    const { buffer } = exports.memory;
    this.text = new Uint8Array(buffer, exports.textAt(), exports.textBytes());
    this.records = new Uint32Array(buffer, exports.recordsAt(), exports.maxRecords() * RECORD_NUMBERS);
    this.numbers = new Float64Array(buffer, exports.numbersAt(), exports.maxNumbers());
    this.lesson = new Uint8Array(buffer, exports.lessonAt(), exports.lessonBytes());
    this.maxSlots = exports.maxSlots();
    this.programs = new ProgramMemory(exports);
    this.batch = batchIn(buffer, exports);
  }
}

function batchIn(buffer: ArrayBuffer, exports: Exports): EventBatch {
  let at = exports.columnsAt();
  const columns = BATCH_COLUMNS.map(({ name, type }) => {
    const values = new type(buffer, at, BATCH_ROWS);
    at += values.byteLength;
    return [name, values];
  });
  const pairs = new Float64Array(buffer, exports.pairsAt(), 2 * exports.maxPairs());
  return new EventBatch(BATCH_ROWS, Object.fromEntries(columns) as BatchColumns, new Pairs(pairs, 0, true));
}

const engines = new Map<EngineBuild, Engine | null>();

/**
 * @param build null for the fastest that this machine supports.
 * @returns null without WebAssembly support.
 */
export function engine(build: EngineBuild | null = null): Engine | null {
  if (build === null) return engine('simd') ?? engine('scalar');
  let loaded = engines.get(build);
  if (loaded === undefined) {
    loaded = load(build === 'simd' ? SIMD : SCALAR);
    engines.set(build, loaded);
  }
  return loaded;
}

function load(base64: string): Engine | null {
  const binary = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
  try {
    if (!WebAssembly.validate(binary)) return null;
    const { exports } = new WebAssembly.Instance(new WebAssembly.Module(binary));
    return new Engine(exports as unknown as Exports);
  } catch {
    // No WebAssembly, or a CSP forbids it: all records are then parsed.
    return null;
  }
}
