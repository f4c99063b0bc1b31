/** The code that judges a trace, and words the messages about its file: loaded by the worker while it reads, not before. */
export { analyseConnection } from '../reading/analysis';
export { FileMessages } from '../reading/file-messages';
export { ModelRuns } from './model-runs';
export { SoFar } from './so-far';
