/** What judges a trace that has been read: fetched by the worker while it reads, and not before. */
export { analyseConnection } from '../reading/analysis';
export { ModelRuns } from './model-runs';
