/** What goes into a chat: the verdict of a finding with its time, the sentence of a panel with its range, each with its picture. */
import { expect, test } from 'vitest';
import { redactContext } from '../../../../../src/drawing/panels/lanes/redact-context.ts';
import type { PanelDefinition } from '../../../../../src/drawing/panels/panel.ts';
import { findPanel } from '../../../../../src/drawing/panels/registry.ts';
import { drawPicture, type PictureSpec, pictureSize } from '../../../../../src/drawing/surface/picture.ts';
import { SvgSheet } from '../../../../../src/drawing/surface/svg-surface.ts';
import { SHARE_NOTHING } from '../../../../../src/engine/reading/contract/share-options.ts';
import { findingForChat, panelForChat } from '../../../../../src/sharing/report/figures/chat-picture.ts';
import { openTrace } from '../../../../support/panel-context.ts';
import { corpusPath } from '../../../../support/raw-trace.ts';

const { snapshot, context } = await openTrace(corpusPath('rate2-both-cubic-buggy-s09.server.sqlog.gz'));
const shared = redactContext(context(), 'server.sqlog', SHARE_NOTHING);
const congestion = findPanel('congestion') as PanelDefinition;
const [spiral] = snapshot.findings;
const key = spiral?.key ?? '';

const drawn = (spec: PictureSpec): string => {
  const { width, height } = pictureSize(spec);
  const sheet = new SvgSheet(width, height, 'chat');
  drawPicture(sheet, spec);
  return sheet.svg(spec.title, '');
};

test('a finding is its title, time, verdict and what is known of the implementation', () => {
  const made = findingForChat(congestion, shared, key, { name: null, height: 200 });
  expect(made?.sentence).toMatch(
    /^Death spiral \(critical\), 2\.04 s to the end \(7\.95 s\)\. The window \(cwnd\) stayed at 2,700 bytes/,
  );
  expect(made?.sentence).toContain('pull request 2370');
  expect(made?.picture.bands).toEqual([{ fromUs: spiral?.startUs, toUs: spiral?.endUs }]);
  expect(drawn(made?.picture as PictureSpec)).toContain('Death spiral, 2.04 s to the end');
});

test('the name of the file stands before it only where it may leave', () => {
  const made = findingForChat(congestion, shared, key, { name: 'server.sqlog', height: 200 });
  expect(made?.sentence).toMatch(/^server\.sqlog: Death spiral/);
});

test('a finding that the trace does not have gives nothing', () => {
  expect(findingForChat(congestion, shared, 'no-such.1', { name: null, height: 200 })).toBeNull();
});

test('a panel is its range and its sentence', () => {
  const made = panelForChat(congestion, shared, { name: null, height: 200, lockedMax: null });
  expect(made.sentence).toContain(congestion.sentence(shared));
  expect(made.sentence).toMatch(/^Congestion, 0(\.0+)? s to \d+\.\d+ s\. /);
  expect(drawn(made.picture)).toContain('cwnd');
});
