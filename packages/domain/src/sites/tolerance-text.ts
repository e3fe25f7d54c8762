/**
 * What each tolerance of field processing is called, what it is measured in and what it decides: for the page where they are set and
 * for the history that tells of a change.
 */
export type ToleranceWords = { label: string; unit: string; text: string };

export type ToleranceGroup = { title: string; text: string; tolerances: Record<string, ToleranceWords> };

const m = (label: string, text: string): ToleranceWords => ({ label, unit: 'm', text });

/** In the order of the page. */
export const TOLERANCE_GROUPS = [
  {
    title: 'Quality of a shot',
    text: 'A shot beyond one of these is listed with a warning when a field run is processed.',
    tolerances: {
      hrms: m('HRMS', 'The largest horizontal uncertainty the collector may report for a shot.'),
      vrms: m('VRMS', 'The largest vertical uncertainty the collector may report for a shot.'),
      pdop: { label: 'PDOP', unit: '', text: 'The poorest satellite geometry that passes without a warning.' },
      min_satellites: { label: 'Fewest satellites', unit: '', text: 'The fewest satellites a shot may be made with.' },
      age_of_corrections: { label: 'Age of corrections', unit: 's', text: 'How old the corrections from the base or network may be.' },
    },
  },
  {
    title: 'Points at the same place',
    text: 'When two shots are taken for one point, or two names for the same thing.',
    tolerances: {
      same_point: m('Same point', 'Shots with the same code closer than this are one point; in 3D for control codes, in plan for others.'),
      same_place_other_code: m('Same place, other code', 'Shots with different codes closer than this are pointed out.'),
      same_name_far: m(
        'Same name, far apart',
        'A shot and the field-app point of the same name may lie this far apart; the tablet is coarse.',
      ),
      renumbered: m('Renumbered copy', 'A stored point this close to a measured one is taken for a renumbered copy of it.'),
    },
  },
  {
    title: 'Control',
    text: 'Checks against published coordinates and between repeated shots.',
    tolerances: {
      repeat_horizontal: m('Repeat, horizontal', 'How far repeated shots on a point may spread in plan.'),
      repeat_vertical: m('Repeat, vertical', 'How far repeated shots on a point may spread in height.'),
      check_horizontal: m('Check shot, horizontal', 'How far a check shot may miss a known control point in plan.'),
      check_vertical: m('Check shot, vertical', 'How far a check shot may miss a known control point in height.'),
      control_reject_horizontal: m(
        'Reject control, horizontal',
        'A control point that fits the shift worse than this in plan is suggested for rejection.',
      ),
      control_reject_vertical: m(
        'Reject control, vertical',
        'A control point that fits the shift worse than this in height is suggested for rejection.',
      ),
      control_search: m('Control search', 'How far around a control shot known control points are looked for.'),
    },
  },
  {
    title: 'Base station and PPP',
    text: 'The PPP report and the base reference file against what the raw file says of the base.',
    tolerances: {
      ppp_sigma_horizontal: m('PPP uncertainty, horizontal', 'The largest 95 % uncertainty of latitude and longitude in the PPP report.'),
      ppp_sigma_vertical: m('PPP uncertainty, vertical', 'The largest 95 % uncertainty of the height in the PPP report.'),
      ppp_epoch_years: {
        label: 'PPP epoch',
        unit: 'years',
        text: 'How far the epoch of the PPP report may be from the epoch of the office frame.',
      },
      ppp_place_horizontal: m('PPP place, horizontal', 'A PPP position further from the base than this in plan is of another base.'),
      ppp_place_vertical: m('PPP place, vertical', 'A PPP height further from that of the base than this is of another base.'),
      antenna_height: m('Antenna height', 'How far the antenna height of the PPP report may differ from that of the raw file.'),
      ref_other_base: m('Another base', 'A reference file further from the base of the raw file than this belongs to another base.'),
      ref_base: m('Base reference', 'How far the reference file may differ from the base of the raw file.'),
    },
  },
  {
    title: 'Raw file against points file',
    text: 'What was edited, mistimed or mismeasured between the collector and the office.',
    tolerances: {
      coordinate_edited: m('Edited coordinate', 'A point that differs from the raw file by more than this has been edited.'),
      not_explained: m(
        'Not explained by the shift',
        'How far a shot recomputed from the raw file may differ from the points file plus the shift.',
      ),
      clock_gap_seconds: { label: 'Clock gap', unit: 's', text: 'How far the clock of the collector may be from GPS time.' },
      rod_match: m('Rod difference', 'A height difference this close to a difference of rods makes the rod suspect.'),
      scale_factor: {
        label: 'Scale factor',
        unit: '',
        text: 'How far the GPS scale of the raw file may be from 1; beyond it the job is on ground, not on grid.',
      },
    },
  },
  {
    title: 'Geoid',
    text: 'The undulations of the collector, and those taken at the base where no grid covers the shots.',
    tolerances: {
      geoid_fallback_distance: m(
        'Undulation of the base',
        'How far from the base its undulation may be used without a warning where no grid covers a shot.',
      ),
      geoid_jump: m('Geoid jump', 'How far the applied undulation may jump from one shot to the next.'),
      geoid_tilt_per_km: { label: 'Geoid tilt', unit: 'm/km', text: 'The real slope of the geoid that is allowed for between two shots.' },
    },
  },
  {
    title: 'Total station',
    text: 'What a resection may leave over.',
    tolerances: {
      resection_distance: m('Resection, distance', 'The largest residual of a distance.'),
      resection_elevation: m('Resection, elevation', 'The largest residual of an elevation.'),
      resection_angle_seconds: { label: 'Resection, angle', unit: '″', text: 'The largest residual of an angle, in seconds of arc.' },
    },
  },
  {
    title: 'Pipes',
    text: 'What makes a pipe worth a second look.',
    tolerances: {
      pipe_max_slope_percent: { label: 'Steepest pipe', unit: '%', text: 'A steeper pipe is listed.' },
      pipe_max_length: m('Longest pipe', 'Ends further apart than this are listed.'),
      pipe_bearing: {
        label: 'Pipe bearing',
        unit: '°',
        text: 'How far a pipe may leave a structure from the bearing of the connection it is matched to.',
      },
    },
  },
] as const satisfies readonly ToleranceGroup[];

export const TOLERANCE_WORDS: Readonly<Record<string, ToleranceWords>> = Object.assign(
  {},
  ...TOLERANCE_GROUPS.map((group) => group.tolerances),
);
