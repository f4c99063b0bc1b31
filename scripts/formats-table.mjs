/** `npm run formats:table`: writes the table of implementations, generated from the corpus, into docs/formats.md. */
import { readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'vite';

const page = new URL('../docs/formats.md', import.meta.url);
const server = await createServer({ server: { middlewareMode: true }, appType: 'custom', logLevel: 'error' });
const { dialectTable, TABLE_BEGIN, TABLE_END } = await server.ssrLoadModule(
  '/tests/support/dialect-table.ts',
);
await server.close();

const text = readFileSync(page, 'utf8');
const begin = text.indexOf(TABLE_BEGIN);
const end = text.indexOf(TABLE_END);
if (begin < 0 || end < begin)
  throw new Error(`docs/formats.md does not hold "${TABLE_BEGIN}" and "${TABLE_END}"`);
writeFileSync(page, `${text.slice(0, begin + TABLE_BEGIN.length)}\n${dialectTable()}\n${text.slice(end)}`);
