/**
 * Everything that differs from one office to the next: frames, tolerances, code lists. The engine takes these as an
 * argument; nothing about a province, a time zone or a code is written anywhere else in the package.
 * Lengths are metres, angles degrees unless the name says otherwise.
 */

export interface CrsSetting {
  readonly name: string;
  readonly epsg: number | null;
  /** A PROJ string. Easting is x, northing is y, whatever the axis order of the authority. */
  readonly proj: string;
}

export interface FrameSetting {
  /** As CSRS-PPP spells it in its SYST column. */
  readonly name: string;
  /** Decimal year. */
  readonly epoch: number;
}

/** Which vertical system a geoid model belongs to: any of `names` found in a file or model name, without regard to case. */
export interface GeoidModelSetting {
  readonly names: readonly string[];
  readonly vertical_system: string;
}

export type CodeKind = 'control' | 'legal' | 'utility' | 'feature';
export type PipeSystem = 'storm' | 'sanitary' | 'combined';

export interface FieldCode {
  readonly code: string;
  readonly meaning: string;
  readonly kind: CodeKind;
  /** Set when pipes may start or end at it. */
  readonly structure: PipeSystem | null;
}

export interface Tolerances {
  readonly hrms: number;
  readonly vrms: number;
  readonly pdop: number;
  readonly min_satellites: number;
  readonly age_of_corrections: number;
  /** Same code closer than this is the same point; 2D, or 3D for control codes. */
  readonly same_point: number;
  readonly same_place_other_code: number;
  readonly control_search: number;
  readonly repeat_horizontal: number;
  readonly repeat_vertical: number;
  readonly check_horizontal: number;
  readonly check_vertical: number;
  readonly control_reject_horizontal: number;
  readonly control_reject_vertical: number;
  readonly ppp_sigma_horizontal: number;
  readonly ppp_sigma_vertical: number;
  readonly ppp_epoch_years: number;
  /** A PPP position further than this from the base is of another base. */
  readonly ppp_place_horizontal: number;
  readonly ppp_place_vertical: number;
  readonly antenna_height: number;
  readonly resection_distance: number;
  readonly resection_elevation: number;
  readonly resection_angle_seconds: number;
  /** Points file against the last figures of the raw file. */
  readonly coordinate_edited: number;
  /** A stored point this close to a measured one is a renumbered copy of it. */
  readonly renumbered: number;
  /** Recomputed from raw against points file plus shift. */
  readonly not_explained: number;
  readonly same_name_far: number;
  readonly clock_gap_seconds: number;
  /** How near a height difference must be to a rod difference to suspect the rod. */
  readonly rod_match: number;
  readonly geoid_jump: number;
  /** Allowance for a real slope of the geoid between two shots. */
  readonly geoid_tilt_per_km: number;
  /** How far from the base its undulation may stand for that of a shot. */
  readonly geoid_fallback_distance: number;
  readonly ref_other_base: number;
  readonly ref_base: number;
  readonly scale_factor: number;
  readonly pipe_max_slope_percent: number;
  readonly pipe_max_length: number;
  readonly pipe_bearing: number;
}

export interface SurveySettings {
  readonly office_crs: CrsSetting;
  readonly frame: FrameSetting;
  readonly geoid_models: readonly GeoidModelSetting[];
  /** The system in which the office keeps its elevations; null when it has not said. */
  readonly vertical_system: string | null;
  readonly time_zone: string;
  readonly codes: readonly FieldCode[];
  readonly control_codes: readonly string[];
  /** Field-app categories for which a missing raw shot is normal. */
  readonly categories_without_shot: readonly string[];
  /** Whether points that were typed in, not measured, follow the shift of the run. */
  readonly shift_keyed_in: boolean;
  /** Share of the earth's curvature that refraction takes back in a total-station sight. */
  readonly refraction: number;
  readonly tolerances: Tolerances;
}

const utility = (code: string, meaning: string, structure: PipeSystem | null = null): FieldCode => ({
  code,
  meaning,
  kind: 'utility',
  structure,
});
const legal = (code: string, meaning: string): FieldCode => ({ code, meaning, kind: 'legal', structure: null });
const control = (code: string, meaning: string): FieldCode => ({ code, meaning, kind: 'control', structure: null });
const feature = (code: string, meaning: string): FieldCode => ({ code, meaning, kind: 'feature', structure: null });

