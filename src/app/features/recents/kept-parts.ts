/** What the page shows of what is kept on this device, and what keeps it, fetched in one piece (`index.ts`). */
export { keeping } from './keeping';
export { KeptLines } from './kept-lines';
export { recentsWith } from './recents';
