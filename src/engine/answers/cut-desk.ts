/**
 * Cuts as the page asks for them: one at a time, a newer request ends the one under way. Fetched with the first one.
 */

import type { CutAnswer, CutRequest } from '../contract/export';
import { breathe } from '../reading/breathe';
import { type FileConnection, roleOf } from '../reading/connection-list';
import { makeCut } from './export/cut';
import { textReader } from './text-reader';

/** Between two reports of progress. */
const PROGRESS_MS = 100;

export class CutDesk {
  readonly #post: (answer: CutAnswer) => void;
  #making = new AbortController();

  constructor(post: (answer: CutAnswer) => void) {
    this.#post = post;
  }

  /** Makes a cut of a connection; null only ends the one under way. Never rejects. */
  async request(request: CutRequest | null, connections: readonly FileConnection[]): Promise<void> {
    this.#making.abort();
    if (request === null) return;
    const making = new AbortController();
    this.#making = making;
    const { seq } = request;
    const asked = connections[request.connection];
    const answer =
      asked === undefined
        ? ({ seq, state: 'failed', reason: 'the file does not hold this connection' } as const)
        : await this.#make(asked, request, making.signal);
    if (answer !== null && !making.signal.aborted) this.#post(answer);
  }

  async #make(asked: FileConnection, request: CutRequest, signal: AbortSignal): Promise<CutAnswer | null> {
    const { seq } = request;
    const { info, state, quality } = asked.connection;
    let toldAt = 0;
    try {
      const reader = textReader(asked);
      const source = { info, state, role: roleOf(asked.connection), originMs: quality.originMs, reader };
      const made = await makeCut(source, request, {
        breathe,
        signal,
        onProgress: (done, total) => {
          if (signal.aborted || performance.now() - toldAt < PROGRESS_MS) return;
          toldAt = performance.now();
          this.#post({ seq, state: 'making', done, total });
        },
      });
      return made === null ? null : { seq, state: 'made', ...made };
    } catch (error) {
      return { seq, state: 'failed', reason: error instanceof Error ? error.message : String(error) };
    }
  }
}
