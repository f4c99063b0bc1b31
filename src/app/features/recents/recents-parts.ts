/** The parts of this feature that are loaded together after the first paint (`index.ts`). */

export { recentsWith } from './recents';
export { RecentsLines } from './recents-lines';
export { recentsStart } from './recents-start';
