/** Asks for the windows of close-ups: for the picture on a card, in a report, in a digest. */
import { closeUpRequest } from '../../../drawing/panels/close-up/close-up-window';
import type { Finding } from '../../../engine/findings/finding/finding';
import type { CloseUpAnswer, Snapshot, WindowAnswer } from '../../../engine/reading/contract/snapshot';
import { answerIfAny } from '../../backend/backend';
import type { OpenTrace } from './open-trace';

/** The finding has a close-up whose picture can be drawn: a digest may have left its columns out. */
export function canDraw({ key, closeUp }: Finding, { digest }: Snapshot): boolean {
  return closeUp !== null && (digest === undefined || digest.closeUps.includes(key));
}

/**
 * @param width of the picture's plot in CSS pixels.
 * @returns null for a finding without a picture, and where the backend ended or the signal fired.
 */
export async function closeUpAnswer(
  trace: OpenTrace,
  finding: Finding,
  width: number,
  signal?: AbortSignal,
): Promise<WindowAnswer | null> {
  const snapshot = trace.snapshot.get();
  if (snapshot === null || finding.closeUp === null || !canDraw(finding, snapshot)) return null;
  const { connection: _, ...request } = closeUpRequest(finding.closeUp, snapshot.connection, width);
  return answerIfAny(trace.request('window', request, signal === undefined ? {} : { signal }));
}

/** Those of several findings, in their order; the ones that cannot be drawn are left out. */
export async function closeUpAnswers(
  trace: OpenTrace,
  findings: readonly Finding[],
  width: number,
): Promise<readonly CloseUpAnswer[]> {
  const answers = await Promise.all(
    findings.map(async (finding) => ({
      key: finding.key,
      answer: await closeUpAnswer(trace, finding, width),
    })),
  );
  return answers.flatMap(({ key, answer }) => (answer === null ? [] : { key, answer }));
}
