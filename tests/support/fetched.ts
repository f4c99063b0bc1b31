/** Tests read with everything that the page fetches while it reads: none depends on when that has arrived. */
import { fetchAhead } from '../../src/engine/formats/index.ts';

await fetchAhead();
