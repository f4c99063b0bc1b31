/**
 * Property tests draw the same cases in every run, so that a red run is about the change and not about luck. Other
 * cases are drawn with `QLOGSCOPE_SEED=… npm run test:unit`; what one finds becomes a test of its own.
 */
import fc from 'fast-check';

fc.configureGlobal({ seed: Number(process.env.QLOGSCOPE_SEED ?? 20_261_121) });
