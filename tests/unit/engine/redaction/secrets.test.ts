/** A trace full of marked secrets through everything that leaves the device: none is found, with an option only its own. */
import { beforeAll, describe, expect, it } from 'vitest';
import { pictureOf, svgOf } from '../../../../src/drawing/panels/exported-picture.ts';
import { redactContext } from '../../../../src/drawing/panels/redact-context.ts';
import { PANELS } from '../../../../src/drawing/panels/registry.ts';
import { DEFAULT_CHOICES } from '../../../../src/drawing/view/choices.ts';
import { rowsOf } from '../../../../src/engine/answers/rows.ts';
import {
  SHARE_NOTHING,
  SHARE_OPTIONS,
  type ShareOption,
  type ShareOptions,
} from '../../../../src/engine/contract/share-options.ts';
import type { FileConnection } from '../../../../src/engine/reading/connection-list.ts';
import { redactSnapshot } from '../../../../src/engine/redaction/redact-snapshot.ts';
import { toHtml } from '../../../../src/sharing/report/html.ts';
import type { ReportInput } from '../../../../src/sharing/report/input.ts';
import { toMarkdown } from '../../../../src/sharing/report/markdown.ts';
import { panelFigures } from '../../../../src/sharing/report/panel-figures.ts';
import { postMortem } from '../../../../src/sharing/report/post-mortem.ts';
import { qualityFacts } from '../../../../src/sharing/report/quality-facts.ts';
import { seriesLines } from '../../../../src/sharing/report/series-rows.ts';
import { snapshotRecord } from '../../../../src/sharing/report/snapshot-record.ts';
import { exportText, openStored, wholeRange } from '../../../support/export.ts';
import { type OpenedTrace, openBytes } from '../../../support/panel-context.ts';
import { strictFault } from '../../../support/qlog-strict.ts';
import { SECRET_FILE_NAME, SECRETS, secretsIn, secretTrace } from '../../../support/secrets.ts';

const only = (option: ShareOption): ShareOptions => ({ ...SHARE_NOTHING, [option]: true });

let opened: OpenedTrace;
let file: readonly FileConnection[];

beforeAll(async () => {
  opened = await openBytes(secretTrace());
  file = await openStored(secretTrace(), SECRET_FILE_NAME);
});

/** What the page makes of the trace for a report. */
function reportInput(options: ShareOptions): ReportInput {
  const snapshot = redactSnapshot(opened.snapshot, options);
  const figures = panelFigures(redactContext(opened.context(), options), DEFAULT_CHOICES, null, 'figure');
  const name = options.fileName ? SECRET_FILE_NAME : null;
  const quality = qualityFacts(snapshot);
  return {
    traces: [{ name, snapshot, dismissed: [], notes: [], visible: null, figures, quality }],
    link: null,
    written: null,
  };
}

const SHARED: { readonly [what: string]: (options: ShareOptions) => string | Promise<string> } = {
  export: async (options) => {
    const { text } = await exportText(
      file,
      wholeRange(file[0] as FileConnection),
      options,
      0,
      SECRET_FILE_NAME,
    );
    return text;
  },
  'report as HTML': (options) => toHtml(postMortem(reportInput(options))),
  'report as Markdown': (options) => toMarkdown(postMortem(reportInput(options))),
  'findings as JSON': (options) =>
    JSON.stringify(
      snapshotRecord(options.fileName ? SECRET_FILE_NAME : '-', redactSnapshot(opened.snapshot, options)),
    ),
};

describe.each(Object.entries(SHARED))('%s', (_, shared) => {
  it('holds no secret while nothing is ticked', async () => {
    const text = await shared(SHARE_NOTHING);
    expect(text.length).toBeGreaterThan(1000);
    expect(secretsIn(text)).toEqual([]);
  });

  it.each(SHARE_OPTIONS.map(({ id }) => id))('holds with the option %s no other secret', async (option) => {
    const own: readonly string[] = SECRETS[option];
    expect(secretsIn(await shared(only(option))).filter((secret) => !own.includes(secret))).toEqual([]);
  });
});

describe('the trace of secrets', () => {
  it('holds them all, and is read with its findings', () => {
    const text = new TextDecoder().decode(secretTrace());
    const held = [...secretsIn(text), ...SECRETS.fileName];
    const told = ['2026-11-20T13:37:42', '13:37:42'];
    expect(
      Object.values(SECRETS)
        .flat()
        .filter((secret) => !held.includes(secret) && !told.includes(secret)),
    ).toEqual([]);
    expect(opened.snapshot.findings.map(({ id }) => id)).toContain('death-spiral');
    expect(secretsIn(JSON.stringify(opened.snapshot))).toEqual(
      expect.arrayContaining(['kumquatstate', 'kumquatbroken']),
    );
  });

  it.each([
    ['fileName', ['kumquatfile']],
    ['addresses', ['203.0.113.77', 'fd00::5ec:7e7']],
    ['connectionIds', SECRETS.connectionIds],
    ['wallClock', ['1795181862']],
    ['reasonPhrases', ['kumquatreason', 'kumquatlogline', 'kumquattrigger', 'kumquatstate']],
  ] as const)('gives an export with the option %s just these', async (option, due) => {
    const { text } = await exportText(
      file,
      wholeRange(file[0] as FileConnection),
      only(option),
      0,
      SECRET_FILE_NAME,
    );
    expect(strictFault(text)).toBeNull();
    expect([...secretsIn(text)].sort()).toEqual([...due].sort());
  });

  it('gives a report its free text and its file name with their ticks', () => {
    const markdown = toMarkdown(postMortem(reportInput({ ...only('reasonPhrases'), fileName: true })));
    expect(secretsIn(markdown)).toEqual(
      expect.arrayContaining(['kumquatfile', 'kumquatstate', 'kumquatbroken']),
    );
  });
});

describe('what a panel is saved as', () => {
  it('holds no secret: pictures as SVG, sentences, tables of series', () => {
    const context = redactContext(opened.context());
    const pictures = PANELS.filter((panel) => panel.missing(context.snapshot) === null).map((panel) =>
      svgOf(
        pictureOf(panel, context, { height: 100, subtitle: '', band: null }),
        panel.id,
        panel.sentence(context),
      ),
    );
    expect(pictures.length).toBeGreaterThan(5);
    expect(secretsIn(pictures.join('\n'))).toEqual([]);
    expect(pictures.join('\n')).toContain('unnamed state 1');
    const all = (file[0] as FileConnection).connection.state.allSeries();
    const request = { connection: 0, series: all.map(({ info }) => info.id), fromUs: 0, toUs: 1e9 };
    const { value: rows } = rowsOf(all, request);
    const table = [...seriesLines(rows.columns, rows.fromUs, 'csv')].join('');
    expect(table.length).toBeGreaterThan(1000);
    expect(secretsIn(table)).toEqual([]);
  });
});
