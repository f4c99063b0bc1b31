/** Sizes of files that are worth a thread of their own: smaller ones are read before it has started. */
export const WORTH_BYTES = 16 * 2 ** 20;
/** Of compressed ones, which take longer. */
export const WORTH_INFLATING_BYTES = 2 * 2 ** 20;
