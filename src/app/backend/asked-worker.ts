/** A worker that answers questions by number: where it has ended, what it is asked is refused, with the reason. */

/** There is no answer, and why. */
export class Refused extends Error {}

interface Pending {
  readonly resolve: (answer: unknown) => void;
  readonly reject: (error: Error) => void;
}

/** Of one question. */
export type Reply =
  | { readonly id: number; readonly answer: unknown }
  | { readonly id: number; readonly problem: string };

/** @typeParam Asked by kind, what is asked and what is answered. */
export class AskedWorker<
  Asked extends { readonly [K in keyof Asked]: { readonly body: unknown; readonly answer: unknown } },
> {
  protected readonly worker: Worker;
  protected readonly pending = new Map<number, Pending>();
  #nextId = 1;
  /** Why the worker has ended; null while it lives. */
  #ended: string | null = null;

  constructor(worker: Worker) {
    this.worker = worker;
  }

  /** Rejects with `Refused`. */
  request<K extends keyof Asked>(kind: K, body: Asked[K]['body']): Promise<Asked[K]['answer']> {
    if (this.#ended !== null) return Promise.reject(new Refused(this.#ended));
    const id = this.#nextId++;
    return new Promise((resolve, reject) => {
      this.pending.set(id, { resolve, reject });
      this.worker.postMessage({ id, kind, body });
    });
  }

  protected take(reply: Reply): void {
    const pending = this.pending.get(reply.id);
    this.pending.delete(reply.id);
    if ('problem' in reply) pending?.reject(new Refused(reply.problem));
    else pending?.resolve(reply.answer);
  }

  /** Ends the worker; what it was asked is refused. */
  end(why: string): void {
    this.#ended = why;
    this.worker.terminate();
    const all = [...this.pending.values()];
    this.pending.clear();
    for (const { reject } of all) reject(new Refused(why));
  }
}
