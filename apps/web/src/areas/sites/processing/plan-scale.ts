/** A place on the grid as a drawing has it: metres east and north. */
export type PlanPlace = { easting: number; northing: number };
export type PlanSize = { width: number; height: number; pad: number };

/** The largest of 1, 2 or 5 times a power of ten that is not more than `most`. */
export function roundLength(most: number): number {
  const power = 10 ** Math.floor(Math.log10(most));
  const share = most / power;
  return (share >= 5 ? 5 : share >= 2 ? 2 : 1) * power;
}

/** "5 mm", "20 cm", "50 m", "2 km": a round length as a scale bar says it. */
export function sayLength(metres: number): string {
  const [unit, size] = metres < 0.01 ? ['mm', 0.001] : metres < 1 ? ['cm', 0.01] : metres < 1000 ? ['m', 1] : ['km', 1000];
  return `${Number((metres / (size as number)).toPrecision(3))} ${unit}`;
}

/** A plan with north up that shows all places true to scale, at least `least` metres across, and the scale bar that fits. */
export function fitPlan(places: readonly PlanPlace[], { width, height, pad }: PlanSize, least: number) {
  const span = (values: readonly number[]) => {
    const [low, high] = values.reduce(([min, max], value) => [Math.min(min, value), Math.max(max, value)], [Infinity, -Infinity]);
    return values.length === 0 ? { middle: 0, size: 0 } : { middle: (low + high) / 2, size: high - low };
  };
  const east = span(places.map(({ easting }) => easting));
  const north = span(places.map(({ northing }) => northing));
  const factor = Math.min((width - 2 * pad) / Math.max(east.size, least), (height - 2 * pad) / Math.max(north.size, least));
  const metres = roundLength(width / 4 / factor);
  return {
    /** Units of the drawing to a metre. */
    factor,
    at: ({ easting, northing }: PlanPlace) => ({
      x: width / 2 + (easting - east.middle) * factor,
      y: height / 2 - (northing - north.middle) * factor,
    }),
    bar: { width: metres * factor, text: sayLength(metres) },
  };
}
