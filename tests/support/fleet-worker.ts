/** The worker of a fleet by hand: a test answers what it was asked, in any order. */
import type { FleetRequestKind } from '../../src/sharing/fleet-rows/contract.ts';

interface Asked {
  readonly id: number;
  readonly kind: FleetRequestKind;
  readonly body: unknown;
}

export class StubFleetWorker extends EventTarget {
  static last: StubFleetWorker | null = null;
  /** Not answered yet. */
  readonly asked: Asked[] = [];
  isEnded = false;

  constructor() {
    super();
    StubFleetWorker.last = this;
  }

  postMessage(message: Asked): void {
    this.asked.push(message);
  }

  terminate(): void {
    this.isEnded = true;
  }

  /** What it was asked of a kind, the newest last. */
  bodies(kind: FleetRequestKind): readonly unknown[] {
    return this.asked.filter((one) => one.kind === kind).map(({ body }) => body);
  }

  /** Says something by itself: how far it is, that all is read. */
  async say(data: object): Promise<void> {
    this.dispatchEvent(new MessageEvent('message', { data }));
    for (let step = 0; step < 10; step++) await null;
  }

  /** Answers the oldest question of the kind, or refuses it. @throws where there is none. */
  answer(
    kind: FleetRequestKind,
    reply: { readonly answer: unknown } | { readonly problem: string },
  ): Promise<void> {
    const at = this.asked.findIndex((one) => one.kind === kind);
    const [question] = at < 0 ? [] : this.asked.splice(at, 1);
    if (question === undefined) throw new Error(`it was not asked for ${kind}`);
    return this.say({ id: question.id, ...reply });
  }
}
