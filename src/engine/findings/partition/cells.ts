/**
 * The span in cells: times in which one constraint holds the sender, within one round trip. A cell ends where the next one begins.
 */
import { float64Column, uint8Column, uint32Column } from '../../base/columns/growable';
import type { Held } from './holders';

export class Cells {
  readonly startUs = float64Column();
  readonly held = uint8Column();
  readonly trip = uint32Column();

  get length(): number {
    return this.startUs.length;
  }

  /** A cell that goes on is not begun again. */
  add(startUs: number, held: Held, trip: number): void {
    if (this.length > 0 && this.held.last() === held && this.trip.last() === trip) return;
    this.startUs.push(startUs);
    this.held.push(held);
    this.trip.push(trip);
  }
}
