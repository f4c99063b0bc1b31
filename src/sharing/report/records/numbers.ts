/** JSON has no NaN: what could not be measured is null. */
export function finite(value: number): number | null {
  return Number.isFinite(value) ? value : null;
}

export const ms = (us: number): number | null => finite(us / 1000);
