import { type CrsSetting, surveyDefaults } from '../survey-settings.ts';
import { utmCrs } from './utm.ts';

/** The zones of Canada's east on NAD83(CSRS), which have EPSG codes of their own. */
const UTM_CSRS = [
  [19, 2960],
  [20, 2961],
  [21, 2962],
] as const;

/**
 * Grids an office of the region may choose by name. Offered, never assumed: what is in force is a setting, and any other definition
 * may be written instead.
 */
export const KNOWN_CRS: readonly CrsSetting[] = [
  surveyDefaults.office_crs,
  { ...surveyDefaults.office_crs, name: 'NAD83(CSRS98) / New Brunswick Stereographic', epsg: 2036 },
  {
    name: 'NAD83(CSRS) / Prince Edward Island Stereographic',
    epsg: 2954,
    proj: '+proj=sterea +lat_0=47.25 +lon_0=-63 +k=0.999912 +x_0=400000 +y_0=800000 +ellps=GRS80 +units=m +no_defs',
  },
  ...UTM_CSRS.map(([zone, epsg]) => ({ ...utmCrs(zone), name: `NAD83(CSRS) / UTM zone ${zone}N`, epsg })),
];
