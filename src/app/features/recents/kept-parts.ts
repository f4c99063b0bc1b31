/** What the page shows of what is kept on this device, fetched in one piece (`parts.tsx`). */
export { ForgetForm } from './forget-form';
export { KeptLines } from './kept-lines';
export { Recents } from './recents';
