/** Tests read with everything that the page fetches while it reads: none depends on when that has arrived. */
import { fetchAhead } from '../../src/engine/input/formats/index.ts';
import { fetchResumption } from '../../src/engine/reading/stages/range-beginning.ts';

await fetchAhead();
await fetchResumption(null);
