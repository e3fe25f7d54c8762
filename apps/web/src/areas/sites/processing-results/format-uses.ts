import type { ExportFormat } from '@dmse/domain/sites/export-formats';

/** What each format is for, in a sentence. */
export const FORMAT_USES: Record<ExportFormat, string> = {
  zip: 'The whole run for the file, a client or a court: raw files, points in every format, decisions and report, with a list of hashes signed by the firm’s key.',
  report: 'Control, residuals, averages, exceptions and final coordinates on paper.',
  penzd: 'For CAD software that reads point, easting, northing, elevation, description.',
  pnezd: 'For CAD software that reads point, northing, easting, elevation, description.',
  csv: 'Every column of every point, for a spreadsheet.',
  dxf: 'For any CAD program: layers by code, linework, labels and pipes.',
  landxml: 'For Civil 3D and other design software: points and pipe networks.',
  geojson: 'For GIS and the web, in longitude and latitude.',
  kml: 'To look at in Google Earth.',
  gpx: 'For a hand-held receiver, to find points again.',
  shapefile: 'For GIS that does not read GeoPackage.',
  geopackage: 'For QGIS and ArcGIS: points, linework and pipes in one file, on the office grid.',
};
