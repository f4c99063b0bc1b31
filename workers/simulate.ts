/** A worker of the lab, which runs simulations; the code is in `src/engine/lab`. */
import { serveLab } from '../src/engine/lab/serve';

declare const self: DedicatedWorkerGlobalScope;

serveLab(self);
