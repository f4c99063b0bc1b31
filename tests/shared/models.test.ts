/**
 * The models on every sender's trace of `../shared/traces/quiche`, `paths` and `t3`: which controller the best group names per
 * recorded one, and how near the predicted exits are. See tests/support/corpus/claims-models.ts for the copied traces.
 */
import { existsSync, readFileSync } from 'node:fs';
import { afterAll, expect, test } from 'vitest';
import { controllerWords } from '../../src/engine/base/text/controller-words.ts';
import { boundaryLeads, fitTrace, senderTrace } from '../../src/engine/sender/congestion/index.ts';
import { loadTrace } from '../support/load.ts';

interface ModelLabel {
  readonly file: string;
  readonly case: string;
  readonly cc: string;
  readonly is_sender: boolean;
  /** `on` where the idle rule of the fix was used. */
  readonly fix: string;
  readonly spiral?: {
    readonly start_ms: number;
    readonly end_ms: number;
    readonly exit?: string | null;
  } | null;
}

const DEFECT = 'cubic-shift-from-last-send';
const FIX = 'cubic-shift-from-last-activity';

const folder = new URL('../../../shared/traces/quiche/', import.meta.url);
const manifest = new URL('manifest.json', folder);
const labels = existsSync(manifest)
  ? (JSON.parse(readFileSync(manifest, 'utf8')) as readonly ModelLabel[])
  : [];
const rows: { readonly [column: string]: string | number }[] = [];

afterAll(() => console.table(rows));

test('the shared traces are on this machine', () => {
  expect(labels.length, `no manifest at ${manifest.pathname}`).toBeGreaterThan(0);
});

test('every kind of run that is told apart below is among them', () => {
  const senders = labels.filter(({ is_sender }) => is_sender);
  for (const kind of [
    senders.filter(({ spiral }) => spiral),
    senders.filter(({ cc }) => cc === 'reno'),
    senders.filter(({ cc }) => cc.startsWith('bbr')),
    senders.filter(({ cc, fix }) => cc === 'cubic' && fix === 'on'),
  ]) {
    expect(kind.length).toBeGreaterThan(1);
  }
});

for (const label of labels.filter(({ is_sender }) => is_sender)) {
  test(`${label.case} ${label.file}: the best group holds the controller of the recording`, () => {
    const trace = senderTrace(loadTrace(new URL(label.file, folder).pathname).pipeline.state);
    const report = fitTrace(trace);
    const { best, fits, groups, candidates } = report;
    const { spiral } = label;
    const exitMs = spiral?.exit === 'lead used up' ? exitError(trace, spiral) : Number.NaN;
    rows.push({
      case: label.case,
      cc: label.cc,
      file: label.file,
      told: controllerWords(report),
      fit: Number((candidates[0]?.fit ?? Number.NaN).toFixed(3)),
      exitMs: Number(exitMs.toFixed(2)),
    });
    if (!Number.isNaN(exitMs)) expect(exitMs, 'predicted exit').toBeLessThan(25);
    if (spiral) {
      expect(best).toContain(DEFECT);
      expect(best).not.toContain('newreno');
    }
    if (label.cc === 'reno') expect(best).toEqual(['newreno']);
    if (label.cc.startsWith('bbr')) expect(best).toEqual([]);
    if (label.cc === 'cubic' && label.fix !== 'on' && fits) expect(best).toContain(DEFECT);
    if (label.fix !== 'on' || label.cc !== 'cubic' || !fits) return;
    expect(best).toContain(FIX);
    const tells = groups.every((ids) => !ids.includes(DEFECT) || !ids.includes(FIX));
    if (tells) expect(best).not.toContain(DEFECT);
  });
}

interface PathLabel {
  readonly file: string;
  readonly stack: string;
  readonly controller: string;
  readonly role: string;
}

/** Those of a folder with their addresses. */
function labelled(name: string): readonly (PathLabel & { readonly path: string })[] {
  const at = new URL(`../${name}/`, folder);
  if (!existsSync(at)) return [];
  const read = JSON.parse(readFileSync(new URL('manifest.json', at), 'utf8')) as readonly PathLabel[];
  return read.map((label) => ({ ...label, path: new URL(label.file, at).pathname }));
}

/** What a named model may be, per controller of the recording; quic-go's Reno reduces to 0.7. */
function isRight({ stack, controller }: PathLabel, best: readonly string[]): boolean {
  if (controller.startsWith('bbr')) return false;
  if (controller === 'cubic') return best.some((id) => id.startsWith('cubic-') && id !== 'cubic-2008');
  return best.includes(stack === 'quic-go' ? 'newreno-beta-0.7' : 'newreno');
}

for (const label of [...labelled('paths'), ...labelled('t3')].filter(({ role }) => role === 'sender')) {
  test(`${label.file}: a model that is named may be its controller`, () => {
    const report = fitTrace(senderTrace(loadTrace(label.path).pipeline.state));
    if (report.fits) expect(isRight(label, report.best), report.best.join(' ')).toBe(true);
    else expect(report.best).toEqual([]);
  });
}

/** How far the predicted exit lies from the labelled end, ms; infinite where none is predicted. */
function exitError(
  trace: ReturnType<typeof senderTrace>,
  { start_ms, end_ms }: { readonly start_ms: number; readonly end_ms: number },
): number {
  const { stretches } = boundaryLeads(trace).defective;
  const stretch = stretches.find(
    ({ startUs, endUs }) => startUs / 1000 < end_ms && endUs / 1000 > start_ms + 100,
  );
  const errorMs = Math.abs((stretch?.predictedExitUs ?? Number.NaN) / 1000 - end_ms);
  return Number.isNaN(errorMs) ? Number.POSITIVE_INFINITY : errorMs;
}
