/** The worker that holds a fleet; the code is in `src/sharing/fleet-rows`. */
import { serveFleet } from '../src/sharing/fleet-rows/serve';

declare const self: DedicatedWorkerGlobalScope;

serveFleet(self);
