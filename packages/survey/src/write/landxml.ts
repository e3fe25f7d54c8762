import type { GridPosition } from '../geo/plane.ts';
import type { DerivedPipe, PipeEnd } from '../pipe/pipe.ts';
import { type Structure, sumpOf } from '../pipe/structure.ts';
import type { CrsSetting } from '../survey-settings.ts';
import type { ExportPoint } from './export-point.ts';
import type { CodeLine } from './linework.ts';

export interface LandXmlAbout {
  readonly project: string;
  readonly application: string;
  readonly version: string;
  /** "2025-10-20" and "12:00:00": when it was written, told by the caller. */
  readonly date: string;
  readonly time: string;
  readonly crs: CrsSetting;
}

/**
 * LandXML 1.2: points as northing, easting, elevation; the lines of the codes as plan features; one pipe network per system. Lengths in
 * metres, diameters in millimetres.
 */
export function writeLandXml(
  points: readonly ExportPoint[],
  pipes: readonly DerivedPipe[],
  about: LandXmlAbout,
  lines: readonly CodeLine[] = [],
): string {
  const { crs } = about;
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<LandXML xmlns="http://www.landxml.org/schema/LandXML-1.2" version="1.2"${attributes({ date: about.date, time: about.time })}>`,
    '<Units><Metric areaUnit="squareMeter" linearUnit="meter" volumeUnit="cubicMeter" temperatureUnit="celsius" pressureUnit="milliBars" diameterUnit="millimeter" angularUnit="decimal degrees" directionUnit="decimal degrees"/></Units>',
    `<CoordinateSystem${attributes({ name: crs.name, epsgCode: crs.epsg })}/>`,
    `<Project${attributes({ name: about.project })}/>`,
    `<Application${attributes({ name: about.application, version: about.version })}/>`,
    '<CgPoints>',
    ...points.map(
      (point) => `<CgPoint${attributes({ name: point.name, code: point.code, desc: point.description })}>${place(point)}</CgPoint>`,
    ),
    '</CgPoints>',
    ...planFeatures(lines),
    ...networks(pipes),
    '</LandXML>',
    '',
  ].join('\n');
}

/** In space where every corner has an elevation, flat otherwise. */
function planFeatures(lines: readonly CodeLine[]): string[] {
  if (lines.length === 0) return [];
  return [
    '<PlanFeatures name="Linework">',
    ...lines.map(({ code, line, points }, index) => {
      const is_flat = line.some(({ elevation }) => elevation === null);
      const corners = is_flat ? line.map((at) => ({ ...at, elevation: null })) : line;
      const list = `PntList${is_flat ? '2' : '3'}D`;
      const ends = `<Start>${place(corners[0]!)}</Start><End>${place(corners.at(-1)!)}</End>`;
      const shape = `<IrregularLine>${ends}<${list}>${corners.map(place).join(' ')}</${list}></IrregularLine>`;
      const named = attributes({ name: `${code}-${index + 1}`, desc: `${code}: ${points.join(' ')}` });
      return `<PlanFeature${named}><CoordGeom>${shape}</CoordGeom></PlanFeature>`;
    }),
    '</PlanFeatures>',
  ];
}

const NETWORK_TYPES = { storm: 'storm', sanitary: 'sanitary', combined: 'other' } as const;

function networks(pipes: readonly DerivedPipe[]): string[] {
  // A pipe of LandXML runs between two structures; open ends are not in its vocabulary.
  const whole = pipes.filter(({ start, end }) => start.structure && end.structure);
  if (whole.length === 0) return [];
  const by_type = Map.groupBy(whole, ({ pipe }) => (pipe.system === null ? 'other' : NETWORK_TYPES[pipe.system]));
  return [
    '<PipeNetworks>',
    ...[...by_type].flatMap(([type, members]) => [
      `<PipeNetwork${attributes({ name: type, pipeNetType: type })}>`,
      '<Structs>',
      ...structuresOf(members).map((structure) => writeStructure(structure, members)),
      '</Structs>',
      '<Pipes>',
      ...members.map(writePipe),
      '</Pipes>',
      '</PipeNetwork>',
    ]),
    '</PipeNetworks>',
  ];
}

function structuresOf(pipes: readonly DerivedPipe[]): Structure[] {
  const found = new Map<string, Structure>();
  for (const { start, end } of pipes) for (const { structure } of [start, end]) if (structure) found.set(structure.id, structure);
  return [...found.values()];
}

function writeStructure(structure: Structure, pipes: readonly DerivedPipe[]): string {
  const { rim } = structure;
  const shape = structure.diameter === null ? '<Connection/>' : `<CircStruct${attributes({ diameter: structure.diameter })}/>`;
  const inverts = pipes.flatMap((derived) =>
    [derived.start, derived.end].filter((end) => end.structure?.id === structure.id).map((end) => writeInvert(end, derived)),
  );
  return [
    `<Struct${attributes({ name: structure.name, elevRim: fixed(rim?.elevation ?? null), elevSump: fixed(sumpOf(structure)) })}>`,
    `<Center>${rim ? `${rim.northing.toFixed(4)} ${rim.easting.toFixed(4)}` : ''}</Center>`,
    shape,
    ...inverts,
    '</Struct>',
  ].join('');
}

function writeInvert(end: PipeEnd, { pipe }: DerivedPipe): string {
  if (end.invert.elevation === null) return '';
  return `<Invert${attributes({ elev: fixed(end.invert.elevation), flowDir: end.connection?.direction ?? 'both', refPipe: pipe.name })}/>`;
}

function writePipe({ pipe, start, end, length_2d, slope_percent }: DerivedPipe): string {
  const named = attributes({
    name: pipe.name,
    refStart: start.structure!.name,
    refEnd: end.structure!.name,
    length: fixed(length_2d),
    slope: slope_percent === null ? null : slope_percent.toFixed(4),
    desc: pipe.note,
  });
  return `<Pipe${named}><CircPipe${attributes({ diameter: pipe.inside_diameter ?? 0, material: pipe.material, desc: pipe.inside_diameter === null ? 'diameter not known' : null })}/></Pipe>`;
}

/** Northing first, as LandXML has it; without an elevation only two figures. */
function place({ northing, easting, elevation }: GridPosition): string {
  return [northing, easting, elevation].flatMap((value) => (value === null ? [] : value.toFixed(4))).join(' ');
}

function fixed(value: number | null): string | null {
  return value === null ? null : value.toFixed(4);
}

function attributes(values: Readonly<Record<string, string | number | null>>): string {
  return Object.entries(values)
    .filter(([, value]) => value !== null && value !== '')
    .map(([name, value]) => ` ${name}="${escapeXml(String(value))}"`)
    .join('');
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
  '\n': '&#10;',
  '\r': '&#13;',
  '\t': '&#9;',
};

/** XML has no way at all to write most control characters, nor half of a surrogate pair: they become a blank. */
export function escapeXml(text: string): string {
  let written = '';
  for (const character of text) {
    const code = character.codePointAt(0)!;
    const is_forbidden =
      (code < 0x20 && !'\n\r\t'.includes(character)) || (code >= 0xd800 && code <= 0xdfff) || code === 0xfffe || code === 0xffff;
    written += ENTITIES[character] ?? (is_forbidden ? ' ' : character);
  }
  return written;
}
