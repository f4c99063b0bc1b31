/** The way to the desk of cuts, which is fetched with the first request: most traces are never cut. */
import type { CutAnswer, CutRequest } from '../contract/export';
import type { FileConnection } from '../reading/connection-list';
import type { CutDesk } from './cut-desk';

const NOT_FETCHED = 'a part of this page could not be fetched from its server';

export class LazyCuts {
  readonly #post: (answer: CutAnswer) => void;
  #desk: Promise<CutDesk> | null = null;

  constructor(post: (answer: CutAnswer) => void) {
    this.#post = post;
  }

  /** As `CutDesk.request`. Never rejects; a desk that could not be fetched is asked for again next time. */
  async request(request: CutRequest | null, connections: readonly FileConnection[]): Promise<void> {
    this.#desk ??= import('./cut-desk').then(({ CutDesk }) => new CutDesk(this.#post));
    try {
      await (await this.#desk).request(request, connections);
    } catch {
      this.#desk = null;
      if (request !== null) this.#post({ seq: request.seq, state: 'failed', reason: NOT_FETCHED });
    }
  }
}
