/**
 * The worker that judges the sender of a large trace while it is read, for the trace's worker, which starts it; the code is in
 * `judge-server.ts`.
 */
import { serveJudgements } from '../src/engine/reading/judge/judge-server';

declare const self: DedicatedWorkerGlobalScope;

serveJudgements(self);
