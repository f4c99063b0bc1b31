/** `npm run recording:page`: writes docs/recording.md from the table of stacks in src/engine/input/recording. */
import { writeFileSync } from 'node:fs';
import { createServer } from 'vite';

const server = await createServer({ server: { middlewareMode: true }, appType: 'custom', logLevel: 'error' });
const { recordingPage } = await server.ssrLoadModule('/tests/support/recording-page.ts');
await server.close();
writeFileSync(new URL('../docs/recording.md', import.meta.url), recordingPage());
