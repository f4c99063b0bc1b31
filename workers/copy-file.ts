/** The worker that copies a local file into the browser's private file system; the code is in `copy-file.ts`. */
import { serveCopies } from '../src/engine/input/bytes/copy-file';

declare const self: DedicatedWorkerGlobalScope;

serveCopies(self);
