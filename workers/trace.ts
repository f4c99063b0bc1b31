/**
 * The worker of one trace: owns its columns, answers its queries. All work is in `src/engine/reading`; this
 * file only carries messages.
 */
import { TraceSession } from '../src/engine/answers/session';
import type { FromWorker, ToWorker } from '../src/engine/contract/messages';

declare const self: DedicatedWorkerGlobalScope;

const post = (message: FromWorker, transfer: readonly ArrayBuffer[] = []): void =>
  self.postMessage(message, [...transfer]);
const session = new TraceSession(
  post,
  () => new Worker(new URL('./read-file.ts', import.meta.url), { type: 'module' }),
);

self.onmessage = ({ data }: MessageEvent<ToWorker>): void => {
  switch (data.type) {
    case 'open':
      void session.open(data.source, data.readsAhead);
      break;
    case 'ping':
      post({ type: 'alive' });
      break;
    case 'query':
      session.answer(data.query);
      break;
    case 'events':
      session.events(data.request);
      break;
    case 'record':
      session.record(data.request);
      break;
    case 'measure':
      session.measure(data.request);
      break;
    case 'rows':
      session.rows(data.request);
      break;
    case 'cut':
      session.cut(data.request);
      break;
    case 'select':
      session.select(data.connection);
      break;
  }
};
