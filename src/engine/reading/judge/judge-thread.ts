/**
 * The replaying thread's side of a thread that judges the sender while the trace is read. Where that fails or hangs there is no
 * judgement: it is then made here, of the whole trace.
 */
import { HANGS, type Timer, Watchdog, wallTimer } from '../../input/bytes/file-stream';
import { buffersOf, FeedCollector, type JudgedSender, judgedFrom } from '../../sender/congestion';
import type { TransportState } from '../../sender/transport/transport';
import { type FromJudge, MAX_AHEAD, type ToJudge } from './messages';

/** What a `Worker` has for the thread that started it. */
export interface JudgePort {
  onmessage: ((event: MessageEvent<FromJudge>) => void) | null;
  onerror: ((event: ErrorEvent) => void) | null;
  postMessage(message: ToJudge, transfer: ArrayBuffer[]): void;
  terminate(): void;
}

/** New rows that are worth a feed: it takes about a millisecond to make, and tens to judge. From so many on a thread is worth its start. */
export const FEED_ROWS = 65_536;
/** No feed takes nearly as long. */
const SILENCE_MS = 45_000;

export class JudgeThread {
  /** The connection that is judged. */
  readonly state: TransportState;
  readonly #port: JudgePort;
  readonly #watchdog: Watchdog;
  readonly #collector: FeedCollector;
  readonly #feedRows: number;
  #ahead = 0;
  #isReady = false;
  #hasFailed = false;
  #hasEnded = false;
  #judged: JudgedSender | null = null;
  #wake: (() => void) | null = null;

  /**
   * @param port of a thread that runs `serveJudgements`. @param feedRows new rows that are worth a feed.
   * @param timer for the watchdog that detects a hanging thread.
   */
  constructor(state: TransportState, port: JudgePort, feedRows = FEED_ROWS, timer: Timer = wallTimer) {
    this.state = state;
    this.#feedRows = feedRows;
    this.#port = port;
    this.#watchdog = new Watchdog(timer, SILENCE_MS);
    this.#collector = new FeedCollector(state);
    port.onmessage = ({ data }) => this.#take(data);
    port.onerror = (event) => {
      event.preventDefault();
      this.#hasFailed = true;
      this.#wake?.();
    };
  }

  /** More rows may be there. */
  look(): void {
    const newRows = this.state.events.length - this.#collector.fedRows;
    if (newRows >= this.#feedRows && this.#ahead < MAX_AHEAD && this.#isReady) this.#feed();
  }

  /** The trace has ended. @returns the judgement; null where the thread gave none. */
  async end(): Promise<JudgedSender | null> {
    this.#collector.finish();
    while (this.#judged === null && !this.#hasFailed) {
      if (this.#isReady) this.#goOn();
      const came = new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
      if (this.#judged === null && !this.#hasFailed && (await this.#watchdog.guard(came)) === HANGS) break;
    }
    this.stop();
    return this.#judged;
  }

  /** Ends the thread at once. */
  stop(): void {
    this.#port.terminate();
  }

  /** Feeds what is left, then says that this is all. */
  #goOn(): void {
    while (this.#ahead < MAX_AHEAD && !this.#hasEnded) {
      if (this.#feed()) continue;
      this.#hasEnded = true;
      this.#port.postMessage({ type: 'end', end: this.#collector.end() }, []);
    }
  }

  /** @returns whether there was something. */
  #feed(): boolean {
    const feed = this.#collector.take(this.#feedRows);
    if (feed === null) return false;
    this.#ahead++;
    this.#port.postMessage({ type: 'feed', feed }, buffersOf(feed));
    return true;
  }

  #take(message: FromJudge): void {
    if (message.type === 'ready') this.#isReady = true;
    else if (message.type === 'fed') {
      this.#ahead--;
      if (message.isWrong) this.#again(message.run);
    } else if (message.judgement === null) this.#again(message.run);
    else this.#judged = judgedFrom(message.judgement);
    this.#wake?.();
  }

  #again(run: number): void {
    if (run !== this.#collector.runs) return;
    this.#collector.again(run);
    this.#hasEnded = false;
  }
}
