/**
 * Verdicts that users called wrong: logs as the page saves them, each with the finding and what is expected in its
 * header (`sharing/report/records/disputed-verdict.ts`). A file is a case as soon as it stands in the folder, and stays one
 * when the rule is mended.
 */
import { existsSync, readdirSync } from 'node:fs';
import type { Finding } from '../../../src/engine/findings/finding/finding';
import {
  DISPUTED_FIELD,
  type DisputedVerdict,
  EXPECTED,
} from '../../../src/sharing/report/records/disputed-verdict.ts';
import { isAlarm } from '../judge.ts';
import { readTrace } from '../load.ts';
import { CORPUS, type CorpusEntry } from './list.ts';

export interface DisputedEntry extends CorpusEntry {
  readonly disputed: DisputedVerdict;
}

export const DISPUTED_FOLDER = new URL('disputed/', CORPUS);

/** What the header of a log says of a disputed verdict. @throws Error for one that says nothing of the kind. */
function disputedOf(file: string, path: string): DisputedVerdict {
  const [, header = ''] = new TextDecoder().decode(readTrace(path)).split('\x1e', 2);
  const disputed = JSON.parse(header).trace?.common_fields?.[DISPUTED_FIELD] as DisputedVerdict | undefined;
  if (disputed === undefined || !EXPECTED.includes(disputed.expected))
    throw new Error(`${file} holds no disputed verdict`);
  return disputed;
}

/** The cases of a folder by name; none where there is no such folder. */
export function disputedEntries(folder: URL = DISPUTED_FOLDER): readonly DisputedEntry[] {
  const files = existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith('.sqlog.gz')) : [];
  return files.sort().map((file) => {
    const path = new URL(file, folder).pathname;
    return {
      file,
      path,
      quiche: null,
      other: null,
      onPath: null,
      onWire: null,
      disputed: disputedOf(file, path),
    };
  });
}

/**
 * What still contradicts the label of a case; empty once it is judged as its user expects. A spiral that is expected
 * must be an alarm; with any other label the disputed finding may not stand at its place.
 */
export function contradicting(
  { finding, expected }: DisputedVerdict,
  findings: readonly Finding[],
): readonly string[] {
  const startUs = (finding.startMs ?? Number.NEGATIVE_INFINITY) * 1000;
  const endUs = (finding.endMs ?? Number.POSITIVE_INFINITY) * 1000;
  const there = findings.filter((one) => one.startUs <= endUs && one.endUs >= startUs);
  if (expected === 'death-spiral') return there.some(isAlarm) ? [] : ['no death spiral is found there'];
  return there
    .filter(({ id, severity }) => id === finding.id && severity === finding.severity)
    .map(({ key, verdict }) => `${key}: ${verdict}`);
}
