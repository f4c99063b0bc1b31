/** Tests read with everything that the page fetches while it reads: none depends on when that has arrived. */
import { FORMATS, fetchAhead } from '../../src/engine/input/formats/index.ts';
import { fetchResumption } from '../../src/engine/reading/stages/range-beginning.ts';

await fetchAhead();
await Promise.all(FORMATS.map((format) => format.fetch?.()));
await fetchResumption(null);
