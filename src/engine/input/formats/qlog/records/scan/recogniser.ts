/**
 * Uses the scanner inside the JSON splitter: skips recognised values of a sequence, or events of a contained document,
 * and leaves the splitter's state as if it had read them byte by byte.
 */
import type { JsonState } from '../json-state';
import { beginsDocument } from '../landmarks';
import { Between } from './between';
import type { RecordScanner } from './record-scanner';
import { RECORD_NUMBERS, type ScannedRun } from './run';

export class Recogniser {
  readonly #state: JsonState;

  constructor(state: JsonState) {
    this.#state = state;
  }

  /** @param from a position in the state's buffer. @returns the position after the last value recognised, or `from`. */
  pass(from: number): number {
    const { scanner } = this.#state.sink;
    if (!scanner) return from;
    let at = from;
    for (;;) {
      const next = this.#passRun(scanner, at);
      if (next === at) return at;
      at = next;
    }
  }

  #passRun(scanner: RecordScanner, from: number): number {
    const state = this.#state;
    const { machine, mode, inEvents } = state;
    if (mode !== 'scanning') return from;
    if (inEvents) {
      const before = machine.beforeElement;
      const isAtEvent = state.value === 'document' && !state.insideEvent && before !== null;
      if (!isAtEvent) return from;
      const next = scanner.scan(state.buffer, from, Between.commas, before === 'nothing');
      if (next > from) this.#give(scanner, scanner.run, state.trace);
      return next;
    }
    // The first good value decides the container of the file.
    if (!machine.atTopLevel || state.container === null || state.value !== 'record') return from;
    const next = scanner.scan(state.buffer, from, Between.space);
    if (next > from) {
      this.#give(scanner, scanner.run, null);
      state.leaveValue('record');
    }
    return next;
  }

  #give(scanner: RecordScanner, run: ScannedRun, trace: number | null): void {
    const state = this.#state;
    const { base, count, records } = run;
    const offset = state.offsetOf(base + records[1]);
    if (trace === null) state.good(offset, 'NDJSON');
    else state.endStray(offset);
    for (let i = 0; i < count; i++) {
      const template = scanner.template(records[RECORD_NUMBERS * i]);
      if (template.comparedWith === state.landmarks.revision) continue;
      const value = state.buffer.subarray(
        base + records[RECORD_NUMBERS * i + 1],
        base + records[RECORD_NUMBERS * i + 2],
      );
      if (trace === null && beginsDocument(value) !== 'no') continue;
      state.landmarks.learn(value, true);
      template.comparedWith = state.landmarks.revision;
    }
    state.machine.passValue(scanner.template(records[RECORD_NUMBERS * (count - 1)]).skeleton.lastKey);
    state.sink.recognised?.(run, state.offsetOf(base), trace);
  }
}
