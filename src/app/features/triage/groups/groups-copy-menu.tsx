/** Copies the shares of the groups and their verdict: with names that were typed, with those of files where they are wanted. */
import type { ReactNode } from 'react';
import type { GroupsFormat } from '../../../../sharing/table/groups-text';
import { Button } from '../../../controls/button';
import { MenuDetails } from '../../../controls/menu-details';
import { ShareOptionBoxes } from '../../../controls/share-option-boxes';
import { useStore } from '../../../controls/use-store';
import type { TableGroups } from '../../../state/table/table-groups';
import { copyGroups, saveBands, saveGroups, saveReport } from './copy-groups';

const FORMATS: readonly (readonly [GroupsFormat, string])[] = [
  ['tsv', 'Copy shares as TSV, for a spreadsheet'],
  ['markdown', 'Copy shares as Markdown'],
  ['json', 'Copy shares as JSON'],
];

export function GroupsCopyMenu({ groups }: { readonly groups: TableGroups }): ReactNode {
  const options = useStore(groups.options);
  const hasRuns = [...useStore(groups.figures).values()].some((run) => run !== null);
  return (
    <MenuDetails className="page-menu groups-copy" label="Copy, save ▾" name="Copy or save the groups">
      <ShareOptionBoxes
        legend="With"
        options={options}
        onChange={(next) => groups.options.set(next)}
        offered={['fileName']}
        labels={{ fileName: 'Names of files, and of groups after them' }}
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
      <Button className={null} data-format="file" onClick={() => saveGroups(groups)}>
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
