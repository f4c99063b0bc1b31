/** What a digest holds and lacks, in words, for the share dialog and the line above a shown digest. */
import { findPanel } from '../../drawing/panels/registry';
import { count, duration, instant, plural } from '../../engine/base/text/figures';
import type { DigestFacts, Snapshot } from '../../engine/reading/contract/snapshot';
import { NO_VERDICT } from '../../sharing/digest/digest';

type DigestContents = Pick<Snapshot, 'findings' | 'extent'> & {
  readonly facts: DigestFacts;
  readonly notes: number;
};

const EVIDENCE: { readonly [given in DigestFacts['givenUp']['evidence']]: string } = {
  none: ' with evidence',
  'of-notes': ', evidence for critical findings and warnings only',
  'of-one': ', evidence for one only',
  all: ' without evidence',
};

/** Missing evidence, in words. */
const LACKED: { readonly [given in DigestFacts['givenUp']['evidence']]: string } = {
  none: '',
  'of-notes': 'evidence of info findings',
  'of-one': 'evidence of all findings but one',
  all: 'evidence of findings',
};

function titles(panels: readonly string[]): string {
  return panels.map((id) => findPanel(id)?.title ?? id).join(', ');
}

/** `134 columns of 65.5 ms from 1.400 s to 9.989 s, 40 columns of 262 ms over the whole trace` */
export function columnWords({ facts }: Pick<DigestContents, 'facts'>): string {
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

/** What the digests of a set hold together: panels that one of them has, findings, notes. */
export function heldOfSet(traces: readonly DigestContents[]): string {
  const panels = [...new Set(traces.flatMap(({ facts }) => facts.held))];
  const findings = traces.flatMap((one) => one.findings);
  const notes = traces.reduce((sum, one) => sum + one.notes, 0);
  const findingWords =
    findings.length === 0 ? 'no finding' : `${plural(findings.length, 'finding')}${titlesOnly(findings)}`;
  const written = notes === 0 ? '' : `; ${plural(notes, 'note')}`;
  return `${plural(traces.length, 'trace')}: ${titles(panels)}; ${findingWords}${written}.`;
}

function titlesOnly(findings: DigestContents['findings']): string {
  const some = findings.filter(({ verdict }) => verdict === NO_VERDICT).length;
  return some === 0 ? '' : ` (${count(some)} by title and time only)`;
}

/** What it holds: columns, panels, findings, notes. */
export function heldWords(contents: DigestContents): string {
  const { facts, findings, notes } = contents;
  const { evidence, reasons, findings: left } = facts.givenUp;
  const all = findings.length + left;
  const some = left === 0 ? plural(all, 'finding') : `${count(findings.length)} of ${plural(all, 'finding')}`;
  const most = `${some}${titlesOnly(findings)}`;
  const findingWords =
    findings.length === 0
      ? 'no finding'
      : `${most}${EVIDENCE[evidence]}${reasons ? ', no explanations' : ''}`;
  const written = notes === 0 ? '' : `; ${plural(notes, 'note')}`;
  return `${columnWords(contents)}; ${titles(facts.held)}; ${findingWords}${written}.`;
}

/** What was left out for its size; empty where nothing was. */
export function lackedWords({ givenUp, messagesLeftOut }: DigestFacts): string {
  const parts = [
    givenUp.panels.length === 0 ? '' : `panels ${titles(givenUp.panels)}`,
    givenUp.findings === 0 ? '' : `${plural(givenUp.findings, 'further finding')}`,
    LACKED[givenUp.evidence],
    givenUp.closeUps === 0 ? '' : `pictures of ${plural(givenUp.closeUps, 'close-up')}`,
    givenUp.outline ? 'figures for a comparison' : '',
    givenUp.reasons ? 'explanations of findings, and rules that found nothing' : '',
    givenUp.notes === 0 ? '' : plural(givenUp.notes, 'note'),
    messagesLeftOut === 0 ? '' : `${plural(messagesLeftOut, 'message')} about the reading of the file`,
  ].filter((part) => part !== '');
  return parts.length === 0 ? '' : `Left out when it was made: ${parts.join('; ')}.`;
}
