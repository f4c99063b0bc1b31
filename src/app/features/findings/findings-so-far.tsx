/**
 * Findings in what was read so far, as lines: title and beginning only, for their ends, their evidence and what explains them may change
 * with the rest of the trace.
 */
import type { ReactNode } from 'react';
import { withMargin } from '../../../drawing/view/view';
import { count, instant } from '../../../engine/base/text/figures';
import type { FindingsSoFar } from '../../../engine/reading/contract/snapshot';
import { Button } from '../../controls/button';
import { SeverityMark } from '../../controls/severity';
import type { OpenTrace } from '../../state/traces/open-trace';

/** The worst stand first. */
const MAX_LINES = 10;

interface SoFarProps {
  readonly trace: OpenTrace;
  readonly soFar: FindingsSoFar;
}

export function SoFarList({ trace, soFar: { toUs, findings } }: SoFarProps): ReactNode {
  const until = instant(toUs);
  return (
    <section className="finding-group" data-testid="findings-so-far" data-to-ms={toUs / 1000}>
      <p className="none">
        {findings.length === 0 ? 'Nothing found so far' : 'So far'}, in what was read up to {until}. The whole
        trace is judged when it is read.
      </p>
      <ul>
        {findings.slice(0, MAX_LINES).map(({ key, title, severity, startUs, endUs }) => (
          <li key={key} data-id={key}>
            <Button
              className="line-button"
              onClick={() => trace.showRange(withMargin({ fromUs: startUs, toUs: endUs }, trace.extent))}
            >
              <SeverityMark severity={severity} /> <strong>{title}</strong> from {instant(startUs)}
            </Button>
          </li>
        ))}
      </ul>
      {findings.length > MAX_LINES && <p className="none">And {count(findings.length - MAX_LINES)} more.</p>}
    </section>
  );
}
