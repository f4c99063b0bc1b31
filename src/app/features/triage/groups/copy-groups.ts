/** What leaves of the groups: their shares for the clipboard, their bands as a picture; redacted. */
import { svgOf } from '../../../../drawing/panels/lanes/exported-picture';
import { XML_DECLARATION } from '../../../../engine/base/text/xml';
import { toHtml } from '../../../../sharing/report/document/html';
import { alignedSentence } from '../../../../sharing/table/group-bands';
import { bandsPicture, groupsReport } from '../../../../sharing/table/groups-report';
import { type GroupsFormat, groupsAsText } from '../../../../sharing/table/groups-text';
import { copyOrSave, saveFile, textFile } from '../../../controls/save-file';
import { createStore } from '../../../state/store';
import type { TableGroups } from '../../../state/table/table-groups';
import { canvasOf } from '../../../workbench/paint/canvas-sheet';

const ENDINGS: { readonly [format in GroupsFormat]: string } = { tsv: 'tsv', markdown: 'md', json: 'json' };
/** Of the plots in a saved picture, CSS pixels; as sharp as on a screen of two device pixels. */
const PICTURE_PX = 760;
const PIXEL_RATIO = 2;

const namedBy = (fileName: boolean) => ({ name: 'traces', includesName: createStore(fileName) });

export function copyGroups(groups: TableGroups, format: GroupsFormat): Promise<void> {
  const { options } = groups;
  const words = groupsAsText(format, groups.sharedSaid);
  return copyOrSave(namedBy(options.fileName), options, `-group-shares.${ENDINGS[format]}`, words);
}

/** One page that holds all it needs. */
export function saveReport(groups: TableGroups): void {
  const { options } = groups;
  const document = groupsReport(groups.sharedSaid, groups.sharedShown, groups.bands);
  saveFile(namedBy(options.fileName), options, '-groups.html', textFile([toHtml(document)], 'text/html'));
}

/** Nothing is saved where there is no band to be drawn. */
export function saveBands(groups: TableGroups, format: 'svg' | 'png'): void {
  const { bands, options } = groups;
  if (bands.plots.length === 0) return;
  const { verdict } = groups.sharedSaid;
  const spec = bandsPicture(bands, groups.sharedShown, { width: PICTURE_PX, verdict });
  const save = (content: Blob): void =>
    saveFile(namedBy(options.fileName), options, `-group-bands.${format}`, content);
  if (format === 'svg') {
    const words = [...verdict, alignedSentence(bands)].join(' ');
    save(textFile([XML_DECLARATION, svgOf(spec, 'bands', words)], 'image/svg+xml'));
  } else canvasOf(spec, PIXEL_RATIO).toBlob((blob) => blob !== null && save(blob));
}
