/** Asks for the outline of a trace: what a comparison in a report, or in a digest, is made from. */
import type { Outline } from '../../../engine/reading/contract/outline';
import { RequestFailed } from '../../../engine/reading/contract/request-failed';
import { answerIfAny } from '../../backend/backend';
import type { OpenTrace } from './open-trace';

/** @returns null where the trace has none, as an older digest, and where its backend ended. */
export async function outlineAnswer(trace: OpenTrace): Promise<Outline | null> {
  try {
    return await answerIfAny(trace.request('outline', {}));
  } catch (error) {
    if (error instanceof RequestFailed) return null;
    throw error;
  }
}
