/** The event list as in the gate, its accessibility in windows of all sizes: `DEEP` makes the gate's own test do it. */
import '../e2e/events.spec';
