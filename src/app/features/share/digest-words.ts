/** What a digest holds and lacks, in words: the same in the dialog that makes one and above one that is shown. */
import { findPanel } from '../../../drawing/panels/registry';
import type { DigestFacts, Snapshot } from '../../../engine/contract/snapshot';
import { count, duration, instant, plural } from '../../../engine/text/figures';

type Told = Pick<Snapshot, 'findings' | 'extent'> & {
  readonly facts: DigestFacts;
  readonly notes: number;
};

const EVIDENCE: { readonly [given in DigestFacts['givenUp']['evidence']]: string } = {
  none: ' with evidence',
  'of-notes': ', evidence of critical ones and warnings only',
  'of-one': ', evidence of one only',
  all: ' without evidence',
};

/** What of the evidence is missing. */
const LACKED: { readonly [given in DigestFacts['givenUp']['evidence']]: string } = {
  none: '',
  'of-notes': 'evidence of findings marked Info',
  'of-one': 'evidence of all findings but one',
  all: 'evidence of findings',
};

function titles(panels: readonly string[]): string {
  return panels.map((id) => findPanel(id)?.title ?? id).join(', ');
}

/** `134 columns of 65.5 ms from 1.400 s to 9.989 s, 40 columns of 262 ms over the whole trace` */
export function columnWords({ facts }: Pick<Told, 'facts'>): string {
  return facts.blocks
    .map(({ fromUs, toUs, columnUs }, i) => {
      const where =
        facts.blocks.length === 1 || i > 0
          ? 'over the whole trace'
          : `from ${instant(facts.visible.fromUs)} to ${instant(facts.visible.toUs)}`;
      return `${plural(Math.round((toUs - fromUs) / columnUs), 'column')} of ${duration(columnUs)} ${where}`;
    })
    .join(', ');
}

/** What it keeps: columns, panels, findings, notes. */
export function keptWords(told: Told): string {
  const { facts, findings, notes } = told;
  const { evidence, reasons, findings: left } = facts.givenUp;
  const all = findings.length + left;
  const most = left === 0 ? plural(all, 'finding') : `${count(findings.length)} of ${plural(all, 'finding')}`;
  const found =
    findings.length === 0
      ? 'no finding'
      : `${most}${EVIDENCE[evidence]}${reasons ? ', no explanations' : ''}`;
  const written = notes === 0 ? '' : `; ${plural(notes, 'note')}`;
  return `${columnWords(told)}; ${titles(facts.held)}; ${found}${written}.`;
}

/** What was left out for its size; empty where nothing was. */
export function lackedWords({ givenUp, messagesLeftOut }: DigestFacts): string {
  const parts = [
    givenUp.panels.length === 0 ? '' : `panels ${titles(givenUp.panels)}`,
    givenUp.findings === 0 ? '' : `${plural(givenUp.findings, 'lesser finding')}`,
    LACKED[givenUp.evidence],
    givenUp.reasons ? 'why findings matter, and rules that found nothing' : '',
    givenUp.notes === 0 ? '' : plural(givenUp.notes, 'note'),
    messagesLeftOut === 0 ? '' : `${plural(messagesLeftOut, 'message')} about the reading of the file`,
  ].filter((part) => part !== '');
  return parts.length === 0 ? '' : `Left out when it was made: ${parts.join('; ')}.`;
}
