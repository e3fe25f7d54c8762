import { parseDegreesMinutesSeconds, parseNumber } from '../numbers.ts';
import type { ProblemList } from '../problem-list.ts';
import { type Component, type EstimateDraft, startEstimate } from './ppp-tagged.ts';

/**
 * The summary until 2018 (version 1.x), English or French: prose with one table under "3.3 Coordinate estimates" /
 * "3.3 Coordonnees estimees". Its heading names the frames of the columns, NAD83 first where there are two; sigmas are formal.
 */
export class LegacyTable {
  estimates: EstimateDraft[] = [];
  is_french = false;
  readonly #problems: ProblemList;
  #is_inside = false;

  constructor(problems: ProblemList) {
    this.#problems = problems;
  }

  /** Answers the component when the line is one of the table. */
  take(line: number, text: string): Component | null {
    if (/coordonn[eé]es|sommaire|CARTESIENNES|ELLIPSOIDALES/i.test(text)) this.is_french = true;
    if (/^\s*3\.\d/.test(text)) this.#is_inside = /^\s*3\.3\b/.test(text);
    if (!this.#is_inside) return null;
    if (/^\s*CART[EÉ]SI/i.test(text)) {
      this.estimates = Array.from(text.matchAll(/(NAD83|ITRF|IGS)\s*\(([^)]*)\)/gi), (match) =>
        startEstimate(`${match[1]}(${(match[2] as string).trim()})`, null),
      );
      return null;
    }
    const component = findComponent(text);
    if (component === null || this.estimates.length === 0) return null;
    const tokens = text
      .slice(text.indexOf(')') + 1)
      .trim()
      .split(/\s+/);
    const width = component === 'LAT' || component === 'LON' ? 3 : 1;
    const sigma = parseNumber(tokens[width * this.estimates.length]);
    this.estimates.forEach((estimate, i) => {
      const [a, b, c] = tokens.slice(i * width, i * width + width);
      const value = width === 3 ? parseDegreesMinutesSeconds(a, b, c) : parseNumber(a);
      if (value === null) this.#problems.about('BAD_VALUE', 'warning', `The estimate of ${component} could not be read.`, line);
      fill(estimate, component, value, sigma);
    });
    return component;
  }
}

function findComponent(text: string): Component | null {
  const cartesian = /^\s*([XYZ])\s*\(m\)/i.exec(text);
  if (cartesian) return (cartesian[1] as string).toUpperCase() as Component;
  if (/^\s*Latitude\s*\(/i.test(text)) return 'LAT';
  if (/^\s*Longitude\s*\(/i.test(text)) return 'LON';
  return /^\s*(?:Elevation|Altitude|Hauteur|[EÉ]l[eé]vation|Height|Ell\. Height)\s*\(m\)/i.test(text) ? 'HGT' : null;
}

function fill(estimate: EstimateDraft, component: Component, value: number | null, sigma: number | null): void {
  estimate.sigma_kind = 'formal';
  if (component === 'LAT') Object.assign(estimate, { latitude: value, sigma_latitude: sigma });
  else if (component === 'LON') Object.assign(estimate, { longitude: value, sigma_longitude: sigma });
  else if (component === 'HGT') Object.assign(estimate, { height: value, sigma_height: sigma });
  else estimate[component.toLowerCase() as 'x' | 'y' | 'z'] = value;
}
