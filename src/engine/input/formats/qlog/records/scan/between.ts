/** Separator between recognised records; the WebAssembly side has the same numbers. */
export const Between = { separators: 0, space: 1, commas: 2 } as const;
export type Between = (typeof Between)[keyof typeof Between];
