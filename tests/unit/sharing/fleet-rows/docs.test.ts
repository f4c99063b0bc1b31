/** docs/fleet.md tells every column of both tables, as the schema does, in its order; `-u` writes them. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import type { FleetColumn } from '../../../../src/sharing/fleet-rows/column.ts';
import { FLEET_VERSION, TABLES } from '../../../../src/sharing/fleet-rows/schema.ts';

const path = fileURLToPath(new URL('../../../../docs/fleet.md', import.meta.url));
const page = readFileSync(path, 'utf8');

const TABLE = /(\|---\|---\|---\|\n)(?:\|.*\n)*/;

/** The page with the table behind a heading as the columns have it. */
function withTable(text: string, heading: string, columns: readonly FleetColumn[]): string {
  const at = text.indexOf(`\n${heading}\n`);
  const lines = columns.map(({ name, type, about }) => `| \`${name}\` | ${type} | ${about} |\n`);
  return text.slice(0, at) + text.slice(at).replace(TABLE, (_, head) => head + lines.join(''));
}

test('every column of both tables is told', async () => {
  expect(page).toContain(`version of the row: ${FLEET_VERSION}`);
  const traces = withTable(page, '### Traces', TABLES.traces);
  await expect(withTable(traces, '### Findings', TABLES.findings)).toMatchFileSnapshot(path);
});
