/**
 * Sends the snapshots of an open file: of its default connection, and of those that are watched, at a pace that leaves time to
 * read. Before each, what was read so far is looked at.
 */
import type { Snapshot } from '../../reading/contract/snapshot';
import { type SnapshotFile, snapshotOf } from './snapshot-of';
import { LONGEST_MS, SnapshotPace } from './snapshot-pace';

/** Called with a snapshot of each watched connection, of the default one (`main`) last. */
export type OnSnapshot = (snapshot: Snapshot, main: number) => void;

export class Snapshots {
  /** Index of the default connection: the first until all are judged. */
  main = 0;
  readonly #file: SnapshotFile;
  readonly #onSnapshot: OnSnapshot;
  readonly #pace = new SnapshotPace();
  #startedAt = 0;
  #revision = 0;
  /** Sends what was read since the last one. */
  #timer: ReturnType<typeof setTimeout> | null = null;
  /** Indexes of the connections whose snapshots are sent, in addition to the default one. */
  readonly #watched = new Set<number>();

  constructor(file: SnapshotFile, onSnapshot: OnSnapshot) {
    this.#file = file;
    this.#onSnapshot = onSnapshot;
  }

  /** Of the newest one. */
  get revision(): number {
    return this.#revision;
  }

  begin(now: number): void {
    this.#startedAt = now;
    this.#pace.begin(now);
  }

  /** A request was answered, which took so long. */
  answered(ms: number): void {
    this.#pace.answered(ms);
  }

  /** Sends snapshots of this connection too, the first one at once. */
  watch(index: number): void {
    this.#watched.add(index);
    this.#onSnapshot(this.#snapshot(index), this.main);
  }

  sendIfDue(): void {
    if (this.#pace.isDue(performance.now())) this.send();
  }

  /**
   * Also sends a snapshot if no more data comes for a while: a stalled host, a slow disk. It goes on until all that is there was also
   * looked at: on a slow machine a look may be too dear at first.
   */
  schedule(): void {
    this.#timer ??= setTimeout(() => {
      this.#timer = null;
      if (this.#file.phase !== 'reading') return;
      const isDue = this.#pace.isDue(performance.now());
      if (isDue) this.send();
      if (!isDue || this.#isLookToCome()) this.schedule();
    }, LONGEST_MS);
  }

  send(): void {
    this.#lookSoFar();
    this.#pace.sent(performance.now());
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
    this.#revision++;
    const { main } = this;
    for (const index of this.#watched) if (index !== main) this.#onSnapshot(this.#snapshot(index), main);
    this.#onSnapshot(this.#snapshot(main), main);
  }

  #snapshot(index: number): Snapshot {
    return snapshotOf(this.#file, index, this.#revision, performance.now() - this.#startedAt);
  }

  #isLookToCome(): boolean {
    const { reading, judging } = this.#file;
    const [connection] = reading.connections;
    return connection !== undefined && judging.isBehind(connection);
  }

  #lookSoFar(): void {
    const { phase, reading, judging } = this.#file;
    const [connection] = reading.connections;
    if (phase !== 'reading' || connection === undefined) return;
    const { readBytes, totalBytes } = reading;
    const share = totalBytes === null ? null : readBytes / totalBytes;
    judging.lookSoFar(connection, { elapsedMs: performance.now() - this.#startedAt, share });
  }
}
