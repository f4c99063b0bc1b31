/** What leaves of the groups: their shares for the clipboard, their bands as a picture; redacted. */
import { groupsPicture } from '../../../../drawing/panels/groups/group-picture';
import { svgOf } from '../../../../drawing/panels/lanes/exported-picture';
import { XML_DECLARATION } from '../../../../engine/base/text/xml';
import { toHtml } from '../../../../sharing/report/document/html';
import { alignedSentence } from '../../../../sharing/table/group-bands';
import { letterName, sharedName } from '../../../../sharing/table/group-names';
import { groupsReport } from '../../../../sharing/table/groups-report';
import { type GroupsFormat, groupsAsText, sharedGroups } from '../../../../sharing/table/groups-text';
import { packRuns } from '../../../../sharing/table/packed-runs';
import { originOf } from '../../../../sharing/table/run-groups';
import { shareRows } from '../../../../sharing/table/share-rows';
import { tableAsJson } from '../../../../sharing/table/table-file';
import { copyOrSave, saveFile, textFile } from '../../../controls/save-file';
import { createStore } from '../../../state/store';
import { MOST_GROUPS, type TableGroups } from '../../../state/table/table-groups';
import { canvasOf } from '../../../workbench/paint/canvas-sheet';

const ENDINGS: { readonly [format in GroupsFormat]: string } = { tsv: 'tsv', markdown: 'md', json: 'json' };
/** Of the plots in a saved picture, CSS pixels; as sharp as on a screen of two device pixels. */
const PICTURE_PX = 760;
const PIXEL_RATIO = 2;

const namedBy = (fileName: boolean) => ({ name: 'traces', includesName: createStore(fileName) });

export function copyGroups(groups: TableGroups, format: GroupsFormat): Promise<void> {
  const options = groups.options.get();
  const words = groupsAsText(format, groups.sharedSaid);
  return copyOrSave(namedBy(options.fileName), options, `-group-shares.${ENDINGS[format]}`, words);
}

/** A file that opens here as the same groups, with their verdict and bands. */
export function saveGroups(groups: TableGroups): void {
  const options = groups.options.get();
  const { linked, progress } = groups;
  const shown = groups.grouped.get().groups.slice(0, MOST_GROUPS);
  const rows = shown.flatMap((group) => group.rows);
  const figures = groups.figures.get();
  const shared = {
    landmark: groups.landmark.get(),
    runs: rows.map(({ key }) => figures.get(key) ?? null),
    bands: progress.get().total > 0 || groups.bands.plots.length === 0 ? null : groups.bands,
    said: linked?.said ?? null,
  };
  const text = tableAsJson(
    shareRows(
      rows.map(({ row }) => row),
      options,
    ),
    {
      names: shown.map((group, place) => sharedName(group, options) ?? letterName(place)),
      ofRows: shown.flatMap((group, place) => group.rows.map(() => place)),
      runs: packRuns(shared, Number.POSITIVE_INFINITY)?.text ?? null,
    },
  );
  saveFile(namedBy(options.fileName), options, '-groups.qlogscope', textFile([text], 'application/json'));
}

/** One page that holds all it needs. */
export function saveReport(groups: TableGroups): void {
  const options = groups.options.get();
  const shared = sharedGroups(groups.shown, options);
  const document = groupsReport(groups.sharedSaid, shared, groups.bands);
  saveFile(namedBy(options.fileName), options, '-groups.html', textFile([toHtml(document)], 'text/html'));
}

/** Nothing is saved where there is no band to be drawn. */
export function saveBands(groups: TableGroups, format: 'svg' | 'png'): void {
  const options = groups.options.get();
  const { shown, bands: model } = groups;
  if (model.plots.length === 0) return;
  const named = shown.map((group, i) => ({
    name: sharedName(group, options),
    runs: model.runs[i] ?? 0,
    origin: originOf(group),
  }));
  const { verdict } = groups.sharedSaid;
  const { fromUs, toUs } = model;
  const sentence = alignedSentence(model);
  const viewport = { fromUs, toUs, width: PICTURE_PX };
  const spec = groupsPicture(model.plots, named, { viewport, sentence, verdict });
  const save = (content: Blob): void =>
    saveFile(namedBy(options.fileName), options, `-group-bands.${format}`, content);
  if (format === 'svg')
    save(
      textFile([XML_DECLARATION, svgOf(spec, 'bands', [...verdict, sentence].join(' '))], 'image/svg+xml'),
    );
  else canvasOf(spec, PIXEL_RATIO).toBlob((blob) => blob !== null && save(blob));
}
