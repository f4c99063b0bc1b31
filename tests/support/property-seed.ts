/**
 * Property tests draw the same cases in every run of the gate, so that a red run is about the change and not about
 * luck. Others are drawn with `QLOGSCOPE_SEED=…`, as the deep tier does; what one finds becomes a test of its own.
 */
import fc from 'fast-check';
import { SEED } from './tier.ts';

fc.configureGlobal({ seed: SEED });
