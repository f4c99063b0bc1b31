/** The worker that reads further columns of a fleet beside the one that holds it. */
import { serveColumns } from '../src/sharing/fleet-rows/serve';

declare const self: DedicatedWorkerGlobalScope;

serveColumns(self);