export const surveyDefaults: SurveySettings = {
  office_crs: {
    name: 'NAD83(CSRS) / New Brunswick Stereographic',
    epsg: 2953,
    proj: '+proj=sterea +lat_0=46.5 +lon_0=-66.5 +k=0.999912 +x_0=2500000 +y_0=7500000 +ellps=GRS80 +units=m +no_defs',
  },
  frame: { name: 'NAD83', epoch: 1997 },
  geoid_models: [
    { names: ['CGV2013', 'CGVD2013', 'CGG2013'], vertical_system: 'CGVD2013' },
    { names: ['HT2', 'CGVD28'], vertical_system: 'CGVD28' },
  ],
  vertical_system: 'CGVD28',
  time_zone: 'America/Moncton',
  control_codes: ['MON', 'CP'],
  categories_without_shot: ['NothingFound', 'Instruction'],
  shift_keyed_in: false,
  refraction: 0.13,
  codes: [
    control('MON', 'monument'),
    control('CP', 'control point'),
    control('BM', 'bench mark'),
    legal('SMFD', 'survey marker found'),
    legal('IPFD', 'iron pipe found'),
    legal('IBFD', 'iron bar found'),
    legal('SQIB', 'square iron bar found'),
    legal('SMPL', 'survey marker placed'),
    utility('SAMH', 'sanitary manhole', 'sanitary'),
    utility('SA', 'sanitary line'),
    utility('STMH', 'storm manhole', 'storm'),
    utility('ST', 'storm line'),
    utility('CBR', 'catch basin, round', 'storm'),
    utility('CBSQ', 'catch basin, square', 'storm'),
    utility('CBP', 'catch basin, pipe', 'storm'),
    utility('CLV', 'culvert', 'storm'),
    utility('FH', 'fire hydrant'),
    utility('WV', 'water valve'),
    utility('WVC', 'water valve, curb'),
    utility('WVMH', 'water valve manhole'),
    utility('WL', 'water line'),
    utility('WELL', 'well'),
    utility('CMH', 'communication manhole'),
    utility('PMH', 'power manhole'),
    utility('UGPL', 'underground power line'),
    utility('UGGL', 'underground gas line'),
    utility('UGCL', 'underground cable'),
    utility('PJB', 'power junction box'),
    utility('CJB', 'communication junction box'),
    utility('GB', 'gas box'),
    utility('UP', 'utility pole'),
    utility('GUY', 'guy anchor'),
    utility('TWR', 'tower'),
    utility('LS', 'light standard'),
    feature('AE', 'edge of asphalt'),
    feature('TREE', 'tree'),
  ],
  tolerances: {
    hrms: 0.025,
    vrms: 0.05,
    pdop: 4,
    min_satellites: 6,
    age_of_corrections: 5,
    same_point: 0.075,
    same_place_other_code: 0.02,
    control_search: 10,
    repeat_horizontal: 0.02,
    repeat_vertical: 0.03,
    check_horizontal: 0.03,
    check_vertical: 0.05,
    control_reject_horizontal: 0.03,
    control_reject_vertical: 0.05,
    ppp_sigma_horizontal: 0.03,
    ppp_sigma_vertical: 0.05,
    ppp_epoch_years: 0.01,
    ppp_place_horizontal: 30,
    ppp_place_vertical: 50,
    antenna_height: 0.005,
    resection_distance: 0.01,
    resection_elevation: 0.02,
    resection_angle_seconds: 15,
    coordinate_edited: 0.002,
    renumbered: 0.001,
    not_explained: 0.02,
    same_name_far: 15,
    clock_gap_seconds: 60,
    rod_match: 0.03,
    geoid_jump: 0.05,
    geoid_tilt_per_km: 0.03,
    geoid_fallback_distance: 500,
    ref_other_base: 50,
    ref_base: 0.005,
    scale_factor: 1e-8,
    pipe_max_slope_percent: 15,
    pipe_max_length: 150,
    pipe_bearing: 30,
  },
};
