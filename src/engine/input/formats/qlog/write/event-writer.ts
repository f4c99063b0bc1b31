/**
 * The way out for records of every format: what a record says, in the shape of a qlog event, becomes an exported event
 * by the tables of what may leave. Nothing else makes an `ExportedEvent`.
 */
import { type QuirkEffects, StateNamer } from '../../../../../qlog-schema';
import { beginningOf, plainLine } from '../../../../base/text/plain';
import type { ExportContext, ExportedEvent, ExportTarget } from '../../exporting';
import type { RecordWriter } from './record-writer';
import { rewrite } from './rewrite';

/** How the events of a connection are to be understood, and which version of qlog they are written in. */
export interface LoggedForm {
  readonly target: ExportTarget;
  /** Divisor from their times to ms: 1000 where they are in µs. */
  readonly unitsPerMs: number;
  /** Column names of events that are arrays; null where they are objects. */
  readonly columns: readonly string[] | null;
  readonly effects: QuirkEffects;
}

/** Events as the drafts have them, for formats that make them of something else. Times are in ms. */
export const PLAIN_FORM: LoggedForm = {
  target: { form: '0.3', schema: 'quic' },
  unitsPerMs: 1,
  columns: null,
  effects: {},
};

/** Maximum length of a state's name, as in the decoder. */
const MAX_STATE_LENGTH = 64;

/** As many as paths are distinguished. */
const MAX_TUPLES = 16;

/** A number with a BBR flag set: makes the namer use BBR names for this connection. */
const BBR_FLAG = '256';

export class EventWriter {
  readonly target: ExportTarget;
  readonly #columns: readonly string[] | null;
  readonly #writer: RecordWriter;

  constructor({ target, unitsPerMs, columns, effects }: LoggedForm, context: ExportContext) {
    const { options, leftOut, rttFactor, delayFactor, lostBefore, states } = context;
    const namer = new StateNamer();
    if (states.some((name) => name.startsWith('bbr_'))) namer.name(BBR_FLAG, effects.stateNames);
    const tuples: unknown[] = [];
    this.target = target;
    this.#columns = columns;
    this.#writer = {
      options,
      leftOut,
      effects,
      unitsPerMs,
      rttFactor,
      delayFactor,
      lostBefore,
      stateName: (logged) => {
        const name = beginningOf(namer.name(logged, effects.stateNames), MAX_STATE_LENGTH);
        // Names are redacted by what they are called everywhere else; one that is let out is written as it was logged.
        const called = plainLine(name);
        const shared = context.redactState(called);
        return shared === called ? name : shared;
      },
      tupleNumber: (id) => {
        if (typeof id !== 'string' || id === '') return undefined;
        if (!tuples.includes(id) && tuples.length < MAX_TUPLES) tuples.push(id);
        return tuples.indexOf(id) + 1;
      },
    };
  }

  /**
   * @param record an event with its `name` and `data`; undefined where there is none. @param kind its `EventKind`.
   * @returns null where it is left out, which is counted. Never throws.
   */
  write(record: unknown, kind: number): ExportedEvent | null {
    if (record !== undefined)
      return rewrite(record, { kind, form: this.target.form, columns: this.#columns }, this.#writer);
    this.#writer.leftOut.unreadable();
    return null;
  }
}
