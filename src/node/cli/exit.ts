/** Exit statuses; `EX_USAGE` of sysexits.h for a wrong call. */
export const Exit = { clean: 0, found: 1, unreadable: 2, usage: 64 } as const;
