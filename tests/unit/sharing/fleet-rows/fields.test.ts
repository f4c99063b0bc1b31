/** The filter of a fleet: the language of the table, on columns. */
import { describe, expect, test } from 'vitest';
import { FLEET_FILTER_HELP } from '../../../../src/sharing/fleet-rows/fields.ts';
import { Fleet } from '../../../../src/sharing/fleet-rows/fleet.ts';
import { fleetRow, ill, parquetOf, sourceOf } from '../../../support/fleet-files.ts';

const AT = Date.UTC(2026, 2, 31, 14);
const ROWS = [
  ill({
    ...{ file: 'edge-7/Spiral.sqlog', host: 'edge-7', day: '2026-03-31', recorded: AT + 60e3 * 3 },
    ...{
      implementation: 'quiche',
      version: '0.30.0',
      idle_rule: 'shift-from-last-send',
      idle_rule_fit: 0.98,
    },
    ...{
      controller: 'cubic-shift-from-last-send|newreno',
      defect_standing: 'affected',
      goodput: 1e5,
      quality: 'good',
    },
    ...{ held_by: 'window', held_cause: 'cutRandom', held_share: 0.583 },
    ...{ time_lost_ms: 2500, time_lost_share: 0.25, time_lost_at_least: true },
    ...{
      sent_bytes: 2e6,
      duration_ms: 9000,
      packets_lost: 5,
      loss_share: 0.001,
      smoothed_rtt_ms: 60,
      min_rtt_ms: 40,
    },
    ...{ verdict: 'Death spiral, 7.00 s', role: 'server', side: 'sender', hash: 'ab12', connection: 1 },
  }),
  fleetRow({
    file: 'edge-8/plain.sqlog',
    host: 'edge-8',
    quality: 'missing-records broken-record',
    goodput: 1e6,
  }),
  fleetRow({
    file: 'grün/ÄÖÜ.sqlog',
    severity: 'failed',
    failure: 'Reading took longer than 300 seconds',
    copy_of: 'edge-7/Spiral.sqlog',
  }),
];

async function shownBy(filter: string): Promise<readonly string[] | string> {
  const fleet = await Fleet.open([sourceOf(parquetOf(ROWS))], () => undefined);
  const answer = await fleet.query({
    filter,
    finding: null,
    by: 'version',
    picked: null,
    order: { key: 'file', reversed: false },
  });
  await fleet.complete;
  if (answer.filterError !== null) return answer.filterError.text;
  return fleet.rows({ from: 0, count: 10 }).map(({ file }) => file);
}

test.each(FLEET_FILTER_HELP.map(({ example }) => example))(
  'the example %s is understood',
  async (example) => {
    expect(await shownBy(example)).toBeInstanceOf(Array);
  },
);

test('a name as long as no file has one is searched like others', async () => {
  const file = `${'x'.repeat(300_000)}-End`;
  const fleet = await Fleet.open([sourceOf(parquetOf([fleetRow({ file })]))], () => undefined);
  for (const filter of ['name ~ -end', 'x-end']) {
    const { shown } = await fleet.query({
      filter,
      finding: null,
      by: 'version',
      picked: null,
      order: { key: 'worst', reversed: false },
    });
    expect(shown, filter).toBe(1);
  }
});

describe('what matches', () => {
  const [spiral, plain, failed] = ROWS.map(({ file }) => file);
  test.each([
    ['finding = death-spiral', [spiral]],
    ['finding = pto-storm', [spiral]],
    ['finding != death-spiral', []],
    ['worst = pto-storm', []],
    ['severity = critical|failed', [spiral, failed]],
    ['impl = "quiche 0.30.0"', [spiral]],
    ['impl ~ 0.30', [spiral]],
    ['rule = shift-from-last-send and fit > 95%', [spiral]],
    ['controller = newreno', [spiral]],
    ['name = edge-*', [spiral, plain]],
    ['name ~ ÄÖ', [failed]],
    ['äöü', [failed]],
    ['SPIRAL', [spiral]],
    ['""', [spiral, plain, failed]],
    ['host = edge-8', [plain]],
    ['day = 2026-03-31', [spiral]],
    ['recorded > 2026-03-31T14:02', [spiral]],
    ['recorded > 2026-03-31T14:04', []],
    ['cost > 4s and cost < 6s', [spiral]],
    ['since = 2s lasts = 7s', [spiral]],
    ['held = window', [spiral]],
    ['held ~ congestion heldcause = "random loss"', [spiral]],
    ['heldcause = cutRandom heldshare > 58% timelost = 2.5s lostshare = 25%', [spiral]],
    ['held = credit or timelost > 3s', []],
    ['has held', [spiral]],
    ['goodput < 1Mbit/s', [spiral]],
    ['goodput >= 1MB/s', [plain]],
    ['loss < 1% rtt > 50ms minrtt < 50ms lost = 5 bytes = 2MB duration = 9s', [spiral]],
    ['quality = broken-record', [plain]],
    ['connection = 2', [spiral]],
    ['hash = ab12', [spiral]],
    ['has copy', [failed]],
    ['failure ~ longer', [failed]],
    ['not has failure and not spiral', [plain]],
    ['defect = affected role = server side = sender', [spiral]],
  ])('%s', async (filter, files) => {
    expect(await shownBy(filter)).toEqual(files);
  });

  test.each([
    ['colour = red', /no field “colour”/],
    ['cost ~ 1', /cost is a number/],
    ['cost > blue', /no value of cost/],
    ['host > a', /host is a text/],
    ['severity =', /./],
  ])('%s is wrong, and says why', async (filter, why) => {
    expect(await shownBy(filter)).toMatch(why);
  });
});
