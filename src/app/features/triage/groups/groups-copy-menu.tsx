/** Copies the shares of the groups and their verdict: with names that were typed, with those of files where they are wanted. */
import type { ReactNode } from 'react';
import type { GroupsFormat } from '../../../../sharing/table/groups-text';
import { GROUP_OPTIONS } from '../../../../sharing/table/packed-rows';
import { Button } from '../../../controls/button';
import { MenuDetails } from '../../../controls/menu-details';
import { saveTable } from '../../../controls/row-actions';
import { ShareOptionBoxes } from '../../../controls/share-option-boxes';
import { useApp } from '../../../controls/use-app';
import { useStore } from '../../../controls/use-store';
import type { TableGroups } from '../../../state/table/table-groups';
import { ROW_OPTION_LABELS, tableView } from '../../../state/table/table-view';
import { copyGroups, saveBands, saveReport } from './copy-groups';

const FORMATS: readonly (readonly [GroupsFormat, string])[] = [
  ['tsv', 'Copy shares as TSV, for a spreadsheet'],
  ['markdown', 'Copy shares as Markdown'],
  ['json', 'Copy shares as JSON'],
];

export function GroupsCopyMenu({ groups }: { readonly groups: TableGroups }): ReactNode {
  const app = useApp();
  const view = app.feature(tableView);
  const { options } = useStore(view.state);
  const hasRuns = [...useStore(groups.figures).values()].some((run) => run !== null);
  return (
    <MenuDetails className="page-menu groups-copy" label="Copy, save ▾" name="Copy or save the groups">
      <ShareOptionBoxes
        legend="With"
        options={options}
        onChange={(next) => view.setOptions(next)}
        offered={GROUP_OPTIONS}
        labels={ROW_OPTION_LABELS}
      />
      {FORMATS.map(([format, words]) => (
        <Button
          key={format}
          className={null}
          data-format={format}
          onClick={() => void copyGroups(groups, format)}
        >
          {words}
        </Button>
      ))}
      <Button className={null} data-format="html" onClick={() => saveReport(groups)}>
        Save a report with pictures and runs (HTML)
      </Button>
      <Button className={null} data-format="file" onClick={() => saveTable(app)}>
        Save a file that opens as these groups
      </Button>
      {(['png', 'svg'] as const).map((format) => (
        <Button
          key={format}
          className={null}
          data-format={format}
          disabled={!hasRuns}
          onClick={() => saveBands(groups, format)}
        >
          Save the bands as a picture ({format.toUpperCase()})
        </Button>
      ))}
    </MenuDetails>
  );
}
