/** The application of one end: what it gives to be sent, and when. */
import type { SendStream } from './send-stream';

/** Bytes that an application gives to be sent, at a time from when it may begin. */
export interface Write {
  readonly atMs: number;
  readonly bytes: number;
}

/** A time in which the application offers nothing new, from when it may begin. */
export interface Pause {
  readonly fromMs: number;
  readonly toMs: number;
}

const NEVER = Number.POSITIVE_INFINITY;

export class Application {
  readonly #writes: readonly Write[] | null;
  readonly #pauses: readonly Pause[];
  /** Its next write. */
  #next = 0;
  #beganUs = Number.NaN;

  /** @param writes null for an end that only asks. */
  constructor(writes: readonly Write[] | null, pauses: readonly Pause[]) {
    this.#writes = writes;
    this.#pauses = pauses;
  }

  get hasBegun(): boolean {
    return !Number.isNaN(this.#beganUs);
  }

  /** Its times count from here. */
  begin(nowUs: number): void {
    this.#beganUs = nowUs;
  }

  /** When it writes, or goes on, next; infinity for never, or not yet. */
  dueUs(nowUs: number): number {
    return Math.min(this.#nextWriteUs(), this.#pauseEndUs(nowUs) ?? NEVER);
  }

  isPaused(nowUs: number): boolean {
    return this.#pauses.length > 0 && this.#pauseEndUs(nowUs) !== null;
  }

  /** Gives the stream what is due. */
  writeTo(stream: SendStream, nowUs: number): void {
    while (this.#nextWriteUs() <= nowUs) stream.write(this.#writes?.[this.#next++]?.bytes ?? 0);
  }

  #nextWriteUs(): number {
    const write = this.#writes?.[this.#next];
    return write === undefined || !this.hasBegun ? NEVER : this.#beganUs + write.atMs * 1000;
  }

  /** When the pause ends that now is in; null outside. */
  #pauseEndUs(nowUs: number): number | null {
    for (const { fromMs, toMs } of this.#pauses) {
      const [fromUs, toUs] = [this.#beganUs + fromMs * 1000, this.#beganUs + toMs * 1000];
      if (nowUs >= fromUs && nowUs < toUs) return toUs;
    }
    return null;
  }
}
