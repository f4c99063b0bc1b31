/** Frames whose data was sent, or had arrived, before: few, so that a list of them is shorter than a column. */
import { float64Column, uint32Column } from '../../base/columns/growable';

export class RepeatedFrames {
  /** Ascending indexes of frames, and how many of their bytes were there. */
  readonly frame = uint32Column();
  readonly bytes = float64Column();

  add(frame: number, bytes: number): void {
    this.frame.push(frame);
    this.bytes.push(bytes);
  }
}
