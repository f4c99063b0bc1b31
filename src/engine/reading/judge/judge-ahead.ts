/**
 * Analyses the connections of a file. The sender of its first one is judged by another thread while the file is read, where one
 * may be started and there are rows enough; all others are judged when they are asked for.
 */
import { DetectInput } from '../../findings/rule/rule-input';
import { inSlices } from '../budgets/yield-to-event-loop';
import { logFactsOf } from '../facts/log-facts';
import { type Analysis, analysing, notAnalysed } from '../stages/analysis';
import type { FileConnection } from '../stages/connection-list';
import type { FileText } from '../stages/file-text';
import { isRecorded } from '../stages/recorded';
import { FEED_ROWS, type JudgePort, JudgeThread } from './judge-thread';
import { unjudged } from './unjudged';

export class JudgeAhead {
  readonly #start: (() => JudgePort) | null;
  /** Undefined until a thread is worth its start; null where none can be started. */
  #thread: JudgeThread | null | undefined;

  /** @param start starts a thread that runs `serveJudgements`; null for none. May throw where none can be started. */
  constructor(start: (() => JudgePort) | null) {
    this.#start = start;
  }

  /** More of a text was read. */
  look(text: FileText): void {
    if (this.#thread === undefined) this.#begin(text);
    this.#thread?.look();
  }

  /** Ends the thread: its sender is judged, or the text is read again from its beginning. */
  drop(): void {
    this.#thread?.stop();
    this.#thread = undefined;
  }

  /**
   * Analyses a connection that was read to its end; answers what is asked meanwhile. Never rejects: what was read is shown also
   * where judging it fails.
   */
  async analyse(item: FileConnection): Promise<Analysis> {
    const { state } = item.connection;
    try {
      if (!isRecorded(item.connection)) return unjudged(state);
      return await this.#analyse(new DetectInput(state, logFactsOf(item.text, item.connection)));
    } catch (error) {
      return notAnalysed(state, failureReason(error));
    }
  }

  async #analyse(input: DetectInput): Promise<Analysis> {
    if (this.#thread?.state === input.state) {
      const judgement = this.#thread.end();
      await inSlices(input.preparing());
      input.judgedBy(await judgement);
      // What it holds is free before the rules take memory of their own.
      this.drop();
    }
    return inSlices(analysing(input));
  }

  #begin({ pipeline }: FileText): void {
    const state = pipeline.connections[0]?.state;
    if (this.#start === null || state === undefined || state.events.length < FEED_ROWS) return;
    try {
      this.#thread = new JudgeThread(state, this.#start());
    } catch {
      // Some browsers do not let a worker start another one.
      this.#thread = null;
    }
  }
}

/** `judging stopped with an error (out of memory)`. */
function failureReason(error: unknown): string {
  return `judging stopped with an error (${error instanceof Error ? error.message : String(error)})`;
}
