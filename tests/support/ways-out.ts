/**
 * Everything that leaves the device, as texts: one table, through which a trace with fields that nobody listed goes, and
 * one full of marked secrets. What the page adds of its own (buttons, the browser's downloads) calls these.
 */
import { inflateSync, strFromU8, unzipSync } from 'fflate';
import { measureAsText } from '../../src/app/features/measure/measure-words.ts';
import { packetAsText } from '../../src/app/features/packet/packet-words.ts';
import { runEnding } from '../../src/app/features/what-if/run-file.ts';
import { panelAsText, setAsText } from '../../src/app/workbench/export/panel-exports.ts';
import { valuesAsText } from '../../src/app/workbench/panel/values-as-text.ts';
import type { GroupPlot } from '../../src/drawing/panels/groups/group-plots.ts';
import { pictureOf, svgOf } from '../../src/drawing/panels/lanes/exported-picture.ts';
import type { PictureLane } from '../../src/drawing/panels/lanes/lanes-picture.ts';
import { redactContext } from '../../src/drawing/panels/lanes/redact-context.ts';
import { PANEL_IDS, PANELS } from '../../src/drawing/panels/registry.ts';
import { ARRANGEMENTS } from '../../src/drawing/view/set-view.ts';
import { marksOf } from '../../src/engine/base/text/origin-marks.ts';
import { utcInstant } from '../../src/engine/base/text/utc.ts';
import type { RecordAnswer } from '../../src/engine/reading/contract/events.ts';
import type { PacketFacts } from '../../src/engine/reading/contract/packet-facts.ts';
import { SHARE_NOTHING, type ShareOptions } from '../../src/engine/reading/contract/share-options.ts';
import { JudgeAhead } from '../../src/engine/reading/judge/judge-ahead.ts';
import type { FileConnection } from '../../src/engine/reading/stages/connection-list.ts';
import { handler as record } from '../../src/engine/service/answers/record.ts';
import { handler as whatIf } from '../../src/engine/service/answers/what-if.ts';
import { fileStem, redact, redactName, redactOrigin } from '../../src/engine/service/redaction/redact.ts';
import type { WhatIfAnswer } from '../../src/engine/simulator/what-if/answer.ts';
import { snapshotOf } from '../../src/sharing/digest/answer.ts';
import { makeDigest } from '../../src/sharing/digest/make.ts';
import { decodeDigest, encodeDigest } from '../../src/sharing/digest/pack.ts';
import { surveyRows } from '../../src/sharing/figures/rows.ts';
import { fleetDocument, fleetRecord, sharedFleet } from '../../src/sharing/fleet-rows/fleet-report.ts';
import { embedMessage } from '../../src/sharing/host/embed-messages.ts';
import { formatLink } from '../../src/sharing/link/format.ts';
import { linkOf } from '../../src/sharing/link/link-of.ts';
import { redactFragment } from '../../src/sharing/link/named-traces.ts';
import { formatTrace } from '../../src/sharing/link/trace-refs.ts';
import { NOTHING_AUTHORED } from '../../src/sharing/report/authored.ts';
import { reportOf } from '../../src/sharing/report/comparison-report.ts';
import { bundleFiles, zipBundle } from '../../src/sharing/report/document/bundle.ts';
import type { Document } from '../../src/sharing/report/document/document.ts';
import { toHtml } from '../../src/sharing/report/document/html.ts';
import { toMarkdown } from '../../src/sharing/report/document/markdown.ts';
import {
  type ChatPicture,
  findingForChat,
  panelForChat,
  setForChat,
} from '../../src/sharing/report/figures/chat-picture.ts';
import { seriesLines, setSeriesLines } from '../../src/sharing/report/figures/series-rows.ts';
import { postMortem } from '../../src/sharing/report/post-mortem.ts';
import {
  type DisputedVerdict,
  disputedLog,
  disputedVerdict,
} from '../../src/sharing/report/records/disputed-verdict.ts';
import { snapshotRecord } from '../../src/sharing/report/records/snapshot-record.ts';
import { reportedSet } from '../../src/sharing/report/reported-set.ts';
import { reportedTrace } from '../../src/sharing/report/shared-trace.ts';
import { setName } from '../../src/sharing/report/words/set-names.ts';
import { formatView } from '../../src/sharing/store/stored-view.ts';
import { bandsModel } from '../../src/sharing/table/group-bands.ts';
import { groupsOfRows } from '../../src/sharing/table/group-names.ts';
import { bandsPicture, groupsReport } from '../../src/sharing/table/groups-report.ts';
import { groupsAsText, groupsSaid, sharedGroups } from '../../src/sharing/table/groups-text.ts';
import { groupsVerdict } from '../../src/sharing/table/groups-verdict.ts';
import { packRows, unpackRows } from '../../src/sharing/table/packed-rows.ts';
import { requestsAsCsv, requestsAsJson } from '../../src/sharing/table/requests-text.ts';
import { type GroupOfRows, sharesOf } from '../../src/sharing/table/run-groups.ts';
import { shareFilter } from '../../src/sharing/table/share-filter.ts';
import { type SharedRow, shareRows } from '../../src/sharing/table/share-rows.ts';
import { tableAsJson } from '../../src/sharing/table/table-file.ts';
import { tableAsCsv, tableAsTsv } from '../../src/sharing/table/table-text.ts';
import { exportText, openFile, wholeRange } from './export.ts';
import type { LeavingTrace } from './leaving-trace.ts';
import { SECRET_GROUP_NAME } from './secrets.ts';
import { FLEET_QUERY, fleetAnswer, fleetGroup, shownRow } from './shown-fleet.ts';

