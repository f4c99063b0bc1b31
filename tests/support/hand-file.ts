/** An open file whose worker is the test: what is asked of it is held until the test answers. */
import type { Backend, BackendListener } from '../../src/app/backend/backend.ts';
import { PendingRequests } from '../../src/app/backend/pending-requests.ts';
import { OpenFile } from '../../src/app/state/traces/open-file.ts';
import type { Outline } from '../../src/engine/reading/contract/outline.ts';
import type { Snapshot, WindowAnswer, WindowRequest } from '../../src/engine/reading/contract/snapshot.ts';
import type { RequestMessage } from '../../src/engine/service/answers/serve.ts';
import { PacketSpace } from '../../src/qlog-schema/index.ts';
import { madeCompared } from './compared.ts';
import { madePackets } from './made-packets.ts';

export class HandFile {
  readonly sent: RequestMessage[] = [];
  readonly file: OpenFile;
  readonly #pending: PendingRequests;
  #listener!: BackendListener;

  constructor(id: number, isDigest = false) {
    this.#pending = new PendingRequests({
      send: (message) => this.sent.push(message),
      cancel: () => undefined,
    });
    const backend: Backend = {
      request: (kind, body, options) => this.#pending.request(kind, body, options),
      isPreparing: () => false,
      wake: () => undefined,
      restart: () => undefined,
      stop: () => undefined,
    };
    this.file = new OpenFile({
      id,
      name: `${id}.qlog`,
      source: { kind: 'text', text: '', name: `${id}.qlog` },
      ...(isDigest ? { digest: { ref: null, encoded: null, place: null } } : {}),
      onActivity: () => undefined,
      onTurn: () => undefined,
      connect: (listener) => {
        this.#listener = listener;
        return backend;
      },
    });
  }

  read(phase: Snapshot['phase'] = 'ready', vantagePoint: 'client' | 'server' = 'server'): void {
    const { summary } = madeCompared({ summary: { vantagePoint } });
    this.#listener.onSnapshot(
      {
        ...{ phase, connection: 0, revision: 1, extent: { fromUs: 0, toUs: 10e6 }, summary },
        progress: { events: 1 },
        ...{ catalogue: [], connections: [], findings: [], remarks: [], models: null, quality: null },
        messages: [{ kind: 'not-qlog', level: 'error', text: 'This is no log.', places: [] }],
      } as unknown as Snapshot,
      0,
    );
  }

  /** Answers all outlines that were asked for. */
  async answer(lastLossUs: number, originalId = '', arrived?: Outline['arrived']): Promise<void> {
    const { outline: made } = madeCompared({
      outline: { landmarks: { lastLossUs }, ...(arrived === undefined ? {} : { arrived }) },
    });
    const originalIds = originalId === '' ? [] : [originalId];
    const outline = { ...made, identity: { ...made.identity, originalIds } };
    const asked = this.sent.filter(({ kind }) => kind === 'outline');
    for (const { id } of asked) this.#pending.take({ type: 'answer', id, answer: outline });
    for (let step = 0; step < 10; step++) await null;
  }

  /** Answers all packets that were asked for: number 5 was sent at a time. */
  async answerPackets(us: number): Promise<void> {
    const packets = madePackets([{ space: PacketSpace.application, number: 5, us }], []);
    for (const { id, kind } of this.sent)
      if (kind === 'packetColumns') this.#pending.take({ type: 'answer', id, answer: packets });
    for (let step = 0; step < 10; step++) await null;
  }

  /** Answers the windows that were asked for, and forgets them. @returns what was asked. */
  async answerWindows(make: (request: WindowRequest) => WindowAnswer): Promise<readonly WindowRequest[]> {
    const asked = this.sent.filter(({ kind }) => kind === 'window');
    this.sent.splice(0, this.sent.length, ...this.sent.filter(({ kind }) => kind !== 'window'));
    const bodies = asked.map(({ body }) => body as WindowRequest);
    for (const [i, { id }] of asked.entries())
      this.#pending.take({ type: 'answer', id, answer: make(bodies[i] as WindowRequest) });
    for (let step = 0; step < 20; step++) await null;
    return bodies;
  }

  /** Rejects all that was asked for, as a digest does what it does not hold. */
  async refuse(): Promise<void> {
    for (const { id } of this.sent.splice(0))
      this.#pending.take({ type: 'failed', id, reason: 'A digest holds no events.' });
    for (let step = 0; step < 10; step++) await null;
  }

  get packetRequests(): number {
    return this.sent.filter(({ kind }) => kind === 'packetColumns').length;
  }

  get outlines(): number {
    return this.sent.filter(({ kind }) => kind === 'outline').length;
  }
}
