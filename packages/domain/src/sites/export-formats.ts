/** What a processed run can be taken home as; `zip` holds all the others. The extension is the end of the file's name. */
export const EXPORT_FORMATS = [
  { name: 'penzd', title: 'Points for CAD: P,E,N,Z,D', extension: 'penzd.csv', mime_type: 'text/csv' },
  { name: 'pnezd', title: 'Points for CAD: P,N,E,Z,D', extension: 'pnezd.csv', mime_type: 'text/csv' },
  { name: 'csv', title: 'Spreadsheet with all columns', extension: 'all-columns.csv', mime_type: 'text/csv' },
  { name: 'dxf', title: 'Drawing (DXF)', extension: 'dxf', mime_type: 'application/dxf' },
  { name: 'landxml', title: 'LandXML', extension: 'xml', mime_type: 'application/xml' },
  { name: 'geojson', title: 'GeoJSON', extension: 'geojson', mime_type: 'application/geo+json' },
  { name: 'kml', title: 'Google Earth (KML)', extension: 'kml', mime_type: 'application/vnd.google-earth.kml+xml' },
  { name: 'gpx', title: 'Hand-held receiver (GPX)', extension: 'gpx', mime_type: 'application/gpx+xml' },
  { name: 'shapefile', title: 'Shapefile, zipped', extension: 'shp.zip', mime_type: 'application/zip' },
  { name: 'geopackage', title: 'GeoPackage', extension: 'gpkg', mime_type: 'application/geopackage+sqlite3' },
  { name: 'report', title: 'Quality report (PDF)', extension: 'report.pdf', mime_type: 'application/pdf' },
  { name: 'zip', title: 'Everything, signed', extension: 'zip', mime_type: 'application/zip' },
] as const;

export type ExportFormat = (typeof EXPORT_FORMATS)[number]['name'];

export const EXPORT_FORMAT_NAMES = EXPORT_FORMATS.map(({ name }) => name) as [ExportFormat, ...ExportFormat[]];