function rowsOfTable({ name, snapshot }: LeavingTrace) {
  const { connection, extent, summary, findings, remarks, models, notJudged, quality, messages } = snapshot;
  const [of] = snapshot.connections;
  if (of === undefined) throw new Error('no connection');
  const judged = { findings, remarks, models, notJudged };
  const read = { connection, extent, summary, ...judged, of, ended: messages[0] ?? null };
  const trace = {
    ...read,
    goodputBytes: summary.goodputBytes ?? null,
    originMs: quality?.decode.originMs ?? null,
    window: null,
  };
  return surveyRows(name, {
    traces: [trace],
    hash: null,
    connectionCount: 1,
    failures: messages,
    ends: snapshot.ends,
  });
}

/** Of no run: all that it could say is in its legend. */
function bandsOf(groups: readonly GroupOfRows[]): string {
  const plot: GroupPlot = {
    ...{ quantity: 'cwnd', title: 'Window', height: 100 },
    ...{ format: String, axisFormat: String },
  };
  const times = { at: 'start', landmarkUs: 0, fromUs: 0, toUs: 1 } as const;
  const model = { ...times, runs: [], without: 0, plots: [{ plot, bands: [] }] };
  const verdict = groupsVerdict(groups, sharesOf(groups));
  return svgOf(bandsPicture(model, groups, { width: 600, verdict }), 'bands', verdict.join(' '));
}

/** Everything that is copied and saved of groups. */
export function groupsAsShared(groups: readonly GroupOfRows[], options: ShareOptions): readonly string[] {
  const shared = sharedGroups(groups, options);
  const texts = (['tsv', 'markdown', 'json'] as const).map((format) =>
    groupsAsText(format, groupsSaid(shared)),
  );
  const report = toHtml(groupsReport(groupsSaid(shared), shared, bandsModel(shared, null)));
  return [...texts, bandsOf(shared), report];
}

function documentOf(trace: LeavingTrace, options: ShareOptions): Document {
  const { name, snapshot, context, choices, notes, closeUps, view, origins } = trace;
  const reported = reportedTrace(
    {
      ...{
        name,
        snapshot,
        choices,
        notes,
        closeUps,
        panels: PANEL_IDS,
        contexts: { whole: context, visible: context },
      },
      ...{ figureId: 'figure', dismissed: view.dismissed, visible: view.range },
      fingerprints: origins.flatMap((origin) => (origin.kind === 'file' ? [origin.fingerprint] : [])),
    },
    options,
  );
  const link = `#${linkText(trace, options)}`;
  return postMortem({ traces: [reported], link, written: null, authored: NOTHING_AUTHORED });
}

