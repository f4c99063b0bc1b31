/** Findings of two traces by who has one of their rule: only the lead, both, only the other. A click shows one in its trace. */
import type { ReactNode } from 'react';
import type { Finding } from '../../../engine/findings/finding/finding';
import type { FindingGroups } from '../../../engine/service/compare/compare';
import { Button } from '../../controls/button';
import { SeverityMark } from '../../controls/severity';
import type { OpenSet, OpenTrace } from '../../state/traces/open-trace';
import type { ComparedPair } from './comparison-model';

interface ComparedFindingsProps {
  readonly set: OpenSet;
  readonly pair: ComparedPair;
  readonly findings: FindingGroups;
}

interface Entry {
  readonly trace: OpenTrace;
  readonly letter: string;
  readonly finding: Finding;
}

export function ComparedFindings({ set, pair, findings }: ComparedFindingsProps): ReactNode {
  const other = set.members.find(({ trace }) => trace.key === pair.key)?.trace;
  if (other === undefined) return null;
  const inLead = (finding: Finding): Entry => ({ trace: set.lead, letter: 'A', finding });
  const inOther = (finding: Finding): Entry => ({ trace: other, letter: pair.letter, finding });
  return (
    <div className="compared-findings">
      <Group id="only-a" title="Only in A" entries={findings.onlyA.map(inLead)} />
      <Group
        id="both"
        title="In both"
        entries={findings.both.flatMap(({ a, b }) => [inLead(a), inOther(b)])}
      />
      <Group id="only-b" title={`Only in ${pair.letter}`} entries={findings.onlyB.map(inOther)} />
      {findings.caution !== '' && <p className="fine">{findings.caution}</p>}
    </div>
  );
}

interface GroupProps {
  readonly id: string;
  readonly title: string;
  readonly entries: readonly Entry[];
}

function Group({ id, title, entries }: GroupProps): ReactNode {
  return (
    <section data-testid="compared-findings" data-group={id}>
      <h3>{title}</h3>
      {entries.length === 0 && <p className="none">No finding.</p>}
      <ul>
        {entries.map(({ trace, letter, finding }) => (
          <li key={`${trace.key} ${finding.key}`}>
            <Button
              className={null}
              data-testid="compared-finding"
              data-trace={trace.key}
              data-key={finding.key}
              title={finding.verdict}
              onClick={() => trace.choose(finding.key)}
            >
              <strong>{letter}</strong> <SeverityMark severity={finding.severity} /> {finding.title}
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}
