/** The lowest and highest packet number of each direction and packet number space, kept while a log is read. */
import { EventKind } from '../../../qlog-schema';
import type { EventBatch } from '../../base/columns/event-batch';
import type { NumberRange } from '../contract/log-ends';

/** Initial, Handshake, application data (RFC 9000 §12.3), as `PacketSpace` numbers them. */
const SPACES = 3;
const NO_RANGES: readonly (NumberRange | null)[] = Array<null>(SPACES).fill(null);

export class PacketNumbers {
  #sent: Ranges | null = null;
  #received: Ranges | null = null;

  add({ length, kind, space, packetNumber }: EventBatch): void {
    for (let row = 0; row < length; row++) {
      const what = kind[row];
      if (what === EventKind.packetSent) {
        this.#sent ??= new Ranges();
        this.#sent.add(space[row], packetNumber[row]);
      } else if (what === EventKind.packetReceived) {
        this.#received ??= new Ranges();
        this.#received.add(space[row], packetNumber[row]);
      }
    }
  }

  get isEmpty(): boolean {
    return [...this.sent, ...this.received].every((range) => range === null);
  }

  get sent(): readonly (NumberRange | null)[] {
    return this.#sent?.ranges ?? NO_RANGES;
  }

  get received(): readonly (NumberRange | null)[] {
    return this.#received?.ranges ?? NO_RANGES;
  }
}

class Ranges {
  readonly #first = new Float64Array(SPACES).fill(Number.POSITIVE_INFINITY);
  readonly #last = new Float64Array(SPACES).fill(Number.NEGATIVE_INFINITY);

  /** NaN and unknown spaces change nothing. */
  add(space: number, number: number): void {
    if (number < this.#first[space]) this.#first[space] = number;
    if (number > this.#last[space]) this.#last[space] = number;
  }

  get ranges(): readonly (NumberRange | null)[] {
    return [...this.#first].map((first, space) =>
      first === Number.POSITIVE_INFINITY ? null : { first, last: this.#last[space] },
    );
  }
}
