/** The parts of this feature that are loaded together after the first paint (`index.ts`). */
export { keeping } from './keeping';
export { KeptLines } from './kept-lines';
export { recentsWith } from './recents';
