/** `qlogscope report --group`: the report that the page saves of groups of runs, and its record. */
import { printableJson } from '../../../../engine/base/text/printable';
import type { Document } from '../../../../sharing/report/document/document';
import { bandsModel } from '../../../../sharing/table/group-bands';
import { groupsReport } from '../../../../sharing/table/groups-report';
import { groupsSaid, recordOf, sharedGroups } from '../../../../sharing/table/groups-text';
import { Exit } from '../../exit';
import type { Io } from '../../io';
import { countedGroups, readGroups, warnOfFew } from '../../reading/read-groups';
import type { ReportSetting } from './report-setting';

export interface GroupsReported {
  readonly document: Document;
  /** As JSON. */
  readonly record: string;
  readonly exit: number;
}

/** @returns null, with a warning, where a run is in two groups. */
export async function reportGroups(
  { groups: asked, options }: ReportSetting,
  io: Io,
): Promise<GroupsReported | null> {
  const read = await readGroups(asked, io);
  if (read === null) return null;
  const groups = sharedGroups(read.groups, options);
  const counted = countedGroups(groups, read.failures);
  const said = groupsSaid(groups, counted);
  warnOfFew(counted, io);
  return {
    document: groupsReport(said, groups, bandsModel(groups, null)),
    record: `${printableJson(JSON.stringify(recordOf(said)))}\n`,
    exit: read.isComplete ? Exit.clean : Exit.unreadable,
  };
}
