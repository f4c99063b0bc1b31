/**
 * A fleet that is open: what is looked at of its rows, and what its worker answered. A question that is asked while another is
 * answered waits, and only the newest one is asked then.
 */
import type {
  FleetAnswer,
  FleetOpened,
  FleetQuery,
  PartProblem,
  PartSpec,
  RowDetail,
  ShownRow,
} from '../../../sharing/fleet-rows/contract';
import { FleetWorker } from '../../backend/fleet-worker';
import { createStore, type Store } from '../store';
import type { NamedFile } from '../traces/named-file';

export interface FleetState {
  /** Null while its files are opened. */
  readonly opened: FleetOpened | null;
  readonly progress: { readonly rows: number; readonly total: number } | null;
  /** Of its files, as far as they were read. */
  readonly problems: readonly PartProblem[];
  /** Why there is nothing to show, or no answer, as a clause; null where there is. */
  readonly problem: string | null;
  readonly query: FleetQuery;
  /** To the newest query that was answered. */
  readonly answer: FleetAnswer | null;
  readonly isAsking: boolean;
  readonly isComplete: boolean;
  /** Place of the current row among those shown; null for none. */
  readonly current: number | null;
  /** Changes where the current row is to be scrolled to. */
  readonly reveal: number;
  /** Changes with the rows that are held. */
  readonly held: number;
}

export const FIRST_QUERY: FleetQuery = {
  filter: '',
  finding: null,
  by: 'version',
  picked: null,
  order: { key: 'worst', reversed: false },
};

const BLOCK_ROWS = 128;

export class OpenFleet {
  readonly name: string;
  /** Where it was opened from; null for local files. */
  readonly url: string | null;
  readonly state: Store<FleetState>;
  /** Traces of a folder that the user gave, by which rows find theirs. */
  readonly folder: Store<readonly NamedFile[]> = createStore<readonly NamedFile[]>([]);
  readonly #worker: FleetWorker;
  readonly #onChange: () => void;
  #rows = new Map<number, ShownRow>();
  #asked = new Set<number>();
  /** The question that waits. */
  #waiting: FleetQuery | null = null;

  /** @param onChange it may have become busy, or idle. */
  constructor(
    name: string,
    parts: readonly PartSpec[],
    worker: Worker,
    onChange: () => void,
    query: Partial<FleetQuery> = {},
  ) {
    this.name = name;
    const [only, another] = parts;
    this.url = only?.kind === 'url' && another === undefined ? only.url : null;
    this.#onChange = onChange;
    this.state = createStore<FleetState>({
      opened: null,
      progress: null,
      problems: [],
      problem: null,
      answer: null,
      isAsking: true,
      isComplete: false,
      query: { ...FIRST_QUERY, ...query },
      current: null,
      reveal: 0,
      held: 0,
    });
    this.#worker = new FleetWorker(worker, {
      onProgress: (rows, total) => this.#change({ progress: { rows, total } }),
      onComplete: (problems) => {
        this.#change({ isComplete: true, problems });
        this.#forgetRows();
      },
    });
    void this.#open(parts);
  }

  get isBusy(): boolean {
    const { isAsking, isComplete, problem } = this.state.get();
    return problem === null && (isAsking || !isComplete);
  }

  async #open(parts: readonly PartSpec[]): Promise<void> {
    try {
      const opened = await this.#worker.request('open', parts);
      this.#change({ opened });
      await this.#ask(this.state.get().query);
    } catch (error) {
      this.#refused(error);
    }
  }

  look(change: Partial<FleetQuery>): void {
    const query = { ...this.state.get().query, ...change };
    const isBusy = this.state.get().isAsking;
    this.#change({ query, isAsking: true });
    if (isBusy) this.#waiting = query;
    else void this.#ask(query);
  }

  setFilter(filter: string): void {
    if (filter !== this.state.get().query.filter) this.look({ filter });
  }

  /** By this column; where it is the order already, the other way round. */
  sortBy(key: string): void {
    const { order } = this.state.get().query;
    this.look({ order: { key, reversed: order.key === key && !order.reversed } });
  }

  async #ask(query: FleetQuery): Promise<void> {
    try {
      const answer = await this.#worker.request('query', query);
      this.#forgetRows();
      this.#change({ answer, problems: answer.problems, problem: null, current: null });
    } catch (error) {
      this.#refused(error);
      return;
    }
    const next = this.#waiting;
    this.#waiting = null;
    if (next === null) this.#change({ isAsking: false });
    else await this.#ask(next);
  }

  #refused(error: unknown): void {
    this.#waiting = null;
    this.#change({ problem: error instanceof Error ? error.message : String(error), isAsking: false });
  }

  #change(change: Partial<FleetState>): void {
    this.state.update((state) => ({ ...state, ...change }));
    this.#onChange();
  }

  #forgetRows(): void {
    this.#rows = new Map();
    this.#asked = new Set();
    this.#change({ held: this.state.get().held + 1 });
  }

  /** A row that is shown; null until it is fetched, which is asked for. @param index in the order of the screen. */
  rowAt(index: number): ShownRow | null {
    const row = this.#rows.get(index);
    if (row !== undefined) return row;
    const block = Math.floor(index / BLOCK_ROWS);
    if (!this.#asked.has(block)) void this.#fetch(block);
    return null;
  }

  async #fetch(block: number): Promise<void> {
    const rows = this.#rows;
    this.#asked.add(block);
    const from = block * BLOCK_ROWS;
    let answer: readonly ShownRow[];
    try {
      answer = await this.#worker.request('rows', { from, count: BLOCK_ROWS });
    } catch (error) {
      this.#refused(error);
      return;
    }
    // Of an order that is not on the screen any more.
    if (rows !== this.#rows) return;
    for (const [i, row] of answer.entries()) rows.set(from + i, row);
    this.#change({ held: this.state.get().held + 1 });
  }

  /** Rejects where the row cannot be read again. */
  detail(row: number): Promise<RowDetail> {
    return this.#worker.request('detail', { row });
  }

  moveTo(index: number): void {
    const { answer, reveal } = this.state.get();
    const rows = answer?.shown ?? 0;
    if (rows > 0) this.#change({ current: Math.min(Math.max(0, index), rows - 1), reveal: reveal + 1 });
  }

  moveBy(rows: number): void {
    const { current } = this.state.get();
    this.moveTo(current === null ? 0 : current + rows);
  }

  close(): void {
    this.#worker.close();
  }
}
