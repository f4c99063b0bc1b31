/** Wilson's interval by hand: no code of the engine. */

/** Wilson: the two shares p for which the observed one is 1.96 standard errors of p away, found by bisection. */
export function wilson(hits: number, total: number): readonly [number, number] {
  const observed = hits / total;
  const away = (p: number): number =>
    Math.abs(observed - p) - 1.959963984540054 * Math.sqrt((p * (1 - p)) / total);
  const bisect = (inside: number, outside: number): number => {
    let [near, far] = [inside, outside];
    for (let i = 0; i < 200; i++) {
      const middle = (near + far) / 2;
      if (away(middle) <= 0) near = middle;
      else far = middle;
    }
    return near;
  };
  return [observed === 0 ? 0 : bisect(observed, 0), observed === 1 ? 1 : bisect(observed, 1)];
}
