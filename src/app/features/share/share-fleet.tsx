/** What the share dialog offers for a fleet: a link to one at a URL, and of any what is on the screen as a report, Markdown or JSON. */
import { type ReactNode, useState } from 'react';
import {
  SHARE_NOTHING,
  type ShareOption,
  type ShareOptions,
} from '../../../engine/reading/contract/share-options';
import type { FleetAnswer } from '../../../sharing/fleet-rows/contract';
import {
  type FleetShown,
  fleetDocument,
  fleetRecord,
  MOST_REPORTED_ROWS,
  sharedFleet,
} from '../../../sharing/fleet-rows/fleet-report';
import { toHtml } from '../../../sharing/report/document/html';
import { toMarkdown } from '../../../sharing/report/document/markdown';
import { Button } from '../../controls/button';
import { copyOrSave, saveFile, textFile } from '../../controls/save-file';
import { ShareOptionBoxes } from '../../controls/share-option-boxes';
import { useStore } from '../../controls/use-store';
import { LinkButton } from '../../navigation/copy-link-button';
import type { OpenFleet } from '../../state/fleet/fleet';
import { noFleetLink } from '../../state/fleet/fleet-store';
import { createStore } from '../../state/store';
import { PageReach, usePageReach } from './page-reach';

const OF_LINK = 'Names the URL of the fleet, and what is looked at of it, the filter too.';
const OF_REPORT =
  'The sentences, the shares with their intervals, two pictures, the first traces: one file that holds all it needs.';
const OFFERED: readonly ShareOption[] = ['fileName', 'wallClock', 'reasonPhrases'];
const LABELS = {
  fileName: 'Names of files and hosts, and the filter',
  wallClock: 'Dates',
  reasonPhrases: 'Versions as the logs have them, not their digits alone',
} as const;

export function ShareFleet({ fleet }: { readonly fleet: OpenFleet }): ReactNode {
  const [options, setOptions] = useState(SHARE_NOTHING);
  const { answer } = useStore(fleet.state);
  const page = usePageReach();
  if (answer === null) return <p>A fleet can be shared when its first rows are read.</p>;
  const noLink = noFleetLink(fleet);
  return (
    <div className="share-form" data-testid="share-fleet">
      <p>Made on this device; nothing is sent until you paste or attach it somewhere.</p>
      <PageReach page={page} />
      <ShareOptionBoxes
        legend="Include, beside figures and findings"
        options={options}
        onChange={setOptions}
        offered={OFFERED}
        labels={LABELS}
      />
      <ul className="share-offers">
        <li>
          <p>
            <strong>Link to the fleet</strong>
          </p>
          <p className="fine">{noLink ?? OF_LINK}</p>
          {noLink === null && <LinkButton className="button" testId="share-fleet-link" />}
        </li>
        <ReportOffer fleet={fleet} answer={answer} options={options} />
      </ul>
    </div>
  );
}

interface ReportOfferProps {
  readonly fleet: OpenFleet;
  readonly answer: FleetAnswer;
  readonly options: ShareOptions;
}

function ReportOffer({ fleet, answer, options }: ReportOfferProps): ReactNode {
  const { name, state } = fleet;
  const named = { name, includesName: createStore(options.fileName) };
  const shared = (): FleetShown => {
    const places = Array.from({ length: Math.min(answer.shown, MOST_REPORTED_ROWS) }, (_, i) => i);
    const rows = places.flatMap((place) => fleet.rowAt(place) ?? []);
    return sharedFleet({ name, query: state.get().query, answer, rows }, options);
  };
  const report = (): Blob => textFile([toHtml(fleetDocument(shared()))], 'text/html');
  const copy = (ending: string, words: string): void => void copyOrSave(named, options, ending, words);
  return (
    <li>
      <p>
        <strong>Report</strong> of what is on the screen
      </p>
      <p className="fine">{OF_REPORT}</p>
      <div className="share-csv">
        <Button
          data-testid="share-fleet-report"
          onClick={() => saveFile(named, options, '-fleet.html', report())}
        >
          Save report (HTML)
        </Button>
        <Button
          data-testid="share-fleet-markdown"
          onClick={() => copy('-fleet.md', toMarkdown(fleetDocument(shared())))}
        >
          Copy as Markdown
        </Button>
        <Button
          data-testid="share-fleet-json"
          onClick={() => copy('-fleet.json', `${JSON.stringify(fleetRecord(shared()))}\n`)}
        >
          Copy as JSON
        </Button>
      </div>
    </li>
  );
}
