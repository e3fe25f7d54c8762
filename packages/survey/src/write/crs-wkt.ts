import type { CrsSetting } from '../survey-settings.ts';

/** Ellipsoids by their PROJ names: semi-major axis and inverse flattening. */
const ELLIPSOIDS: Readonly<Record<string, readonly [name: string, a: number, inverse: number]>> = {
  GRS80: ['GRS_1980', 6_378_137, 298.257222101],
  WGS84: ['WGS_1984', 6_378_137, 298.257223563],
  clrk66: ['Clarke_1866', 6_378_206.4, 294.978698213898],
};
const PROJECTIONS: Readonly<Record<string, string>> = {
  sterea: 'Double_Stereographic',
  tmerc: 'Transverse_Mercator',
  utm: 'Transverse_Mercator',
};

function parse(proj: string): Record<string, string> {
  return Object.fromEntries([...proj.matchAll(/\+([a-z_0-9]+)(?:=(\S+))?/gi)].map(([, name, value]) => [name!.toLowerCase(), value ?? '']));
}

/** Central meridian, scale and offsets; a zone of UTM stands for its own. */
function parametersOf(given: Record<string, string>): Record<string, number> {
  const number = (name: string, otherwise: number) => Number(given[name] ?? otherwise);
  if (given.proj !== 'utm')
    return {
      False_Easting: number('x_0', 0),
      False_Northing: number('y_0', 0),
      Central_Meridian: number('lon_0', 0),
      Scale_Factor: number('k', number('k_0', 1)),
      Latitude_Of_Origin: number('lat_0', 0),
    };
  const meridian = number('zone', 0) * 6 - 183;
  const south = 'south' in given ? 10_000_000 : 0;
  return { False_Easting: 500_000, False_Northing: south, Central_Meridian: meridian, Scale_Factor: 0.9996, Latitude_Of_Origin: 0 };
}

/** The text of a .prj file for a grid in metres; null where the grid is none that such a file can name. */
export function writeCrsWkt({ name, proj }: CrsSetting): string | null {
  const given = parse(proj);
  const [projection, ellipsoid] = [PROJECTIONS[given.proj ?? ''], ELLIPSOIDS[given.ellps ?? '']];
  if (!projection || !ellipsoid || (given.units ?? 'm') !== 'm') return null;
  const [spheroid, a, inverse] = ellipsoid;
  const plain = name.replaceAll('"', '').replace(/[^\w().-]+/g, '_');
  const parameters = Object.entries(parametersOf(given)).map(([parameter, value]) => `PARAMETER["${parameter}",${value}]`);
  const datum = `DATUM["D_${plain}",SPHEROID["${spheroid}",${a},${inverse}]]`;
  const geographic = `GEOGCS["GCS_${plain}",${datum},PRIMEM["Greenwich",0],UNIT["Degree",0.0174532925199433]]`;
  return `PROJCS["${plain}",${geographic},PROJECTION["${projection}"],${parameters.join(',')},UNIT["Meter",1]]`;
}
