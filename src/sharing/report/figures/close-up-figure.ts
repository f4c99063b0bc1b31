/**
 * The close-up of a finding in a report: its picture, with the numbered steps below it. Findings that are no alarm have
 * none: their verdicts say enough.
 */
import {
  closeUpPlotWidth,
  closeUpSvg,
  closeUpWords,
  REPORT_WIDTH,
} from '../../../drawing/panels/close-up/close-up';
import { closeUpRequest } from '../../../drawing/panels/close-up/close-up-window';
import { duration, instant } from '../../../engine/base/text/figures';
import { hasFailedHandshake } from '../../../engine/base/text/handshake-words';
import type { CloseUp, Finding } from '../../../engine/findings/finding/finding';
import type { CloseUpAnswer, WindowRequest } from '../../../engine/reading/contract/snapshot';
import type { Redacted } from '../../../engine/service/redaction/redact';
import type { Block, Figure } from '../document/document';

/** Of a close-up's picture, where others have the id of a panel. */
const FIGURE_ID = 'close-up';

/** A picture by the key of its finding. */
export interface CloseUpFigure {
  readonly key: string;
  readonly figure: Figure;
}

/** The findings whose close-up belongs into a report. @param dismissed keys of those that are left out. */
export function reportedCloseUps(
  findings: readonly Finding[],
  dismissed: readonly string[],
): readonly Finding[] {
  return findings.filter(
    ({ key, severity, closeUp }) => closeUp !== null && severity !== 'info' && !dismissed.includes(key),
  );
}

/** The question for its picture. */
export function reportedWindow(closeUp: CloseUp, connection: number): WindowRequest {
  return closeUpRequest(closeUp, connection, closeUpPlotWidth(REPORT_WIDTH));
}

/**
 * None where the handshake failed: a window that nothing was sent by says nothing, and page one has the packets.
 * @param findings redacted, those of `reportedCloseUps`.
 * @param id prefix of the ids in the pictures, unique per trace of a document.
 */
export function closeUpFigures(
  findings: readonly Finding[],
  answers: Redacted<readonly CloseUpAnswer[]>,
  id: string,
): readonly CloseUpFigure[] {
  if (hasFailedHandshake(findings)) return [];
  return findings.flatMap(({ key, title: name, closeUp }, i) => {
    const answer = answers.find((one) => one.key === key)?.answer;
    if (answer === undefined || closeUp === null) return [];
    const title = `Close-up: ${name}`;
    const svg = closeUpSvg(closeUp, answer, `${id}-${i + 1}`, title);
    return { key, figure: { panel: FIGURE_ID, title, svg, sentence: closeUpWords(closeUp) } };
  });
}

/** `Close-up: Death spiral, 83.2 ms from 2.037283 s on.` */
function captionOf({ title }: Figure, { fromUs, toUs }: CloseUp): string {
  const lengthUs = toUs - fromUs;
  return `${title}, ${duration(lengthUs)} from ${instant(fromUs, lengthUs)} on.`;
}

/**
 * The picture of a finding's close-up, and its steps; nothing for a finding that has none in a report.
 * @param figure undefined where it was not drawn: the steps stand alone. @param number of the figure.
 */
export function closeUpBlocks(
  finding: Finding,
  figure: Figure | undefined,
  number: number,
): readonly Block[] {
  const { closeUp } = finding;
  if (closeUp === null || reportedCloseUps([finding], []).length === 0) return [];
  const steps: Block = { kind: 'steps', items: closeUp.steps.map(({ text }) => `${text}.`) };
  return figure === undefined
    ? [steps]
    : [{ kind: 'figure', number, figure, caption: captionOf(figure, closeUp) }, steps];
}
