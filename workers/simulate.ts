/** A worker of the lab, which runs simulations; the code is in `src/engine/simulate`. */
import { serveLab } from '../src/engine/simulate/serve';

declare const self: DedicatedWorkerGlobalScope;

serveLab(self);
