/** The code that analyses a trace: loaded by the worker while it reads, not before. */
export { analyseConnection } from '../reading/analysis';
export { ModelRuns } from './model-runs';
