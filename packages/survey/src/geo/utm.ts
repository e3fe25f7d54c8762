import type { CrsSetting } from '../survey-settings.ts';

/** The standard zone, 1 to 60; longitude 180 belongs to zone 1 as -180 does. */
export function utmZoneOf(longitude: number): number {
  const turned = ((((longitude + 180) % 360) + 360) % 360) / 6;
  return Math.floor(turned) + 1;
}

/** A UTM zone as another value of the office CRS setting. */
export function utmCrs(zone: number, hemisphere: 'N' | 'S' = 'N', ellipsoid = 'GRS80'): CrsSetting {
  const south = hemisphere === 'S' ? ' +south' : '';
  return {
    name: `UTM zone ${zone}${hemisphere} (${ellipsoid})`,
    epsg: null,
    proj: `+proj=utm +zone=${zone}${south} +ellps=${ellipsoid} +units=m +no_defs`,
  };
}
