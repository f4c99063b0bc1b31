/** Series of running totals, of which rates are drawn (`sliding-rate.ts`): the page knows them without what computes those. */

export function isRunningTotal(id: string): boolean {
  return id.endsWith('-total');
}
