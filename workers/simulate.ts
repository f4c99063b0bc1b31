/** A worker of the lab, which runs simulations; the code is in `src/engine/simulator/lab`. */
import { serveLab } from '../src/engine/simulator/lab/serve';

declare const self: DedicatedWorkerGlobalScope;

serveLab(self);
