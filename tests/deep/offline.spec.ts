/** Working offline as in the gate, and how a new build takes the place of an old one: `DEEP` adds that test to the gate's own. */
import '../e2e/offline.spec';
