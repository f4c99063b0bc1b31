/**
 * Questions for windows of columns beside those that are drawn: what is shared of a trace is made from them. Each is a
 * promise; a newer one takes the place of the one before, which is answered with null, as is what is open at the end.
 */
import type { Answer, Query } from '../../engine/contract/messages';

/** The end that carries questions, without the connection. */
type Ask = (query: Omit<Query, 'seq' | 'channel' | 'connection'>) => void;

export class SurveyDesk {
  readonly #ask: Ask;
  #open: ((answer: Answer | null) => void) | null = null;

  constructor(ask: Ask) {
    this.#ask = ask;
  }

  /** @returns null when another question came, another connection was chosen or the trace was closed meanwhile. */
  ask(query: Parameters<Ask>[0]): Promise<Answer | null> {
    this.end();
    return new Promise((resolve) => {
      this.#open = resolve;
      this.#ask(query);
    });
  }

  take(answer: Answer): void {
    const open = this.#open;
    this.#open = null;
    open?.(answer);
  }

  /** Nothing more will come. */
  end(): void {
    const open = this.#open;
    this.#open = null;
    open?.(null);
  }
}