/** The trace beside itself, shifted. */
function setDocumentOf(leaving: LeavingTrace, options: ShareOptions): Document {
  const { name, snapshot, context, choices, notes, closeUps, view, origins, outline } = leaving;
  const fingerprints = origins.flatMap((origin) => (origin.kind === 'file' ? [origin.fingerprint] : []));
  const trace = {
    ...{ name, snapshot, notes, closeUps, fingerprints, contexts: { whole: context, visible: context } },
    ...{ dismissed: view.dismissed, visible: view.range },
  };
  const lanes = [0, 1].map((place) => ({
    ...{ trace, outline, packets: null, context },
    ...{ offsetUs: place * 5000, style: place },
  }));
  const set = reportedSet({ lanes, arrangement: 'overlay', choices, panels: PANEL_IDS }, options);
  const link = `#${linkText(leaving, options)}`;
  return reportOf({ ...set, link, written: null, authored: NOTHING_AUTHORED });
}

function linkText(
  { origins, view, choices }: LeavingTrace,
  options: ShareOptions,
  digest: string | null = null,
): string {
  const traces = origins.map((origin) => redactOrigin(origin, options));
  const panels = PANEL_IDS;
  return formatLink(linkOf({ traces, shown: 0, view, connection: null, choices, panels, digest }));
}

function panelsOf(trace: LeavingTrace, options: ShareOptions) {
  const context = redactContext(trace.context, trace.name, options);
  return { context, panels: PANELS.filter((panel) => panel.missing(context.snapshot) === null) };
}

function lanesOf(trace: LeavingTrace, options: ShareOptions) {
  const { context, panels } = panelsOf(trace, options);
  const name = redactName(trace.name, options);
  const lanes = [0, 1].map((place): PictureLane => {
    return { context, name, place, style: place, offsetUs: place * 5000 };
  });
  return { lanes, panels };
}

/** Every name of a field and every text in a value. */
export function textOf(value: unknown): string {
  return JSON.stringify(value, (_, inner: unknown) => (ArrayBuffer.isView(inner) ? 'columns' : inner));
}

function tableRowsOf(trace: LeavingTrace, options: ShareOptions): readonly SharedRow[] {
  return shareRows(rowsOfTable(trace), options);
}

function digestOf({ digest, snapshot, notes }: LeavingTrace, options: ShareOptions): Uint8Array {
  return encodeDigest(makeDigest({ ...digest, snapshot, notes, options }), 1023);
}

/** Records of all kinds that a log holds: the first events, and some in between. */
async function copiedRecords({ file }: LeavingTrace): Promise<string> {
  const [{ connection }] = file as [FileConnection];
  const { length } = connection.state.events;
  const rows = new Set(Array.from({ length: 240 }, (_, i) => (i < 80 ? i : Math.floor((i * length) / 240))));
  const texts: string[] = [];
  const tools = { signal: new AbortController().signal, progress: () => undefined };
  for (const row of rows) {
    if (row >= length) continue;
    const { shared } = (await record(openFile(file), { connection: 0, row }, tools)) as RecordAnswer;
    texts.push(shared ?? '');
  }
  return texts.join('\n');
}

/** Runs under another controller, by their files: no option changes them. */
const RUNS = new WeakMap<LeavingTrace['file'], Promise<string>>();

/** A run under another controller, as it is saved; of a trace that cannot be run again its name only. */
async function savedRun({ file, name }: LeavingTrace, options: ShareOptions): Promise<string> {
  const run = RUNS.get(file) ?? runOf(file);
  RUNS.set(file, run);
  return `${fileStem(name, options)}${runEnding('newreno')}\n${await run}`;
}

async function runOf(file: LeavingTrace['file']): Promise<string> {
  const analysis = await new JudgeAhead(null).analyse(file[0] as FileConnection);
  const tools = { signal: new AbortController().signal, progress: () => undefined };
  const body = { connection: 0, controller: 'newreno' } as const;
  const opened = { ...openFile(file), analysis: () => analysis };
  const { run } = (await whatIf(opened, body, tools)) as WhatIfAnswer;
  return run?.trace ?? '';
}

