import proj4 from 'proj4';
import { makeProjection } from '../geo/projection.ts';
import { utmCrs } from '../geo/utm.ts';
import type { CrsSetting } from '../survey-settings.ts';
import { type LayerFrame, LayerRefusal } from './layer.ts';

/** How positions of a file become longitude and latitude; null where there is no answer. */
export type LayerCrs = {
  readonly name: string;
  /** Where the projection is at home, degrees; null for longitude and latitude themselves. */
  readonly home: { readonly longitude: number; readonly latitude: number | null } | null;
  toLonLat(x: number, y: number): readonly [number, number] | null;
};

export const LON_LAT: LayerCrs = { name: 'longitude and latitude', home: null, toLonLat: (x, y) => [x, y] };

const WEB_MERCATOR: CrsSetting = {
  name: 'Web Mercator',
  epsg: 3857,
  proj: '+proj=merc +a=6378137 +b=6378137 +lon_0=0 +x_0=0 +y_0=0 +k=1 +units=m +no_defs',
};

/** What a person wrote or chose: `office`, `lonlat`, `utm19`, `EPSG:2953`, or a PROJ definition. */
export function parseCrs(text: string, office: CrsSetting): LayerCrs {
  const word = text.trim();
  if (/^office$/i.test(word)) return gridCrs(office);
  if (/^(lonlat|wgs84)$/i.test(word)) return LON_LAT;
  const zone = /^utm\s?(\d{1,2})([ns])?$/i.exec(word);
  if (zone && Number(zone[1]) >= 1 && Number(zone[1]) <= 60)
    return gridCrs(utmCrs(Number(zone[1]), zone[2]?.toUpperCase() === 'S' ? 'S' : 'N'));
  const epsg = /^epsg:(\d{4,6})$/i.exec(word);
  if (epsg) return epsgCrs(Number(epsg[1]), office);
  if (/^\+proj=/.test(word)) return gridCrs({ name: word.slice(0, 60), epsg: null, proj: word });
  throw new LayerRefusal(`"${word.slice(0, 40)}" is no coordinate system known here. Use office, lonlat, utm19 or a PROJ definition.`);
}

function epsgCrs(epsg: number, office: CrsSetting): LayerCrs {
  if (epsg === office.epsg) return gridCrs(office);
  if (epsg === 4326 || epsg === 4617 || epsg === 4269) return LON_LAT;
  if (epsg === 3857) return gridCrs(WEB_MERCATOR);
  // UTM north on WGS84 and NAD83; the NAD83(CSRS) zones of Canada have codes of their own.
  const csrs: Readonly<Record<number, number>> = { 2955: 11, 2956: 12, 2957: 13, 2958: 17, 2959: 18, 2960: 19, 2961: 20, 2962: 21 };
  const zone = csrs[epsg] ?? (epsg > 32600 && epsg <= 32660 ? epsg - 32600 : epsg > 26900 && epsg <= 26923 ? epsg - 26900 : null);
  if (zone) return gridCrs(utmCrs(zone));
  throw new LayerRefusal(
    `The file is in EPSG:${epsg}, which is not known here. Export it in longitude and latitude or on the office grid (${office.name}).`,
  );
}

function gridCrs(crs: CrsSetting): LayerCrs {
  try {
    const projection = makeProjection(crs);
    if (projection.method === 'longlat') return LON_LAT;
    const { latitude, longitude } = projection.origin;
    return {
      name: crs.name,
      home: { longitude, latitude: latitude === 0 ? null : latitude },
      toLonLat(x, y) {
        const found = projection.toGeographic({ easting: x, northing: y });
        return found && [found.longitude, found.latitude];
      },
    };
  } catch {
    throw new LayerRefusal(`The coordinate system "${crs.name}" cannot be read.`);
  }
}

/** A .prj file. Its projection is taken, a shift between datums is not: it would be a guess of a metre or two either way. */
function wktCrs(wkt: string): LayerCrs {
  if (/^GEOG(CS|CRS)\[/i.test(wkt)) return LON_LAT;
  try {
    const name = /^[A-Z]+\["([^"]{1,120})"/i.exec(wkt)?.[1] ?? 'the system of its .prj file';
    const definition = new proj4.Proj(wkt) as { a: number; b: number; long0?: number; lat0?: number };
    const { a, b, long0, lat0 } = definition;
    const converter = proj4(`+proj=longlat +a=${a} +b=${b} +no_defs`, wkt);
    return {
      name,
      home: long0 === undefined ? null : { longitude: (long0 * 180) / Math.PI, latitude: lat0 ? (lat0 * 180) / Math.PI : null },
      toLonLat(x, y) {
        const [longitude, latitude] = converter.inverse([x, y]);
        return Number.isFinite(longitude) && Number.isFinite(latitude) ? [longitude!, latitude!] : null;
      },
    };
  } catch {
    throw new LayerRefusal('The .prj file names a coordinate system that cannot be read. Export the layer in longitude and latitude.');
  }
}

/** The system of a file: what it says itself, else what the person says, else the office grid. */
export function crsOf(frame: LayerFrame, asked: string | null, office: CrsSetting): LayerCrs {
  if (asked !== null) return parseCrs(asked, office);
  if (frame === null) return gridCrs(office);
  if (frame.kind === 'wkt') return wktCrs(frame.wkt);
  return frame.kind === 'epsg' ? epsgCrs(frame.epsg, office) : LON_LAT;
}
