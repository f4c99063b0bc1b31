/** On the open screen: what the lab is for, and the way to it. */
import type { ReactNode } from 'react';
import { Button } from '../../controls/button';
import { useApp } from '../../controls/use-app';
import { EXPERIMENTS_PAGE } from '../../state/lab/lab-link';
import { openLab } from './fetch-lab';

export function LabOffer(): ReactNode {
  const app = useApp();
  return (
    <p className="lab-offer">
      No trace at hand?{' '}
      <Button className="link" data-testid="open-lab" onClick={() => void openLab(app)}>
        Simulate the incident
      </Button>{' '}
      in the lab, or repeat{' '}
      <Button
        className="link"
        data-testid="open-experiments"
        onClick={() => void openLab(app, { scenario: EXPERIMENTS_PAGE, texts: {}, seeds: null })}
      >
        published experiments
      </Button>
      .
    </p>
  );
}
