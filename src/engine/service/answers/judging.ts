/** The code that judges a trace, and words the messages about its file: loaded by the worker while it reads, not before. */
export { FileMessages } from '../../reading/facts/file-messages';
export { JudgeAhead } from '../../reading/judge/judge-ahead';
export { ModelRuns } from './model-runs';
export { SoFar } from './so-far';
