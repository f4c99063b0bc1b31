/** docs/fleet.md tells every column of both tables, as the schema does, in its order. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import type { FleetColumn } from '../../../../src/sharing/fleet-rows/column.ts';
import { FLEET_VERSION, TABLES } from '../../../../src/sharing/fleet-rows/schema.ts';

const page = readFileSync(fileURLToPath(new URL('../../../../docs/fleet.md', import.meta.url)), 'utf8');

test.each([
  ['### Traces', TABLES.traces],
  ['### Findings', TABLES.findings],
] as const)('%s', (heading, columns: readonly FleetColumn[]) => {
  const lines = page.slice(page.indexOf(heading)).split('\n');
  const begin = lines.indexOf('|---|---|---|') + 1;
  const wanted = columns.map(({ name, type, about }) => `| \`${name}\` | ${type} | ${about} |`);
  expect(lines.slice(begin, begin + columns.length)).toEqual(wanted);
  expect(lines[begin + columns.length]).not.toMatch(/^\|/);
  expect(page).toContain(`version of the row: ${FLEET_VERSION}`);
});