type WayOut = (trace: LeavingTrace, options: ShareOptions) => string | Promise<string>;

/** Each gives all text that leaves that way. */
export const WAYS_OUT: { readonly [way: string]: WayOut } = {
  'report as Markdown': (trace, options) => toMarkdown(documentOf(trace, options)),
  'report as HTML': (trace, options) => toHtml(documentOf(trace, options)),
  'report about a set': (trace, options) => {
    const document = setDocumentOf(trace, options);
    return [toMarkdown(document), toHtml(document)].join('\n');
  },
  'report as files': (trace, options) => [...bundleFiles(documentOf(trace, options))].flat().join('\n'),
  'report as zip': async (trace, options) => {
    const files = Object.entries(unzipSync(await zipBundle(documentOf(trace, options))));
    return files.map(([name, bytes]) => `${name}\n${strFromU8(bytes)}`).join('\n');
  },
  'findings as JSON': ({ name, snapshot }, options) => {
    const shared = redact({ name, snapshot }, options);
    return textOf(snapshotRecord(shared.name, shared.snapshot));
  },
  'bytes of a digest': (trace, options) =>
    new TextDecoder('latin1').decode(inflateSync(digestOf(trace, options).subarray(1))),
  'what a digest opens as': (trace, options) => {
    const read = decodeDigest(digestOf(trace, options));
    if ('reason' in read) throw new Error(read.reason);
    return textOf([read.digest, snapshotOf(read.digest, 1)]);
  },
  'link to the view': (trace, options) => linkText(trace, options),
  'view put into the store': (trace, options) => {
    const object = `${'0'.repeat(64)}.gz`;
    const { notes, name } = trace;
    const link = linkText({ ...trace, origins: [{ kind: 'stored', object }] }, options);
    return formatView({ link, traces: [{ object, name: redactName(name, options), notes: [[0, notes]] }] });
  },
  'message to the page around': ({ name, snapshot }) => {
    const shared = redact({ name, snapshot }, SHARE_NOTHING);
    const record = snapshotRecord(shared.name, shared.snapshot);
    return textOf(record && embedMessage({ type: 'opened', id: 1, record }));
  },
  'link that is followed': (trace, options) => {
    const whole = linkText(trace, { ...options, fileName: true });
    return redactFragment(whole.replace('&t=', `&file=unreadable.${trace.name}&t=`), options);
  },
  'export of the whole range': async ({ file, name }, options) =>
    (await exportText(file, wholeRange(file[0] as FileConnection), options, 0, name)).text,
  'export of the second half': async ({ file, name }, options) => {
    const { fromUs, toUs } = wholeRange(file[0] as FileConnection);
    const half = { fromUs: (fromUs + toUs) / 2, toUs };
    return (await exportText(file, half, options, 0, name)).text;
  },
  'verdict that is called wrong': async (trace, options) => {
    const { file, name, snapshot } = trace;
    // The log beside a verdict is an export; all records of one leave by the ways above.
    const { fromUs, toUs } = wholeRange(file[0] as FileConnection);
    const part = { fromUs, toUs: fromUs + (toUs - fromUs) / 100 };
    const exported = await exportText(file, part, options, 0, name);
    const shared = redact({ name, snapshot }, options).snapshot;
    const texts = shared.findings.map(async ({ key }) => {
      const disputed = disputedVerdict(shared, key, 'other', '') as DisputedVerdict;
      return (await disputedLog(new Blob([exported.text]), disputed)).text();
    });
    return (await Promise.all(texts)).join('\n');
  },
  'run under another controller': savedRun,
  'pictures of panels': (trace, options) => {
    const { context, panels } = panelsOf(trace, options);
    const picture = { height: 100, subtitle: '', band: null };
    return panels
      .map((panel) => svgOf(pictureOf(panel, context, picture), panel.id, panel.sentence(context)))
      .join('\n');
  },
  'pictures and sentences on the clipboard': (trace, options) => {
    const { context, panels } = panelsOf(trace, options);
    const given = { name: redactName(trace.name, options), height: 100, lockedMax: null, band: null };
    const made = panels.flatMap((panel): readonly (ChatPicture | null)[] => [
      panelForChat(panel, context, given),
      ...context.snapshot.findings.map(({ key }) => findingForChat(panel, context, key, given)),
    ]);
    return made
      .flatMap((one) => (one === null ? [] : [svgOf(one.picture, 'chat', one.sentence), one.sentence]))
      .join('\n');
  },
  'pictures of a set': (trace, options) => {
    const { lanes, panels } = lanesOf(trace, options);
    const given = { height: 100, lockedMax: null, subtitle: '' };
    return ARRANGEMENTS.flatMap((arrangement) =>
      panels.map((panel) => {
        const { picture, sentence } = setForChat(panel, lanes, { ...given, arrangement });
        return `${svgOf(picture, panel.id, sentence)}\n${sentence}`;
      }),
    ).join('\n');
  },
  'panels of a set as text': (trace, options) => {
    const { lanes, panels } = lanesOf(trace, options);
    return panels.map((panel) => setAsText(panel, lanes)).join('\n');
  },
  'series of a set as CSV': ({ name, snapshot, rows: points }, options) => {
    const { rows, name: shared } = redact({ name, snapshot, rows: points }, options);
    const marks = marksOf(snapshot);
    const table = (place: number) => ({
      ...{ ...rows, trace: setName(place, shared, marks), offsetUs: place * 5000 },
    });
    return [...setSeriesLines([table(0), table(1)])].join('');
  },
  'digest of a set': (trace, options) => {
    const { digest, snapshot, notes, origins } = trace;
    const lead = makeDigest({ ...digest, snapshot, notes, options });
    const others = origins.map((origin) => {
      const redacted = redactOrigin(origin, options);
      return { ref: (redacted && formatTrace(redacted)) ?? '', digest: lead };
    });
    const read = decodeDigest(encodeDigest({ ...lead, others }, 1023));
    if ('reason' in read) throw new Error(read.reason);
    return textOf(read.digest);
  },
  'panels as text': (trace, options) => {
    const { context, panels } = panelsOf(trace, options);
    return panels.map((panel) => panelAsText(panel, context)).join('\n');
  },
  'values at a time': (trace, options) => {
    const { context } = panelsOf(trace, options);
    const { fromUs, toUs } = context.viewport;
    const times = Array.from({ length: 20 }, (_, i) => fromUs + ((toUs - fromUs) * i) / 20);
    const at = (title: string, timeUs: number) => ({ title, context, timeUs, timeWords: `${timeUs}` });
    const title = setName(0, redactName(trace.name, options), marksOf(context.snapshot));
    return times
      .flatMap((timeUs) => [
        valuesAsText([at(title, timeUs)], trace.choices),
        valuesAsText([at(title, timeUs), at('B', timeUs + 1000)], trace.choices),
      ])
      .join('\n');
  },
  'requests as JSON': ({ name, snapshot, http }, options) =>
    requestsAsJson(redact({ name, snapshot, http }, options).http),
  'requests as CSV': ({ name, snapshot, http }, options) =>
    requestsAsCsv(redact({ name, snapshot, http }, options).http),
  'series as CSV': ({ name, snapshot, rows: points }, options) => {
    const { rows } = redact({ name, snapshot, rows: points }, options);
    return [...seriesLines(rows.columns, rows.fromUs, 'csv')].join('');
  },
  'rows of a table of traces': (trace, options) => {
    const rows = tableRowsOf(trace, options);
    return [tableAsTsv(rows), tableAsCsv(rows), tableAsJson(rows)].join('\n');
  },
  'shares and bands of groups': (trace, options) => {
    return groupsAsShared(
      [{ name: SECRET_GROUP_NAME, nameFrom: 'files', rows: rowsOfTable(trace), copies: 0, runs: [] }],
      options,
    ).join('\n');
  },
  'report of a fleet': (trace, options) => {
    const [row] = rowsOfTable(trace);
    if (row === undefined) throw new Error('no row');
    const build = `${row.implementation} ${row.version}`;
    const cells = { version: build, recorded: row.recordedMs === null ? '' : utcInstant(row.recordedMs, 0) };
    const times = { firstMs: row.recordedMs ?? Number.NaN, firstHitMs: row.recordedMs ?? Number.NaN };
    return (['version', 'host', 'day'] as const)
      .map((by) => {
        const id = by === 'version' ? build : by === 'host' ? trace.name : utcInstant(times.firstMs, 0);
        const group = fleetGroup(id, { ...times, filter: `host = "${trace.name}"` });
        const count = { version: row.version ?? '', hits: 9, judged: 15 };
        const change = {
          ...{
            implementation: row.implementation ?? '',
            build: count,
            before: count,
            finding: 'death-spiral',
          },
          ...{ difference: { share: 0.6, low: 0.3, high: 0.8 }, lostMs: 41e3, lostOf: 9 },
          ...{ sinceMs: times.firstMs, hosts: [{ name: trace.name, traces: 9 }] },
        };
        const timeline = {
          fromMs: times.firstMs,
          stepMs: 3.6e6,
          lines: [{ id: null, judged: [9], hits: [1] }],
        };
        const shown = {
          name: trace.name,
          query: { ...FLEET_QUERY, by, filter: `name = "${trace.name}"`, picked: id },
          answer: fleetAnswer({
            groups: [group],
            builds: { changes: [change], comparisons: 1, tooFew: [change] },
            timeline,
            undated: 1,
          }),
          rows: [shownRow({ file: trace.name, copyOf: trace.name, marks: marksOf(trace.snapshot), cells })],
        };
        const shared = sharedFleet(shown, options);
        const document = fleetDocument(shared);
        return `${toHtml(document)}\n${toMarkdown(document)}\n${JSON.stringify(fleetRecord(shared))}`;
      })
      .join('\n');
  },
  'groups of a saved table': (trace, options) => {
    const rows = rowsOfTable(trace).map((row, i) => ({ key: `${i}`, row }));
    const names = { id: SECRET_GROUP_NAME, name: SECRET_GROUP_NAME, pattern: SECRET_GROUP_NAME };
    const group = { ...names, nameFrom: 'files', rows, copies: 0 } as const;
    const shared = groupsOfRows([group], rows, options);
    return tableAsJson(tableRowsOf(trace, options), shared && { ...shared, runs: null });
  },
  'link to a table of traces': (trace, options) => {
    const unpacked = unpackRows(packRows(tableRowsOf(trace, options), options).text);
    if (typeof unpacked === 'string') throw new Error(unpacked);
    const filters = [trace.name, `name = "${trace.name}"`, 'finding = death-spiral'];
    return textOf([unpacked, filters.map((filter) => shareFilter(filter, options))]);
  },
  'figures of a range': ({ name, snapshot, measured: figures }, options) => {
    const { measured, snapshot: shared } = redact({ name, snapshot, measured: figures }, options);
    return `${measureAsText(measured, shared.summary)}\n${textOf(measured)}`;
  },
  'a packet': ({ name, snapshot, packets }, options) =>
    packets
      .map((facts) => {
        const { packet: shared, snapshot: of } = redact({ name, snapshot, packet: facts }, options);
        return `${packetAsText(shared, of.summary)}\n${textOf(shared)}`;
      })
      .join('\n'),
  'copied records': (trace) => copiedRecords(trace),
  'name of a saved file': ({ name }, options) => fileStem(name, options),
  'everything that is redacted': (
    { name, snapshot, context, rows, measured, packets, outline, notes },
    options,
  ) => {
    const { answer, hidden } = context;
    const drawn = { answer, whole: answer, hidden: [...hidden] };
    return textOf(
      redact(
        { name, snapshot, ...drawn, rows, measured, packet: packets[0] as PacketFacts, outline, notes },
        options,
      ),
    );
  },
};
