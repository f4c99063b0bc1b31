/** Each part of the page made to throw, as in the gate, and here every panel: `DEEP` makes the gate's own tests do it. */
import '../e2e/failures.spec';
