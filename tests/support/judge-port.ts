/** A thread that judges, in this thread: its messages are cloned and transferred as those to a worker are, and come later. */
import { type JudgeScope, serveJudgements } from '../../src/engine/reading/judge/judge-server.ts';
import type { JudgePort } from '../../src/engine/reading/judge/judge-thread.ts';
import type { FromJudge, ToJudge } from '../../src/engine/reading/judge/messages.ts';

export class LocalJudgePort implements JudgePort {
  onmessage: JudgePort['onmessage'] = null;
  onerror: JudgePort['onerror'] = null;
  isStopped = false;
  feeds = 0;
  ends = 0;
  fed = 0;
  mostAhead = 0;
  readonly #scope: JudgeScope;
  readonly #lastMessage: number;
  #messages = 0;

  /** @param lastMessage the thread fails after so many messages. */
  constructor(lastMessage = Number.POSITIVE_INFINITY) {
    this.#lastMessage = lastMessage;
    this.#scope = { onmessage: null, postMessage: (message, transfer) => this.#send(message, transfer) };
    serveJudgements(this.#scope);
  }

  postMessage(message: ToJudge, transfer: ArrayBuffer[]): void {
    if (message.type === 'feed') this.feeds++;
    else this.ends++;
    this.mostAhead = Math.max(this.mostAhead, this.feeds - this.fed);
    const data = structuredClone(message, { transfer });
    setImmediate(() => this.#scope.onmessage?.({ data } as MessageEvent<ToJudge>));
  }

  terminate(): void {
    this.isStopped = true;
  }

  #send(message: FromJudge, transfer: ArrayBuffer[]): void {
    const data = structuredClone(message, { transfer });
    const isLast = this.#messages++ >= this.#lastMessage;
    if (message.type === 'fed') this.fed++;
    setImmediate(() => {
      if (this.isStopped) return;
      if (isLast) this.onerror?.({ preventDefault: () => undefined } as ErrorEvent);
      else this.onmessage?.({ data } as MessageEvent<FromJudge>);
    });
  }
}
